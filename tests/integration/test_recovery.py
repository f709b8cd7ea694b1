"""Many tables brought back in one sweep are the same as each read alone, whatever snapshots there are."""

import secrets
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import NamedTuple

import pytest_asyncio
from msgspec import structs
from msgspec.structs import replace
from nats.aio.client import Client

from console.bench.filled_log import FilledLog
from riverrun.contracts.subjects import commits_of
from riverrun.runtime.clock import SystemClock
from riverrun.runtime.eventstore import sweep
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.snapshots import SnapshotStore
from riverrun.runtime.eventstore.sweep import ALONE, quicker_in_one
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.table.host.agenda import next_due
from services.table.host.recovery import LONGEST_SWEEP, TableRecovery
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S


class Tables(NamedTuple):
    """Eight tables, each with two hands, a snapshot after them, and a third hand begun."""

    client: Client
    ids: list[str]
    log: FilledLog
    snapshots: SnapshotStore
    recovery: TableRecovery

    async def snapshot_now(self, table: str, fold: str = "", seq: int = 0) -> None:
        now = await self.log.replay.load_in_full(table)
        assert now.state is not None
        snapshot = self.log.replay.snapshot(table, now.state, now.version, seq or now.seq)
        if fold:
            snapshot = structs.replace(snapshot, fold=fold)
        assert await self.snapshots.write(snapshot)


@pytest_asyncio.fixture
async def tables(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[Tables]:
    client = await one_server.connect()
    api = JetStreamApi(client)
    log, snapshots = FilledLog(client, tmp_path), SnapshotStore(client, api)
    ids = [f"s0-{secrets.token_hex(5)}" for _ in range(8)]
    await log.play(ids, 2)
    yield Tables(client, ids, log, snapshots, TableRecovery(log.replay, snapshots, api, SystemClock()))
    await client.close()


async def test_a_sweep_gives_what_reading_each_table_alone_gives(tables: Tables) -> None:
    ordered, _ = await tables.recovery.prepare(tables.ids)

    assert sorted(ordered) == sorted(tables.ids)
    for table in tables.ids:
        prepared = tables.recovery._ready[table]
        assert prepared == replace(await tables.log.replay.load_in_full(table), from_snapshot=True)
        assert await tables.recovery.load(table) is prepared
    assert tables.recovery._ready == {}


async def test_those_whose_clocks_run_out_first_come_first(tables: Tables) -> None:
    ordered, _ = await tables.recovery.prepare(tables.ids)

    due = [next_due((await tables.log.replay.load_in_full(table)).state) for table in ordered]  # type: ignore[arg-type]
    times = [one.at_ms for one in due if one is not None]
    assert times == sorted(times)


async def test_a_snapshot_by_another_fold_costs_time_and_nothing_else(tables: Tables) -> None:
    table = tables.ids[0]
    await tables.snapshot_now(table, fold="other")
    ordered, from_the_first = await tables.recovery.prepare(tables.ids)

    assert (sorted(ordered), from_the_first) == (sorted(tables.ids[1:]), [table])
    assert table not in tables.recovery._ready
    assert await tables.recovery.load(table) == await tables.log.replay.load_in_full(table)


async def test_a_snapshot_from_beyond_the_log_keeps_no_other_table_from_the_sweep(tables: Tables) -> None:
    # One such snapshot, as after an older log was put back, and every table was read by itself.
    table, *others = tables.ids
    await tables.snapshot_now(table, seq=10**9)
    ordered, from_the_first = await tables.recovery.prepare(tables.ids)

    assert (sorted(ordered), from_the_first) == (sorted(others), [table])
    assert sorted(tables.recovery._ready) == sorted(others)
    assert await tables.recovery.load(table) == await tables.log.replay.load_in_full(table)


async def test_a_table_with_nothing_since_its_snapshot_is_read_alone_and_last(tables: Tables) -> None:
    table = tables.ids[0]
    await tables.snapshot_now(table)
    ordered, _ = await tables.recovery.prepare(tables.ids)

    assert ordered[-1] == table
    assert table not in tables.recovery._ready
    assert (await tables.recovery.load(table)).from_snapshot


async def test_what_nobody_loads_is_forgotten(tables: Tables) -> None:
    await tables.recovery.prepare(tables.ids)
    tables.recovery.forget(tables.ids)

    assert tables.recovery._ready == {}


async def test_after_a_new_release_all_tables_are_read_whole_in_one_sweep(tables: Tables) -> None:
    for table in tables.ids:
        await tables.snapshot_now(table, fold="other")
    soon, from_the_first = await tables.recovery.prepare(tables.ids)
    every_table_of_the_log = await CommitReader(JetStreamApi(tables.client)).tables()

    ordered = await tables.recovery.prepare_from_the_first(every_table_of_the_log)

    assert (soon, from_the_first) == ([], sorted(tables.ids))
    assert sorted(ordered) == every_table_of_the_log
    for table in tables.ids:
        assert tables.recovery._ready[table] == await tables.log.replay.load_in_full(table)


async def test_a_table_whose_commits_do_not_follow_each_other_is_left_to_be_read_alone(
    tables: Tables,
) -> None:
    broken, *others = tables.ids
    last = await CommitReader(JetStreamApi(tables.client)).tail(broken)
    assert last is not None
    await tables.client.request(commits_of(broken), last.data, timeout=LONG_S)

    await tables.recovery.prepare(tables.ids)

    assert sorted(tables.recovery._ready) == sorted(others)


def test_a_sweep_begins_where_it_is_cheapest() -> None:
    def sweep_from(known_seqs: Collection[int], last_seq: int) -> int:
        return sweep.sweep_from(known_seqs, last_seq, LONGEST_SWEEP)

    assert sweep_from([90, 95, 80], last_seq=100) == 81
    assert sweep_from([99_000, 99_500, 99_900], last_seq=100_000) == 99_901, "the others are read alone"
    assert sweep_from([100], last_seq=100) == 101, "nothing to sweep"
    assert sweep_from([], last_seq=100) == 101
    many = list(range(0, LONGEST_SWEEP, ALONE // 2))
    assert sweep_from(many, LONGEST_SWEEP) == 1, "many tables are worth a long sweep"
    endless = 10 * LONGEST_SWEEP
    assert sweep_from(many, endless) == endless + 1, "but not one without end"


def test_whole_lives_are_read_in_one_sweep_if_they_are_much_of_the_log() -> None:
    assert quicker_in_one([500] * 200, in_all=100_000)
    assert quicker_in_one([500] * 8, in_all=4_000)
    assert not quicker_in_one([500] * 8, in_all=100_000)
