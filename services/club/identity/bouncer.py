"""Who holds people to what they asked of the house, as the accounts see it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId
from services.club.identity.counted import Counted

GiveUp: TypeAlias = Callable[[], Awaitable[None]]
"""Call it if the ledger would not pay."""


class Bouncer(Protocol):
    """All raise `LogAway` while the log does not answer."""

    async def standing(self, player: PlayerId) -> Sequence[Counted]:
        """How much of his limits a person has used up."""

    async def admit(self, player: PlayerId, amount: Chips, club: str) -> None:
        """Whether he may sit down or bring so many of a club's chips. Raises `HeldOff`."""

    async def earmark(
        self, player: PlayerId, amount: Chips, club: str, table: TableId, transfer: TransferId
    ) -> GiveUp | None:
        """The same, and whatever he asks for meanwhile, anywhere, is judged with this. Raises `HeldOff`.

        None where no other buy-in hangs on it.
        """

    async def see_to(self, player: PlayerId) -> None:
        """He has held himself off just now: tell the tables where he sits; what fails is done later."""


class NoBouncer:
    """Stands for one where no tables are followed."""

    async def standing(self, _player: PlayerId) -> Sequence[Counted]:
        return ()

    async def admit(self, _player: PlayerId, _amount: Chips, _club: str) -> None:
        """Nobody limits himself."""

    async def earmark(
        self, _player: PlayerId, _amount: Chips, _club: str, _table: TableId, _transfer: TransferId
    ) -> GiveUp | None:
        return None

    async def see_to(self, _player: PlayerId) -> None:
        """Nobody sits anywhere."""
