"""Who holds people to what they asked of the house, as the accounts see it."""

from collections.abc import Sequence
from typing import Protocol

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from services.club.identity.counted import Counted


class Bouncer(Protocol):
    """All raise `LogAway` while the log does not answer."""

    async def standing(self, player: PlayerId) -> Sequence[Counted]:
        """How much of his limits a person has used up."""

    async def admit(self, player: PlayerId, amount: Chips, club: str) -> int | None:
        """Whether he may sit down or bring so many of a club's chips. Raises `HeldOff`.

        With the entry of his account there as of which it is so; None where it hangs on none.
        """

    async def see_to(self, player: PlayerId) -> None:
        """He has held himself off just now: tell the tables where he sits; what fails is done later."""


class NoBouncer:
    """Stands for one where no tables are followed."""

    async def standing(self, _player: PlayerId) -> Sequence[Counted]:
        return ()

    async def admit(self, _player: PlayerId, _amount: Chips, _club: str) -> int | None:
        return None

    async def see_to(self, _player: PlayerId) -> None:
        """Nobody sits anywhere."""
