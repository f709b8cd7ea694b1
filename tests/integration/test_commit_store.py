"""Appending: the fence, lost acknowledgements, late landings; on one nats-server and on three."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from riverrun.contracts.commits import Commit
from riverrun.runtime.eventstore.outcomes import CommitTooLarge, Fenced, Unsettled
from tests.support.lossy_proxy import LossyProxy
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.till import ChipsPutIn, Log, TillOpened, commit_of, new_table, open_log


@pytest_asyncio.fixture
async def other(servers: NatsServers) -> AsyncIterator[Log]:
    """Another process that takes itself for the owner."""
    opened = await open_log(servers)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def proxy(servers: NatsServers) -> AsyncIterator[LossyProxy]:
    standing = LossyProxy(servers.urls[0])
    yield standing
    await standing.stop()


@pytest_asyncio.fixture
async def behind(servers: NatsServers, proxy: LossyProxy) -> AsyncIterator[Log]:
    """A table service whose line to its server can be troubled."""
    opened = await open_log(servers, await proxy.start())
    yield opened
    await opened.close()


async def commits_of(log: Log, table: str) -> list[Commit]:
    tail = await log.reader.tail(table)
    batches = log.reader.commits(table, 1, tail.seq if tail else 0)
    return [one.commit async for batch in batches for one in batch]


async def landed(log: Log, table: str, commit: Commit) -> None:
    """Wait until a commit stands in the log."""
    async with asyncio.timeout(LONG_S):
        while (tail := await log.reader.tail(table)) is None or tail.commit != commit:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_commits_are_read_back_in_order_as_they_were_written(log: Log) -> None:
    table = new_table()
    seq = await log.open(table)
    await log.fill(table, 5, seq, 1)
    versions = [(commit.first_version, commit.last_version) for commit in await commits_of(log, table)]
    assert versions == [(1, 1), (2, 3), (4, 5), (6, 7), (8, 9), (10, 11)]


async def test_a_stale_fence_is_refused_and_shows_the_tail(log: Log, other: Log) -> None:
    table = new_table()
    first = await log.open(table)
    theirs = commit_of(table, 2, ChipsPutIn(5))
    await other.store.append(theirs, first)
    with pytest.raises(Fenced) as fenced:
        await log.store.append(commit_of(table, 2, ChipsPutIn(7)), first)
    assert fenced.value.tail is not None
    assert fenced.value.tail.commit == theirs
    assert len(await commits_of(log, table)) == 2


async def test_a_table_is_opened_once(log: Log, other: Log) -> None:
    table = new_table()
    await log.open(table)
    with pytest.raises(Fenced):
        await other.open(table)


async def test_two_owners_cannot_both_write(log: Log, other: Log) -> None:
    table = new_table()
    seq = await log.open(table)
    for version in range(2, 22):
        ends = await asyncio.gather(
            log.store.append(commit_of(table, version, ChipsPutIn(1)), seq),
            other.store.append(commit_of(table, version, ChipsPutIn(2)), seq),
            return_exceptions=True,
        )
        written = [end for end in ends if isinstance(end, int)]
        assert len(written) == 1, ends
        assert [type(end) for end in ends if end not in written] == [Fenced]
        seq = written[0]
    assert len(await commits_of(log, table)) == 21


async def test_the_same_bytes_sent_twice_are_one_commit(log: Log, other: Log) -> None:
    table = new_table()
    seq = await log.open(table)
    commit = commit_of(table, 2, ChipsPutIn(5))
    first = await log.store.append(commit, seq)
    assert await other.store.append(commit, seq) == first
    assert len(await commits_of(log, table)) == 2


async def test_two_appends_of_one_table_at_once_are_a_bug(log: Log) -> None:
    table = new_table()
    with pytest.raises(AssertionError, match="at once"):
        await asyncio.gather(log.open(table), log.open(table))


async def test_a_commit_no_server_would_take_is_not_sent(log: Log) -> None:
    table = new_table()
    with pytest.raises(CommitTooLarge):
        await log.store.append(commit_of(table, 1, TillOpened("x" * 300_000)), 0)
    assert await log.reader.tail(table) is None


async def test_a_lost_acknowledgement_is_settled_by_sending_again(
    log: Log, behind: Log, proxy: LossyProxy
) -> None:
    table = new_table()
    seq = await behind.open(table)
    commit = commit_of(table, 2, ChipsPutIn(5))

    proxy.withhold_replies()
    appending = asyncio.create_task(behind.store.append(commit, seq))
    await landed(log, table, commit)
    proxy.cut()

    tail = await log.reader.tail(table)
    assert tail is not None
    assert await asyncio.wait_for(appending, LONG_S) == tail.seq
    assert len(await commits_of(log, table)) == 2


async def test_a_request_that_arrives_after_its_repetition_changes_nothing(
    log: Log, behind: Log, proxy: LossyProxy
) -> None:
    table = new_table()
    seq = await behind.open(table)
    commit = commit_of(table, 2, ChipsPutIn(5))

    proxy.withhold_requests()
    appending = asyncio.create_task(behind.store.append(commit, seq))
    await asyncio.sleep(0.1)
    proxy.cut()
    settled = await asyncio.wait_for(appending, LONG_S)
    proxy.release()
    await asyncio.sleep(0.2)

    seq = await behind.store.append(commit_of(table, 3, ChipsPutIn(1)), settled)
    assert [one.first_version for one in await commits_of(log, table)] == [1, 2, 3]


async def test_silence_settles_nothing_and_a_stall_is_told(
    servers: NatsServers, log: Log, proxy: LossyProxy
) -> None:
    stalls: list[tuple[str, float]] = []
    behind = await open_log(servers, await proxy.start(), on_stall=lambda *stall: stalls.append(stall))
    table = new_table()
    seq = await behind.open(table)
    stalls.clear()  # of a busy machine's own

    proxy.withhold_requests()
    appending = asyncio.create_task(behind.store.append(commit_of(table, 2, ChipsPutIn(5)), seq))
    await asyncio.sleep(1.3)
    assert not appending.done()
    assert stalls == []
    proxy.release()

    settled = await asyncio.wait_for(appending, LONG_S)
    assert len(await commits_of(log, table)) == 2
    assert [(stalled, seconds > 1) for stalled, seconds in stalls] == [(table, True)]
    assert await behind.store.append(commit_of(table, 3, ChipsPutIn(1)), settled) > settled
    await behind.close()


async def test_our_commit_is_found_even_under_another_owners(
    log: Log, behind: Log, proxy: LossyProxy
) -> None:
    table = new_table()
    seq = await behind.open(table)
    ours = commit_of(table, 2, ChipsPutIn(5))

    proxy.withhold_replies()
    appending = asyncio.create_task(behind.store.append(ours, seq))
    await landed(log, table, ours)
    tail = await log.reader.tail(table)
    assert tail is not None
    await log.store.append(commit_of(table, 3, ChipsPutIn(9)), tail.seq)
    proxy.cut()

    assert await asyncio.wait_for(appending, LONG_S) == tail.seq
    with pytest.raises(Fenced):
        await behind.store.append(commit_of(table, 3, ChipsPutIn(1)), tail.seq)


async def test_an_owner_cut_off_while_another_writes_is_fenced(
    log: Log, behind: Log, proxy: LossyProxy
) -> None:
    table = new_table()
    seq = await behind.open(table)
    command = "the-same-command"

    proxy.withhold_requests()
    appending = asyncio.create_task(
        behind.store.append(commit_of(table, 2, ChipsPutIn(5), command=command), seq)
    )
    await asyncio.sleep(0.1)
    await log.store.append(commit_of(table, 2, ChipsPutIn(9), command=command), seq)
    proxy.release()

    with pytest.raises(Fenced):
        await asyncio.wait_for(appending, LONG_S)
    assert len(await commits_of(log, table)) == 2


async def test_closing_leaves_an_unanswered_append_unsettled(behind: Log, proxy: LossyProxy) -> None:
    table = new_table()
    seq = await behind.open(table)
    proxy.withhold_requests()
    appending = asyncio.create_task(behind.store.append(commit_of(table, 2, ChipsPutIn(5)), seq))
    await asyncio.sleep(0.05)
    behind.store.close()
    with pytest.raises(Unsettled):
        await asyncio.wait_for(appending, LONG_S)
