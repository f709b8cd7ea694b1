"""Brings back the tables of slots just taken, at a steady pace, those first whose clocks run out first."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from functools import partial
from typing import Any, Protocol, TypeVar

import nats.errors
import structlog

from riverrun.kernel.identifiers import TableId, successor_of
from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import ApiRefused
from services.table.host.recovery import Prepared, TableRecovery
from services.table.host.roster import CannotHost, Roster
from services.table.ownership.shares import NotOurs, slot_of_table

log = structlog.get_logger(__name__)

AT_ONCE = 16
"""More would not be quicker, and would keep the leases waiting for their turn."""
RETRY_S = 0.5
T = TypeVar("T")
_AWAY = (nats.errors.Error, OSError, ApiRefused)


class Catalogue(Protocol):
    """Knows which tables there are."""

    async def tables(self) -> list[TableId]:
        """Every table in the log. Raises nats-py's errors."""


class MovingIn:
    """Slots taken while others are being looked at are then looked at together."""

    def __init__(
        self,
        roster: Roster,
        recovery: TableRecovery,
        catalogue: Catalogue,
        clock: Clock,
        guard: Callable[[Coroutine[Any, Any, None], str], "asyncio.Task[None]"],
    ) -> None:
        self._roster = roster
        self._recovery = recovery
        self._catalogue = catalogue
        self._clock = clock
        self._guard = guard
        self._new: set[str] = set()
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._looking: asyncio.Task[None] | None = None
        self._taking: set[asyncio.Task[None]] = set()

    def take(self, slot: str) -> None:
        """Bring the slot's tables back, beside. One that is asked for meanwhile comes first."""
        self._new.add(slot)
        if self._looking is None or self._looking.done():
            self._looking = self._guard(self._look(), "look for tables")

    def take_again(self, table: TableId) -> None:
        """A table of ours was written to by another, and yet its slot is ours."""
        self._begin(self._take_later(table), f"take {table} again")

    async def _look(self) -> None:
        while self._new:
            slots, self._new = self._new, set()
            prepared = await self._until_it_answers(partial(self._prepare, slots))
            self._begin(self._take_all(prepared.soon), f"take {len(slots)} slots")
            if prepared.from_the_first:
                self._begin(self._take_from_the_first(prepared.from_the_first), "take what is read whole")

    async def _prepare(self, slots: set[str]) -> Prepared:
        tables = await self._catalogue.tables()
        ours = dict.fromkeys(one for one in tables if slot_of_table(one) in slots)
        # What has rolled, and goes on already, waits until somebody asks for it.
        return await self._recovery.prepare([one for one in ours if successor_of(one) not in ours])

    async def _take_from_the_first(self, tables: list[TableId]) -> None:
        ordered = await self._until_it_answers(partial(self._recovery.prepare_from_the_first, tables))
        await self._take_all(ordered)

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = self._guard(work, name)
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)

    async def _until_it_answers(self, ask: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await ask()
            except _AWAY as error:
                log.warning("tables_not_found_yet", error=repr(error))
                await self._clock.sleep(RETRY_S)

    async def _take_all(self, tables: Collection[TableId]) -> None:
        began = self._clock.monotonic_s()
        await asyncio.gather(*(self._take_in_turn(table) for table in tables))
        self._recovery.forget(tables)
        took_ms = round((self._clock.monotonic_s() - began) * 1000)
        log.info("tables_taken_over", tables=len(tables), took_ms=took_ms)

    async def _take_in_turn(self, table: TableId) -> None:
        async with self._gate:
            await self._take(table)

    async def _take_later(self, table: TableId) -> None:
        await self._clock.sleep(RETRY_S)
        await self._take(table)

    async def _take(self, table: TableId) -> None:
        while self._roster.admits(table):
            try:
                await self._roster.bring_back(table)
            except CannotHost:
                # It stands still and its log says why; it is tried again when somebody asks for it.
                return
            except (NotOurs, *_AWAY) as error:
                log.warning("table_not_taken_over_yet", table=table, error=repr(error))
                await self._clock.sleep(RETRY_S)
            else:
                return
