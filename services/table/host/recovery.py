"""Brings tables back: many at once in one sweep over the log, or one alone."""

import asyncio
from collections.abc import Collection, Sequence
from typing import NamedTuple

import structlog

from riverrun.contracts.subjects import ALL_TABLES, TABLES_STREAM, commits_of
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.clock import Clock
from riverrun.runtime.eventstore.replay import Rebuilt, Replay
from riverrun.runtime.eventstore.snapshots import Snapshot, SnapshotStore
from riverrun.runtime.eventstore.sweep import quicker_in_one, sweep, sweep_from
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.table.host.agenda import next_due
from services.table.host.record import Record

log = structlog.get_logger(__name__)

SNAPSHOTS_AT_ONCE = 16
NEVER_MS = 1 << 62
LONGEST_SWEEP = 100_000
"""Commits that tables with good snapshots may wait for one another's."""
TOLD_EVERY_S = 5.0


class Prepared(NamedTuple):
    """Tables in the order in which they are to be brought back, and those whose whole life must be read."""

    soon: list[TableId]
    from_the_first: list[TableId]


class TableRecovery:
    """`prepare` many tables, then `load` each. What was prepared may be out of date: the fence tells."""

    def __init__(
        self, replay: Replay[Record], snapshots: SnapshotStore, api: JetStreamApi, clock: Clock
    ) -> None:
        self._replay = replay
        self._snapshots = snapshots
        self._api = api
        self._clock = clock
        self._ready: dict[TableId, Rebuilt[Record]] = {}

    async def load(self, table: TableId) -> Rebuilt[Record]:
        """Its record at the log's tail. Raises nats-py's errors while the log does not answer."""
        ready = self._ready.pop(table, None)
        return ready or await self._replay.load(table)

    async def prepare(self, tables: Collection[TableId]) -> Prepared:
        """Rebuild what snapshots let rebuild together; those whose clocks run out first come first.

        Raises nats-py's errors while the log does not answer.
        """
        snapshots = await self._newest(tables)
        opened = {one.table: self._replay.opened(one) for one in snapshots}
        last_seq = (await self._api.state(TABLES_STREAM)).last_seq
        # One from beyond the log, as after a backup was put back, would make any sweep look dear.
        starts = {
            table: start for table, start in opened.items() if start is not None and start.seq <= last_seq
        }
        from_seq = sweep_from([start.seq for start in starts.values()], last_seq, LONGEST_SWEEP)
        self._ready |= await sweep(self._api, self._replay, starts, from_seq)
        # Without a snapshot: a new table in its first hand.
        new = [table for table in tables if table not in opened]
        return Prepared([*new, *self._in_order(starts)], sorted(opened.keys() - starts.keys()))

    async def prepare_from_the_first(self, tables: Collection[TableId]) -> list[TableId]:
        """Rebuild tables by all their commits; the tables, those first whose clocks run out first.

        So it is after a release that folds otherwise, when no snapshot is of use. It is done in one sweep
        where that is quicker than each table by itself. Raises as `prepare`.
        """
        log_now = await self._api.state(TABLES_STREAM, ALL_TABLES)
        if quicker_in_one([log_now.subjects.get(commits_of(table), 0) for table in tables], log_now.last_seq):
            self._ready |= await self._swept_from_the_first(tables)
        return self._in_order(tables)

    async def _swept_from_the_first(self, tables: Collection[TableId]) -> dict[TableId, Rebuilt[Record]]:
        told_s = self._clock.monotonic_s()

        def tell(read: int, left: int) -> None:
            nonlocal told_s
            if (now_s := self._clock.monotonic_s()) >= told_s + TOLD_EVERY_S:
                told_s = now_s
                log.info("tables_being_read_from_the_first", tables=len(tables), commits=read, left=left)

        nothing = Rebuilt[Record](None, 0, 0)
        return await sweep(self._api, self._replay, dict.fromkeys(tables, nothing), 1, tell)

    def forget(self, tables: Collection[TableId]) -> None:
        """They are hosted, or will never be."""
        for table in tables:
            self._ready.pop(table, None)

    def _in_order(self, tables: Collection[TableId]) -> list[TableId]:
        return sorted(tables, key=self._due_ms)

    def _due_ms(self, table: TableId) -> int:
        """When its clock runs out. A table of which no sweep found anything is idle: it can wait."""
        ready = self._ready.get(table)
        due = None if ready is None or ready.state is None else next_due(ready.state)
        return NEVER_MS if due is None else due.at_ms

    async def _newest(self, tables: Collection[TableId]) -> Sequence[Snapshot]:
        gate = asyncio.Semaphore(SNAPSHOTS_AT_ONCE)

        async def newest(table: TableId) -> Snapshot | None:
            async with gate:
                return await self._snapshots.newest(table)

        found = await asyncio.gather(*(newest(table) for table in tables))
        return [snapshot for snapshot in found if snapshot is not None]
