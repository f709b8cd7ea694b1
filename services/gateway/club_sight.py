"""A club's finished hands are looked into by its members alone, and so is who plays; others by all."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from riverrun.contracts.refusals import Refusal
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.pb.club.v1 import club_pb2 as pb
from services.gateway.caller import Caller
from services.gateway.club_line import ClubLine
from services.gateway.table_clubs import TableClubs

HasPlayed: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether the caller was dealt into the hand that he looks into."""


async def _not_known() -> bool:
    return False


class ClubSight:
    """Asks the club service. Raises `AccountsUnavailable` where it is away."""

    def __init__(self, clubs: TableClubs, line: ClubLine) -> None:
        self._clubs = clubs
        self._line = line

    async def require(self, caller: Caller, table: TableId, has_played: HasPlayed = _not_known) -> None:
        """Raise the club's `not_allowed` for a stranger, and what asking the table raises.

        A hand that somebody `has_played` stays his to look at, member or not.
        """
        club = await self._clubs.of(caller, table)
        if not club:
            return
        try:
            asked = pb.LookIntoRequest(by=pb.By(player=caller.player), club=club)
            await self._line.look_up(self._line.clubs.LookInto, asked)
        except Refusal:
            if not await has_played():
                raise

    async def known_to(self, caller: Caller, players: Sequence[PlayerId]) -> list[PlayerId]:
        """Of these players those whose figures the caller may see."""
        if not players:
            return []
        asked = pb.AcquaintedRequest(by=pb.By(player=caller.player), players=players)
        return list((await self._line.look_up(self._line.clubs.Acquainted, asked)).players)
