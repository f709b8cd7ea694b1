"""Talk at one table: checked, held to a pace, published, and kept out of the table's log (R10.4)."""

from collections import OrderedDict

import msgspec

from riverrun.contracts import refusals
from riverrun.contracts.subjects import talk_at
from riverrun.contracts.table_commands import Request, Say
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import CommandId, PlayerId
from services.table.decide import talking
from services.table.host.feeds import Sent

BURST = 5
PAUSE_MS = 2_000
REMEMBERED = 256
"""People whose pace, and messages whose ids, are remembered; a process that takes over begins afresh."""


class Talk:
    """Lives with the table's actor, in memory alone."""

    def __init__(self) -> None:
        self._free_ms: OrderedDict[PlayerId, int] = OrderedDict()
        self._said: OrderedDict[tuple[PlayerId, CommandId], None] = OrderedDict()

    def say(self, table: Table, request: Request, body: Say, now_ms: int) -> list[Sent]:
        """What is to be published; nothing for a message that was said already. Raises a `Refusal`."""
        spoken = (request.actor, request.id)
        if spoken in self._said:
            return []
        said = talking.say(table, request.actor, request.name, body, now_ms)
        self._keep_pace(request.actor, now_ms)
        self._said[spoken] = None
        _shorten(self._said)
        return [Sent(talk_at(table.table), msgspec.json.encode(said), None)]

    def _keep_pace(self, player: PlayerId, now_ms: int) -> None:
        """So many at once, then one each pause. Raises `TooMuchTalk`."""
        free_ms = max(self._free_ms.get(player, 0), now_ms - BURST * PAUSE_MS) + PAUSE_MS
        if free_ms > now_ms:
            raise refusals.TooMuchTalk(retry_ms=free_ms - now_ms)
        self._free_ms[player] = free_ms
        self._free_ms.move_to_end(player)
        _shorten(self._free_ms)


def _shorten(known: "OrderedDict[PlayerId, int] | OrderedDict[tuple[PlayerId, CommandId], None]") -> None:
    if len(known) > REMEMBERED:
        known.popitem(last=False)
