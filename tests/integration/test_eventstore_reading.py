"""Reading the log: whole histories, the list of tables, a hand by bisection, snapshots."""

import msgspec
import pytest

from riverrun.contracts.subjects import SNAPSHOTS_STREAM, snapshot_of
from riverrun.runtime.eventstore.logged import BrokenChain
from riverrun.runtime.eventstore.snapshots import Snapshot
from riverrun.runtime.nats.jetstream_api import BATCH, JetStreamApi
from tests.support.patience import LONG_S
from tests.support.till import ChipsPutIn, Log, Till, commit_of, new_table

bytes_of = msgspec.msgpack.encode


async def test_a_table_without_commits_is_nothing_yet(log: Log) -> None:
    rebuilt = await log.replay.load(new_table())
    assert (rebuilt.state, rebuilt.version, rebuilt.seq) == (None, 0, 0)


async def test_a_history_longer_than_a_batch_is_read_whole(log: Log) -> None:
    table, neighbour = new_table(), new_table()
    await log.open(neighbour)
    seq, version = await log.fill(table, BATCH + 20, await log.open(table), 1)
    rebuilt = await log.replay.load(table)
    assert rebuilt.state == Till("till", 10 * (BATCH + 20), 2 * (BATCH + 20))
    assert (rebuilt.version, rebuilt.seq) == (version, seq)
    assert await log.reader.commits(table, seq, seq + 1000).__anext__() != []


async def test_every_table_with_a_commit_is_listed(log: Log) -> None:
    tables = [new_table() for _ in range(5)]
    for table in tables:
        await log.open(table)
    assert set(tables) <= set(await log.reader.tables())
    assert new_table() not in await log.reader.tables()


async def test_the_first_commit_of_a_hand_is_found_by_bisection(log: Log) -> None:
    table, neighbour = new_table(), new_table()
    starts: dict[int, int] = {}
    seq = await log.open(table)
    their_seq = await log.open(neighbour)
    for version in range(2, 62):
        hand = version * version // 40
        seq = await log.store.append(commit_of(table, version, ChipsPutIn(1), hand=hand), seq)
        starts.setdefault(hand, seq)
        their_seq = await log.store.append(commit_of(neighbour, version, ChipsPutIn(1), hand=1), their_seq)
    for hand in range(1, max(starts) + 2):
        found = await log.reader.first_of_hand(table, hand)
        assert (found.seq if found else None) == starts.get(hand)


async def test_commits_that_do_not_follow_each_other_are_no_history(log: Log) -> None:
    table = new_table()
    seq = await log.open(table)
    await log.store.append(commit_of(table, 3, ChipsPutIn(1)), seq)
    with pytest.raises(BrokenChain):
        await log.replay.load(table)


async def snapshot_at(log: Log, table: str) -> Snapshot:
    rebuilt = await log.replay.load_in_full(table)
    assert rebuilt.state is not None
    return log.replay.snapshot(table, rebuilt.state, rebuilt.version, rebuilt.seq)


async def test_a_snapshot_and_the_tail_equal_the_full_replay(log: Log) -> None:
    table = new_table()
    seq, version = await log.fill(table, 10, await log.open(table), 1)
    log.snapshots.write_soon(await snapshot_at(log, table))
    await log.snapshots.written()
    for more in (0, 3):
        seq, version = await log.fill(table, more, seq, version)
        quick, full = await log.replay.load(table), await log.replay.load_in_full(table)
        assert quick.from_snapshot
        assert not full.from_snapshot
        assert bytes_of(quick.state) == bytes_of(full.state)
        assert (quick.version, quick.seq) == (full.version, full.seq) == (version, seq)


async def test_a_snapshot_made_by_other_code_is_ignored(log: Log) -> None:
    table = new_table()
    await log.fill(table, 3, await log.open(table), 1)
    assert await log.snapshots.write(await snapshot_at(log, table))
    assert not (await log.replay_by("other code").load(table)).from_snapshot
    assert (await log.replay.load(table)).from_snapshot


@pytest.mark.parametrize(
    "spoiled",
    [
        {"seq": 1 << 50},
        {"state": b"\xc1"},
        {"state": bytes_of(["till", "not chips", 0])},
        {"version": 4},
        {"table": "s0-another"},
        {"format": 99},
    ],
    ids=[
        "beyond the tail",
        "no msgpack",
        "another shape",
        "another version",
        "another table",
        "later format",
    ],
)
async def test_a_snapshot_that_cannot_be_right_is_ignored(log: Log, spoiled: dict[str, object]) -> None:
    table = new_table()
    await log.fill(table, 3, await log.open(table), 1)
    wrong = msgspec.structs.replace(await snapshot_at(log, table), **spoiled)
    assert await log.snapshots.write(msgspec.structs.replace(wrong, table=table))
    if wrong.table != table:
        await log.client.request(snapshot_of(table), bytes_of(wrong), timeout=LONG_S)
    rebuilt = await log.replay.load(table)
    assert not rebuilt.from_snapshot
    assert rebuilt == await log.replay.load_in_full(table)


async def test_a_snapshot_that_is_not_msgpack_at_all_is_ignored(log: Log) -> None:
    table = new_table()
    await log.open(table)
    await log.client.request(snapshot_of(table), b"\xc1\xc1", timeout=LONG_S)
    assert not (await log.replay.load(table)).from_snapshot


async def test_only_the_newest_snapshot_is_kept(log: Log) -> None:
    table = new_table()
    seq, version = await log.fill(table, 2, await log.open(table), 1)
    assert await log.snapshots.write(await snapshot_at(log, table))
    seq, version = await log.fill(table, 2, seq, version)
    assert await log.snapshots.write(await snapshot_at(log, table))
    state = await JetStreamApi(log.client).state(SNAPSHOTS_STREAM, snapshot_of(table))
    assert state.subjects == {snapshot_of(table): 1}


async def test_a_snapshot_that_cannot_be_written_harms_nobody(log: Log) -> None:
    table = new_table()
    seq = await log.open(table)
    too_large = msgspec.structs.replace(await snapshot_at(log, table), state=b"x" * 600_000)
    assert not await log.snapshots.write(too_large)
    assert (await log.replay.load(table)).seq == seq
