"""Opens what a club has recorded as its table and nobody has hosted yet: a crash came in between."""

import asyncio
from collections.abc import Callable

import nats.errors
import structlog
from eventsourcing.persistence import PersistenceError

from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.answers import ApiRefused
from services.club.clubs import refusals
from services.club.clubs.club_events import ClubTableOpened
from services.club.clubs.directory import Directory
from services.club.tables.following import InThread
from services.club.tables.opening import TableOpener

log = structlog.get_logger(__name__)

LOOKS_EVERY_S = 20.0
LEFT_ALONE_MS = 15_000
"""So long whoever wished it sees to it himself."""


class UnopenedTables:
    """Looks now and then. `in_thread` runs what blocks."""

    def __init__(
        self,
        directory: Directory,
        reader: CommitReader,
        opener: TableOpener,
        in_thread: "InThread[object]",
        now_ms: Callable[[], int],
    ) -> None:
        self._directory = directory
        self._reader = reader
        self._opener = opener
        self._in_thread = in_thread
        self._now_ms = now_ms

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(LOOKS_EVERY_S)
            try:
                await self.look()
            except (nats.errors.Error, OSError, TimeoutError, ApiRefused, PersistenceError) as away:
                log.warning("unopened_tables_unknown", reason=repr(away))

    async def look(self) -> None:
        """Open what is not open."""
        for wanted in await self._in_thread(self._directory.to_open):  # type: ignore[attr-defined]
            assert isinstance(wanted, ClubTableOpened)
            if await self._reader.tail(wanted.table) is not None:
                self._directory.seen(wanted.table)
            elif self._now_ms() - wanted.at_ms > LEFT_ALONE_MS:
                await self._open(wanted)

    async def _open(self, wanted: ClubTableOpened) -> None:
        try:
            await self._opener.open(wanted.table, wanted.config, wanted.by, wanted.cause)
            log.info("table_opened_late", table=wanted.table)
        except refusals.TableAway:
            log.warning("table_not_opened", table=wanted.table)
