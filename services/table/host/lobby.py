"""The list of tables as others see it.

One entry a table in a bucket, written anew when seats or hands change.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable

import msgspec
import nats.errors
import structlog

from riverrun.contracts.table_events import TableEvent
from riverrun.contracts.views import LobbyEntry
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.nats.answers import ApiRefused
from services.table.host.pace import Pace

log = structlog.get_logger(__name__)

PAUSE_S = 0.5
RETRY_S = 2.0

Put = Callable[[str, bytes], Awaitable[None]]
"""Writes one entry. Raises on failure."""


def entry_of(table: Table, pace: Pace, now_ms: int) -> LobbyEntry:
    """A table's line in the list."""
    config = table.config
    return LobbyEntry(
        table=table.table,
        name=config.name,
        kind=config.kind,
        currency=config.currency,
        seats=config.seats,
        seated=len(table.seats),
        small_blind=config.small_blind,
        big_blind=config.big_blind,
        min_buy_in=config.min_buy_in,
        max_buy_in=config.max_buy_in,
        hand_number=table.hand_number,
        updated_ms=now_ms,
        waiting=len(table.waiting_list),
        average_pot=pace.average_pot(now_ms),
        hands_an_hour=pace.hands_an_hour(now_ms),
        club=config.club,
    )


class Lobby:
    """Writes entries behind the tables' backs.

    The newest of each table, at most two a second, until it succeeds.
    """

    def __init__(self, put: Put) -> None:
        self._put = put
        self._waiting: dict[TableId, LobbyEntry | None] = {}
        self._paces: defaultdict[TableId, Pace] = defaultdict(Pace)
        self._changed = asyncio.Event()

    def hear(self, table: TableId, events: Iterable[TableEvent]) -> None:
        """This happened there."""
        self._paces[table].hear(events)

    def note(self, table: Table, now_ms: int) -> None:
        """This is how the table looks now."""
        if table.closed:
            self._paces.pop(table.table, None)
            self._waiting[table.table] = None
        else:
            self._waiting[table.table] = entry_of(table, self._paces[table.table], now_ms)
        self._changed.set()

    async def run(self) -> None:
        """Write what is noted, until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            waiting, self._waiting = self._waiting, {}
            for table, entry in waiting.items():
                await self._write(table, entry)
            await asyncio.sleep(PAUSE_S)

    async def _write(self, table: TableId, entry: LobbyEntry | None) -> None:
        try:
            # A table that is closed stands in no list: its entry is empty.
            await self._put(table, msgspec.json.encode(entry) if entry is not None else b"")
        except (nats.errors.Error, OSError, ApiRefused) as error:
            log.warning("lobby_unwritten", table=table, error=repr(error))
            self._waiting.setdefault(table, entry)
            asyncio.get_running_loop().call_later(RETRY_S, self._changed.set)
