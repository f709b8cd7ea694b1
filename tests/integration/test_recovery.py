"""Many tables brought back in one sweep are the same as each read alone, whatever snapshots there are."""

import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest_asyncio
from msgspec import structs

from console.bench.filled_log import FilledLog
from riverrun.runtime.eventstore.recent_commits import ALONE, LONGEST_SWEEP, sweep_from
from riverrun.runtime.eventstore.snapshots import SnapshotStore
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.table.host.agenda import next_due
from services.table.host.recovery import TableRecovery
from tests.support.nats_server import NatsServers


class Tables(NamedTuple):
    """Eight tables, each with two hands, a snapshot after them, and a third hand begun."""

    ids: list[str]
    log: FilledLog
    snapshots: SnapshotStore
    recovery: TableRecovery

    async def snapshot_now(self, table: str, fingerprint: str = "") -> None:
        now = await self.log.replay.load_in_full(table)
        assert now.state is not None
        snapshot = self.log.replay.snapshot(table, now.state, now.version, now.seq)
        if fingerprint:
            snapshot = structs.replace(snapshot, fingerprint=fingerprint)
        assert await self.snapshots.write(snapshot)


@pytest_asyncio.fixture
async def tables(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[Tables]:
    client = await one_server.connect()
    api = JetStreamApi(client)
    log, snapshots = FilledLog(client, tmp_path), SnapshotStore(client, api)
    ids = [f"s0-{secrets.token_hex(5)}" for _ in range(8)]
    await log.play(ids, 2)
    yield Tables(ids, log, snapshots, TableRecovery(log.replay, snapshots, api))
    await client.close()


async def test_a_sweep_gives_what_reading_each_table_alone_gives(tables: Tables) -> None:
    ordered = await tables.recovery.prepare(tables.ids)

    assert sorted(ordered) == sorted(tables.ids)
    for table in tables.ids:
        prepared = tables.recovery._prepared[table]
        assert prepared == replace(await tables.log.replay.load_in_full(table), from_snapshot=True)
        assert await tables.recovery.load(table) is prepared
    assert tables.recovery._prepared == {}


async def test_those_whose_clocks_run_out_first_come_first(tables: Tables) -> None:
    ordered = await tables.recovery.prepare(tables.ids)

    due = [next_due((await tables.log.replay.load_in_full(table)).state) for table in ordered]  # type: ignore[arg-type]
    times = [one.at_ms for one in due if one is not None]
    assert times == sorted(times)


async def test_a_snapshot_by_other_code_costs_time_and_nothing_else(tables: Tables) -> None:
    table = tables.ids[0]
    await tables.snapshot_now(table, fingerprint="other")
    await tables.recovery.prepare(tables.ids)

    assert table not in tables.recovery._prepared
    assert await tables.recovery.load(table) == await tables.log.replay.load_in_full(table)


async def test_a_table_with_nothing_since_its_snapshot_is_read_alone_and_last(tables: Tables) -> None:
    table = tables.ids[0]
    await tables.snapshot_now(table)
    ordered = await tables.recovery.prepare(tables.ids)

    assert ordered[-1] == table
    assert table not in tables.recovery._prepared
    assert (await tables.recovery.load(table)).from_snapshot


async def test_what_nobody_loads_is_forgotten(tables: Tables) -> None:
    await tables.recovery.prepare(tables.ids)
    tables.recovery.forget(tables.ids)

    assert tables.recovery._prepared == {}


def test_a_sweep_begins_where_it_is_cheapest() -> None:
    assert sweep_from([90, 95, 80], last_seq=100) == 81
    assert sweep_from([99_000, 99_500, 99_900], last_seq=100_000) == 99_901, "the others are read alone"
    assert sweep_from([100], last_seq=100) == 101, "nothing to sweep"
    assert sweep_from([], last_seq=100) == 101
    many = list(range(0, LONGEST_SWEEP, ALONE // 2))
    assert sweep_from(many, last_seq=LONGEST_SWEEP) == 1, "many tables are worth a long sweep"
    assert sweep_from(many, last_seq=10 * LONGEST_SWEEP) == 10 * LONGEST_SWEEP + 1, "but not one without end"
