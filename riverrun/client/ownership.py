"""What a table's owner may order there."""

from collections.abc import Awaitable, Callable

from riverrun.contracts.client_messages import (
    CallBombPotMessage,
    ChangeOptionsMessage,
    CloseTableMessage,
    ContinueTableMessage,
    MutePlayerMessage,
    OwnerMessage,
    PauseTableMessage,
    RefillTimeBanksMessage,
)
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import PlayerId, TableId


class Ownership:
    """Everything raises `Refused` with `not_allowed` for anyone but the owner."""

    def __init__(
        self, table: TableId, next_id: Callable[[], str], ask: Callable[[OwnerMessage], Awaitable[object]]
    ) -> None:
        self._table = table
        self._next_id = next_id
        self._ask = ask

    def moved(self, to: TableId) -> None:
        """The table goes on under that id."""
        self._table = to

    async def pause(self) -> None:
        """No hand follows the one in progress."""
        await self._ask(PauseTableMessage(id=self._next_id(), table=self._table))

    async def go_on(self) -> None:
        """End the pause."""
        await self._ask(ContinueTableMessage(id=self._next_id(), table=self._table))

    async def close_table(self) -> None:
        """After the hand in progress all stacks go back to their accounts, for good."""
        await self._ask(CloseTableMessage(id=self._next_id(), table=self._table))

    async def change_options(self, config: TableConfig) -> None:
        """All options anew, from the next hand on."""
        await self._ask(ChangeOptionsMessage(id=self._next_id(), table=self._table, config=config))

    async def call_bomb_pot(self) -> None:
        """The next hand is one."""
        await self._ask(CallBombPotMessage(id=self._next_id(), table=self._table))

    async def mute(self, player: PlayerId, *, muted: bool = True) -> None:
        """That player may say nothing at the table any more, or may again."""
        await self._ask(MutePlayerMessage(id=self._next_id(), table=self._table, player=player, muted=muted))

    async def refill_time_banks(self) -> None:
        """Everybody seated has at least the first filling again."""
        await self._ask(RefillTimeBanksMessage(id=self._next_id(), table=self._table))
