"""Notices one id used for two different commands: the table would take the second for the first."""

from collections import OrderedDict

from riverrun.contracts.client_messages import CommandMessage
from riverrun.kernel.identifiers import PlayerId
from services.gateway.refusals import IdReused

IDS_A_PLAYER = 64
PLAYERS = 10_000


class RecentIds:
    """The last ids of this gateway's players. A safeguard only: tables remember what they have answered."""

    def __init__(self) -> None:
        self._players: OrderedDict[PlayerId, OrderedDict[str, int]] = OrderedDict()

    def note(self, player: PlayerId, message: CommandMessage) -> None:
        """The same id with the same content is a repetition, and welcome. Else raises `IdReused`."""
        ids = self._players.setdefault(player, OrderedDict())
        self._players.move_to_end(player)
        content = hash(message)
        if ids.setdefault(message.id, content) != content:
            raise IdReused
        if len(ids) > IDS_A_PLAYER:
            ids.popitem(last=False)
        if len(self._players) > PLAYERS:
            self._players.popitem(last=False)
