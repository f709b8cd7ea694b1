"""Who may look into a finished hand: whoever may look into its table, and whoever played it."""

import msgspec
from msgspec import Struct

from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.pb.history.v1 import history_pb2 as pb
from services.gateway.caller import Caller
from services.gateway.club_sight import ClubSight
from services.gateway.history_line import HistoryLine

HAND = r"/v1/hands/{table}/{hand:\d{1,15}}"
"""The path of a finished hand; what is asked about it follows."""


class _Player(Struct, frozen=True):
    player: PlayerId


class _Hand(Struct, frozen=True):
    players: list[_Player]


class _Told(Struct, frozen=True):
    hand: _Hand


_decode_told = msgspec.json.Decoder(_Told).decode


class HandSight:
    """Asks the club of the table, and history about the hand where the club refuses."""

    def __init__(self, line: HistoryLine, sight: ClubSight) -> None:
        self._line = line
        self._sight = sight

    async def require(self, caller: Caller, table: TableId, hand: int) -> None:
        """Raise `NotAllowed` for a stranger, and what asking raises."""
        await self._sight.require(caller, table, lambda: self._has_played(caller.player, table, hand))

    async def _has_played(self, player: PlayerId, table: TableId, hand: int) -> bool:
        try:
            asked = pb.TellHandRequest(table=table, hand=hand, viewer=player)
            found = await self._line.ask(self._line.stub.TellHand, asked)
        except LookupError:
            return False
        return any(one.player == player for one in _decode_told(found.told).hand.players)
