"""From where those at a table came, by the book: who would be too close to one of them is not let in."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from riverrun.contracts.admission import AdmissionOptions
from riverrun.kernel.identifiers import PlayerId, TableId, root_of
from riverrun.runtime.clock import Clock
from services.gateway.caller import Caller
from services.gateway.door_book import RETRY_MS, DoorBook
from services.gateway.refusals import TableUnavailable
from services.gateway.taken_tables import ATTEMPTS, GRACE_MS
from services.gateway.whereabouts import Whereabouts, against

REMEMBERED = 20


class TurnedAway(Struct, frozen=True):
    """Who was not let in, when, why in full, and beside whom he would have sat."""

    at_ms: int
    player: PlayerId
    name: str
    because: str
    beside: PlayerId


class _Page(Struct, frozen=True):
    came: dict[PlayerId, Whereabouts] = {}
    turned_away: list[TurnedAway] = []


_decode = msgspec.json.Decoder(_Page).decode


class Neighbours:
    """One page of the book a table."""

    def __init__(self, book: DoorBook, clock: Clock) -> None:
        self._book = book
        self._clock = clock

    async def come_in(
        self,
        table: TableId,
        caller: Caller,
        new: Whereabouts,
        options: AdmissionOptions,
        players: frozenset[PlayerId],
    ) -> TurnedAway | None:
        """Write him down, unless something speaks against it. Raises `TableUnavailable`."""
        for _ in range(ATTEMPTS):
            page, seq = await self._page(table)
            came = {player: one for player, one in page.came.items() if self._counts(player, one, players)}
            came.pop(caller.player, None)
            refused = _turned_away(caller, new, came, options)
            if refused is None:
                page = _Page({**came, caller.player: new}, page.turned_away)
            else:
                page = _Page(came, [*page.turned_away[1 - REMEMBERED :], refused])
            if await self._book.write(_key(table), msgspec.json.encode(page), seq):
                return refused
        raise TableUnavailable(retry_ms=RETRY_MS)

    async def turned_away(self, table: TableId) -> list[TurnedAway]:
        """The last ones, the newest first. Raises `TableUnavailable`."""
        page, _ = await self._page(table)
        return page.turned_away[::-1]

    def _counts(self, player: PlayerId, one: Whereabouts, players: frozenset[PlayerId]) -> bool:
        """Who sits there, or was let in a moment ago and may be sitting down."""
        return player in players or self._clock.now_ms() - one.at_ms < GRACE_MS

    async def _page(self, table: TableId) -> tuple[_Page, int]:
        data, seq = await self._book.read(_key(table))
        return (_decode(data) if data else _Page()), seq


def _key(table: TableId) -> str:
    """One page for all the ids that a table goes on under."""
    return f"table.{root_of(table)}"


def _turned_away(
    caller: Caller, new: Whereabouts, came: Mapping[PlayerId, Whereabouts], options: AdmissionOptions
) -> TurnedAway | None:
    for player, one in came.items():
        because = against(options, new, one)
        if because:
            return TurnedAway(new.at_ms, caller.player, caller.name, because, player)
    return None
