"""Brings tables back: many at once in one sweep over the log's end, or one alone."""

import asyncio
from collections.abc import Collection, Sequence

import structlog

from riverrun.contracts.subjects import TABLES_STREAM
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.recent_commits import RecentCommits, sweep_from
from riverrun.runtime.eventstore.replay import Rebuilt, Replay
from riverrun.runtime.eventstore.snapshots import Snapshot, SnapshotStore
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.table.host.agenda import next_due
from services.table.host.record import Record

log = structlog.get_logger(__name__)

SNAPSHOTS_AT_ONCE = 16
NEVER_MS = 1 << 62


class TableRecovery:
    """`prepare` many tables, then `load` each. What was prepared may be out of date: the fence tells."""

    def __init__(self, replay: Replay[Record], snapshots: SnapshotStore, api: JetStreamApi) -> None:
        self._replay = replay
        self._snapshots = snapshots
        self._api = api
        self._prepared: dict[TableId, Rebuilt[Record]] = {}

    async def load(self, table: TableId) -> Rebuilt[Record]:
        """Its record at the log's tail. Raises nats-py's errors while the log does not answer."""
        prepared = self._prepared.pop(table, None)
        return prepared or await self._replay.load(table)

    async def prepare(self, tables: Collection[TableId]) -> list[TableId]:
        """Rebuild what can be rebuilt together; all the tables, those first whose clocks run out first.

        Raises nats-py's errors while the log does not answer.
        """
        snapshots = await self._newest(tables)
        last_seq = (await self._api.state(TABLES_STREAM)).last_seq
        recent = RecentCommits(sweep_from([snapshot.seq for snapshot in snapshots], last_seq))
        await recent.sweep(self._api, {snapshot.table for snapshot in snapshots})
        due_ms = {}
        for snapshot in snapshots:
            due_ms[snapshot.table] = NEVER_MS
            rebuilt = self._resume(snapshot, recent)
            if rebuilt is not None and rebuilt.state is not None:
                self._prepared[snapshot.table] = rebuilt
                due = next_due(rebuilt.state)
                due_ms[snapshot.table] = NEVER_MS if due is None else due.at_ms
            await asyncio.sleep(0)
        # Without a snapshot: a new table in its first hand.
        return sorted(tables, key=lambda table: due_ms.get(table, 0))

    def forget(self, tables: Collection[TableId]) -> None:
        """They are hosted, or will never be."""
        for table in tables:
            self._prepared.pop(table, None)

    def _resume(self, snapshot: Snapshot, recent: RecentCommits) -> Rebuilt[Record] | None:
        commits = recent.after(snapshot.table, snapshot.seq)
        if not commits:
            # Nothing shows that the log knows what the snapshot holds; an idle table is quickly read alone.
            return None
        try:
            return self._replay.resume(snapshot, commits)
        except Exception:
            # Whatever it is, it will come up again when the table is read alone, and then stop that table.
            log.exception("table_not_prepared", table=snapshot.table)
            return None

    async def _newest(self, tables: Collection[TableId]) -> Sequence[Snapshot]:
        gate = asyncio.Semaphore(SNAPSHOTS_AT_ONCE)

        async def newest(table: TableId) -> Snapshot | None:
            async with gate:
                return await self._snapshots.newest(table)

        found = await asyncio.gather(*(newest(table) for table in tables))
        return [snapshot for snapshot in found if snapshot is not None]
