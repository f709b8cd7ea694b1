"""Two table processes share the tables; whatever happens to one of them, nothing is lost or doubled."""

import asyncio
import itertools
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from riverrun.contracts.operator_commands import DrainTable, ResumeTable, SuspendTable, VoidHand
from riverrun.contracts.table_commands import SitDown, View
from riverrun.contracts.table_events import (
    ClocksExtended,
    HandVoided,
    PlayerFolded,
    TableDraining,
    TableEvent,
    TableResumed,
    TableSuspended,
)
from tests.support.judged_history import History
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.table_house import TableHouse, table_house
from tests.support.table_process import QUICK
from tests.support.waiting import until, waiting_for

DECISION_S = 15
"""Shorter than an outage, after which everybody has been silent for too long to be known as living."""
TABLES = tuple(f"s0-owned{number:03}" for number in range(6))


@pytest.fixture(params=[1])
def servers(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[NatsServers]:
    """The test's own: slots are shared among all processes that are there."""
    servers = NatsServers(tmp_path / "nats", request.param)
    servers.start()
    try:
        asyncio.run(servers.found())
        yield servers
    finally:
        servers.stop()


@pytest_asyncio.fixture
async def house(servers: NatsServers, tmp_path: Path) -> AsyncIterator[TableHouse]:
    async with table_house(servers, tmp_path) as opened:
        yield opened


def harm_in(histories: dict[str, History]) -> list[TableEvent]:
    """Hands voided, and turns that players did not answer themselves."""
    events = [event for history in histories.values() for event in history.events()]
    return [
        event
        for event in events
        if isinstance(event, HandVoided) or (isinstance(event, PlayerFolded) and event.cause != "player")
    ]


def told(house: TableHouse, host: str, event: str, times: int) -> Callable[[], Awaitable[bool]]:
    async def has_told() -> bool:
        return house.told(host, event) >= times

    return has_told


# -- one of two goes


async def test_killing_the_owner_of_most_hands_costs_a_pause_and_nothing_else(house: TableHouse) -> None:
    await house.start_two()
    await house.open(*TABLES)
    await house.play(2)
    before = {table: history.hand for table, history in (await house.histories()).items()}
    playing = asyncio.create_task(house.play(9))
    await asyncio.sleep(1)
    killed = await house.busiest()
    house.signal(killed, signal.SIGKILL)
    await house.all_answer()
    await playing
    await house.play_until(
        lambda histories: all(history.hand > before[table] for table, history in histories.items())
    )

    histories = await house.require_nothing_lost()
    hosts = [history.hosts() for history in histories.values()]
    moved = [one for one in hosts if killed in one and one[-1] != killed]
    assert len(moved) >= len(TABLES) / 2
    assert harm_in(histories) == []


async def test_who_is_told_to_stop_hands_every_slot_over_before_it_ends(house: TableHouse) -> None:
    one, other = await house.start_two(RIVERRUN_STOP_WITHIN_S=str(LONG_S))
    await house.open(*TABLES)
    playing = asyncio.create_task(house.play(4))
    await asyncio.sleep(1)
    house.signal(one, signal.SIGTERM)
    await until(house.is_shared(other))
    await house.all_answer()
    await playing
    await house.hosts[one].ended()

    assert house.told(one, "slot_left") >= 8, "no slot waited for its lease to run out"
    assert harm_in(await house.require_nothing_lost()) == []


async def test_a_stale_owner_that_wakes_up_writes_nothing_and_answers_nobody(house: TableHouse) -> None:
    hosts = await house.start_two()
    table, *_ = TABLES
    one = await house.owner_of(table)
    (other,) = {*hosts} - {one}
    await house.open(*TABLES)
    await house.play(1)
    replies = await house.count_replies()
    house.signal(one, signal.SIGSTOP)
    async with waiting_for("an answer by the other"):
        for number in itertools.count():
            await replies.ask(table, "dot", View(), f"asked-{number}")
            await asyncio.sleep(0.2)
            if replies.counted[f"asked-{number}"] and await house.owner_of(table) == other:
                break
    await replies.ask(table, "dot", SitDown(500), "sits-down")
    await until(lambda: replies.counted["sits-down"] > 0)
    taken_before = house.told(one, "slot_taken")
    hosts_before = (await house.histories())[table].hosts()
    house.signal(one, signal.SIGCONT)
    # What lay in its socket is read now.
    await until(told(house, one, "slot_lost", 8))
    hosts_after = (await house.histories())[table].hosts()

    assert hosts_before[-1] == other
    if hosts_after != hosts_before:
        # Handed back in order: it says so a moment before or after the log does.
        await until(told(house, one, "slot_taken", taken_before + 1))
    assert max(replies.counted.values()) == 1, "nobody was answered by both"
    assert replies.counted["sits-down"] == 1
    assert house.told(one, "overtaken") == house.told(one, "table_lost") == 0, "it tried to write nothing"

    await until(house.is_shared(one, other))
    await house.play(2)
    await house.require_nothing_lost()


@pytest.mark.parametrize(
    "point",
    [
        "unsettled:30",
        "unanswered:20",
        *(
            pytest.param(point, marks=pytest.mark.slow)
            for point in ("unseen:40", "showdown:4", "snapshot:3", "buy_in:3", "hosted:2")
        ),
    ],
)
async def test_dying_at_the_worst_moment_loses_and_doubles_nothing(house: TableHouse, point: str) -> None:
    doomed, _ = await house.start_two(RIVERRUN_TABLE_DIE_AT=point, RIVERRUN_SANDBOX="1")
    tables = (*TABLES[1:], await house.a_table_of(doomed))
    opening = asyncio.create_task(house.open(*tables))
    while not await house.is_dead(doomed):
        await house.play(0.5)
        if opening.done():
            opening.result()
    await opening
    await house.all_answer()
    await house.play(1)

    histories = await house.require_nothing_lost()
    assert {history.record.table.bought for history in histories.values() if history.record} == {3_000}


# -- two at once


@pytest.mark.parametrize("servers", [1, 3], indirect=True, ids=["one server", "three servers"])
async def test_two_processes_that_both_believe_they_own_a_table_cannot_both_write(house: TableHouse) -> None:
    await house.open_with_one_rogue(*TABLES[:3])
    await house.play_until(lambda histories: all(len(history.hosts()) > 4 for history in histories.values()))

    histories = await house.require_nothing_lost()
    for history in histories.values():
        assert len(set(history.hosts())) == 2, "both wrote, one after the other"


# -- the log goes


@pytest.mark.parametrize(
    "servers",
    [pytest.param(1, id="one server"), pytest.param(3, id="three servers")],
    indirect=True,
)
@pytest.mark.slow
async def test_while_the_log_is_away_no_table_moves_and_no_clock_runs(
    house: TableHouse, servers: NatsServers
) -> None:
    one, other = await house.start_two()
    clocks = replace(QUICK.clocks, decision_ms=DECISION_S * 1_000)
    await house.open(*TABLES, config=replace(QUICK, clocks=clocks))
    before = {table: history.hosts() for table, history in (await house.histories()).items()}
    await house.play(2)
    # Every table waits for somebody, with so many seconds on the clock; the outage is longer.
    for server in servers.servers:
        server.kill()
    await asyncio.sleep(DECISION_S + 1)
    for server in servers.servers:
        server.start()
    await asyncio.gather(house.play(8), house.all_answer())

    histories = await house.require_nothing_lost()
    assert harm_in(histories) == []
    assert {table: history.hosts() for table, history in histories.items()} == before
    assert house.told(one, "slot_lost") == house.told(other, "slot_lost") == 0
    extended = [
        table
        for table, history in histories.items()
        if any(isinstance(event, ClocksExtended) for event in history.events())
    ]
    assert extended


@pytest.mark.slow
async def test_processes_long_dead_get_no_share_when_the_server_brings_their_entries_back(
    house: TableHouse, servers: NatsServers
) -> None:
    """nats-server does so when it is killed after an orderly stop; the entries then never run out."""
    (server,) = servers.servers
    one, other = await house.start_two()
    house.signal(one, signal.SIGKILL)
    third = await house.start()
    await until(house.is_shared(other, third))
    await asyncio.to_thread(server.stop)
    server.start()
    await asyncio.to_thread(server.wait_until_ready)
    await asyncio.sleep(4)
    await asyncio.to_thread(server.kill)
    server.start()
    await asyncio.to_thread(server.wait_until_ready)
    await asyncio.sleep(6)
    await until(house.is_shared(other, third))


# -- operators


async def test_an_operator_drains_suspends_resumes_and_voids(house: TableHouse) -> None:
    await house.start_two()
    table = TABLES[0]
    await house.open(table)
    await until(lambda: house.waits_for_somebody(table))
    assert not (await house.order(table, SuspendTable("a look"), "order-1")).code
    assert (await house.doors[table].ask(table, "dot", SitDown(500))).code == "table_suspended"
    assert not (await house.order(table, VoidHand("misdeal"), "order-2")).code
    assert not (await house.order(table, ResumeTable("seen"), "order-3")).code
    await house.play(1)
    await until(lambda: house.waits_for_somebody(table))
    assert not (await house.order(table, DrainTable("upgrade"), "order-4")).code
    assert not (await house.order(table, DrainTable("upgrade"), "order-4")).code, (
        "the same order, answered again"
    )
    assert (await house.order(table, DrainTable("upgrade"), "order-5")).code == "already_suspended"
    await house.play_until(lambda histories: isinstance(histories[table].events()[-1], TableSuspended))

    history = (await house.require_nothing_lost())[table]
    kinds = [type(event) for event in history.events()]
    for kind in (TableSuspended, HandVoided, TableResumed, TableDraining):
        assert kind in kinds
    assert kinds[-1] is TableSuspended, "the drained table stands still after its last hand"
    ordered = [one.commit.command for one in history.commits if one.commit.actor == "operator-zoe"]
    assert ordered == ["order-1", "order-2", "order-3", "order-4"]
