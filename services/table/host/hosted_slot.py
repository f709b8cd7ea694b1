"""One slot held: its commands and orders are heard, its tables brought back; then left in order."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.subscription import Subscription

from riverrun.contracts.subjects import commands_of_slot, orders_of_slot
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import ApiRefused
from services.table.host.desk import Desk
from services.table.host.roster import CannotHost, NotOurs, Roster
from services.table.ownership.shares import slot_of_table

log = structlog.get_logger(__name__)

TAKEN_OVER_AT_ONCE = 16
"""For all slots together: more of them would not be quicker, and keep the leases waiting."""
RETRY_S = 0.5
FLUSH_S = 1
_AWAY = (nats.errors.Error, OSError, ApiRefused)


class Catalogue(Protocol):
    """Knows which tables there are."""

    async def tables(self) -> list[TableId]:
        """Every table in the log. Raises nats-py's errors."""


class HostedSlot:
    """Hosts from the start until told to `leave`; never again after that."""

    def __init__(
        self,
        slot: str,
        client: Client,
        roster: Roster,
        desk: Desk,
        catalogue: Catalogue,
        clock: Clock,
        gate: asyncio.Semaphore,
        guard: Callable[[Coroutine[Any, Any, None], str], "asyncio.Task[None]"],
    ) -> None:
        self._slot = slot
        self._client = client
        self._roster = roster
        self._desk = desk
        self._catalogue = catalogue
        self._clock = clock
        self._gate = gate
        self._guard = guard
        self._heard: list[Subscription] = []
        self._leaving = False
        self._taking: set[asyncio.Task[None]] = set()
        self._opening = guard(self._open(), f"open {slot}")

    def take_again(self, table: TableId) -> None:
        """A table of ours was written to by another, and yet the slot is ours."""
        self._begin(self._take_later(table), f"take {table} again")

    async def leave(self) -> None:
        """Hear no more, answer what was heard, and finish what the tables have begun."""
        self._leaving = True
        await asyncio.wait({self._opening})
        for taking in self._taking:
            taking.cancel()
        await asyncio.gather(*(self._fall_silent(heard) for heard in self._heard))
        await self._roster.release(self._slot)

    async def _open(self) -> None:
        await self._listen()
        self._begin(self._take_tables(), f"take {self._slot}")

    def _begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Work that is broken off when the slot is left."""
        task = self._guard(work, name)
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)

    # -- listening

    async def _listen(self) -> None:
        _, shard, number = self._slot.split(".")
        self._roster.admit(self._slot)
        for subject, hear in (
            (commands_of_slot(int(shard), int(number)), self._desk.heard_request),
            (orders_of_slot(int(shard), int(number)), self._desk.heard_order),
        ):
            self._heard.append(await self._client.subscribe(subject, cb=hear))
        while not self._leaving:
            try:
                await self._client.flush(timeout=FLUSH_S)
                return
            except _AWAY as error:
                log.warning("not_listening_yet", slot=self._slot, error=repr(error))
                await self._clock.sleep(RETRY_S)

    async def _fall_silent(self, heard: Subscription) -> None:
        try:
            async with asyncio.timeout(FLUSH_S):
                await heard.drain()  # type: ignore[no-untyped-call]
        except _AWAY as error:
            # What still comes this way is not answered: the slot is not ours any more.
            log.warning("not_unsubscribed", slot=self._slot, error=repr(error))

    # -- taking tables

    async def _take_tables(self) -> None:
        began = self._clock.monotonic_s()
        tables = [table for table in await self._tables() if slot_of_table(table) == self._slot]
        await asyncio.gather(*(self._take_in_turn(table) for table in tables))
        took_ms = round((self._clock.monotonic_s() - began) * 1000)
        if tables:
            log.info("tables_taken_over", slot=self._slot, tables=len(tables), took_ms=took_ms)

    async def _tables(self) -> list[TableId]:
        while True:
            try:
                return await self._catalogue.tables()
            except _AWAY as error:
                log.warning("catalogue_unread", error=repr(error))
                await self._clock.sleep(RETRY_S)

    async def _take_in_turn(self, table: TableId) -> None:
        async with self._gate:
            await self._take_table(table)

    async def _take_later(self, table: TableId) -> None:
        await self._clock.sleep(RETRY_S)
        await self._take_table(table)

    async def _take_table(self, table: TableId) -> None:
        while True:
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
