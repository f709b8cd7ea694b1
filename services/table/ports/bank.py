"""Where a player's chips come from. Until the club's ledger exists every player is granted play money."""

from typing import Protocol

from riverrun.contracts.table_config import TableConfig
from riverrun.holdem.state import Transfer


class BuyInDenied(Exception):
    """The account would not pay; `reason` is a stable code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Bank(Protocol):
    """Moves chips from a player's account to a table, once per transfer id."""

    async def pay(self, transfer: Transfer, config: TableConfig) -> None:
        """Return when the chips are on the way to the table. Raises `BuyInDenied`, `TimeoutError`."""


class PlayMoneyBank:
    """Grants every buy-in at `play` tables; a table with real money needs a ledger and gets nothing here."""

    async def pay(self, _transfer: Transfer, config: TableConfig) -> None:
        """Granted at once (R1.3)."""
        if config.kind != "play":
            raise BuyInDenied("no_ledger")
