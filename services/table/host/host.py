"""Hosts the tables of the slots held: listens to a slot, brings its tables back, lets them go."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.subscription import Subscription

from riverrun.contracts.subjects import commands_of_slot, orders_of_slot
from riverrun.kernel.identifiers import TableId, shard_of, slot_of
from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.connection import subscribe
from services.table.host.desk import Desk
from services.table.host.mailbox import LogWasAway
from services.table.host.roster import Roster
from services.table.ownership.shares import slot_key

log = structlog.get_logger(__name__)

TAKEN_OVER_AT_ONCE = 16
RETRY_S = 0.5


class Catalogue(Protocol):
    """Knows which tables there are."""

    async def tables(self) -> list[TableId]:
        """Every table in the log. Raises nats-py's errors."""


class TableHost:
    """The owner of slots (see `SlotOwner`)."""

    def __init__(
        self,
        client: Client,
        roster: Roster,
        desk: Desk,
        catalogue: Catalogue,
        clock: Clock,
        guard: Callable[[Coroutine[Any, Any, None], str], asyncio.Task[None]],
    ) -> None:
        self._client = client
        self._roster = roster
        self._desk = desk
        self._catalogue = catalogue
        self._clock = clock
        self._guard = guard
        self._listening: dict[str, list[Subscription]] = {}
        self._taking: dict[str, asyncio.Task[None]] = {}

    async def taken(self, slot: str) -> None:
        """Listen, and bring the slot's tables back beside; one that is asked for meanwhile comes first."""
        _, shard, number = slot.split(".")
        commands, orders = commands_of_slot(int(shard), int(number)), orders_of_slot(int(shard), int(number))
        self._listening[slot] = [
            await subscribe(self._client, commands, self._desk.heard_request),
            await subscribe(self._client, orders, self._desk.heard_order),
        ]
        self._taking[slot] = self._guard(self._take_tables(slot), f"taking {slot}")

    async def let_go(self, slot: str) -> None:
        """Hear no more of the slot, and finish what its tables have begun."""
        for subscription in self._listening.pop(slot, []):
            try:
                await subscription.unsubscribe()
            except (nats.errors.Error, OSError) as error:
                log.warning("not_unsubscribed", slot=slot, error=repr(error))
        taking = self._taking.pop(slot, None)
        if taking is not None:
            taking.cancel()
            await asyncio.gather(taking, return_exceptions=True)
        await self._roster.stop([table for table in self._roster.hosted() if slot_of_table(table) == slot])

    def log_was_away(self, seconds: float) -> None:
        """Every open deadline moves by as long as the log did not answer (R8.9)."""
        now_ms = self._clock.now_ms()
        self._roster.tell_all(LogWasAway(now_ms - int(seconds * 1000), now_ms))

    async def _take_tables(self, slot: str) -> None:
        tables = [table for table in await self._tables() if slot_of_table(table) == slot]
        gate = asyncio.Semaphore(TAKEN_OVER_AT_ONCE)
        began = self._clock.monotonic_s()
        await asyncio.gather(*(self._take_table(table, gate) for table in tables))
        took_ms = round((self._clock.monotonic_s() - began) * 1000)
        if tables:
            log.info("tables_taken_over", slot=slot, tables=len(tables), took_ms=took_ms)

    async def _tables(self) -> list[TableId]:
        while True:
            try:
                return await self._catalogue.tables()
            except (nats.errors.Error, OSError, ApiRefused) as error:
                log.warning("catalogue_unread", error=repr(error))
                await self._clock.sleep(RETRY_S)

    async def _take_table(self, table: TableId, gate: asyncio.Semaphore) -> None:
        async with gate:
            while True:
                try:
                    await self._roster.bring_back(table)
                except (nats.errors.Error, OSError, ApiRefused) as error:
                    log.warning("table_not_taken_over_yet", table=table, error=repr(error))
                    await self._clock.sleep(RETRY_S)
                else:
                    return


def slot_of_table(table: TableId) -> str:
    """The key of the slot that a table belongs to."""
    return slot_key(shard_of(table), slot_of(table))
