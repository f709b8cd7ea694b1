"""While a table stands still no clock runs: not for a kept seat, nor for who sits out (R8.3, R8.9)."""

import pytest

from riverrun.contracts.operator_commands import OperatorOrder, OrderRequest, ResumeTable, SuspendTable
from riverrun.contracts.table_commands import (
    ComeBack,
    ContinueTable,
    JoinWaitingList,
    PauseTable,
    Reply,
    SitDown,
    SitOut,
    StandUp,
)
from riverrun.contracts.table_config import Clocks, TableConfig
from riverrun.contracts.table_events import KickTimerMoved, SeatOffered, TableResumed, TableSuspended
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table, seat_of
from services.table.decide import operating
from services.table.decide.facts import Facts
from services.table.host.mailbox import Ordered
from tests.support.live_table import LiveTable

HOUR_MS = 3_600_000
KICK_MS = 600_000
OFFER_MS = 60_000
SPENT_MS = 20_000
"""How long the seat had been kept, and the player sat out, when the table stood still."""

CONFIG = TableConfig(seats=3, clocks=Clocks(kick_ms=KICK_MS, seat_offer_ms=OFFER_MS))


async def between_hands() -> LiveTable:
    """Bob sits out; seat 3 is kept for Dot; Ann alone is dealt no hand. 20 seconds later."""
    live = LiveTable(CONFIG)
    await live.open()
    for player in ("ann", "bob", "cyd"):
        assert not (await live.ask(player, SitDown(10_000))).code
    assert not (await live.ask("owner", PauseTable())).code
    await live.settle()
    assert not (await live.ask("dot", JoinWaitingList())).code
    assert not (await live.ask("bob", SitOut())).code
    assert not (await live.ask("cyd", StandUp())).code
    await live.settle()
    assert not (await live.ask("owner", ContinueTable())).code
    live.clock.ms += SPENT_MS
    await live.settle()
    assert kept(live.hosted.table) == ("dot", 3, live.clock.ms - SPENT_MS + OFFER_MS)
    return live


def kept(table: Table) -> tuple[str, int, int] | None:
    return next(((one.player, one.seat, one.until_ms) for one in table.waiting_list), None)


def sat_out_ms(table: Table) -> int:
    seat = seat_of(table, "bob")
    assert seat is not None
    assert seat.standing == "sitting_out"
    return seat.sat_out_ms


async def orders(live: LiveTable, order: OperatorOrder) -> None:
    replies: list[Reply] = []

    async def answer(reply: Reply) -> None:
        replies.append(reply)

    request = OrderRequest(f"o{len(live.log.commits)}", "zoe", order)
    live.actor.post(Ordered(request, answer, live.clock.ms))
    while not replies:
        await live.actor.turn()
    assert not replies[0].code


async def stands_still_for_an_hour(live: LiveTable) -> None:
    await orders(live, SuspendTable("broken lamp"))
    live.clock.ms += HOUR_MS
    await live.settle()
    await orders(live, ResumeTable("mended"))
    await live.settle()


async def test_a_kept_seat_is_kept_for_what_was_left_when_the_table_goes_on() -> None:
    live = await between_hands()

    await stands_still_for_an_hour(live)

    assert kept(live.hosted.table) == ("dot", 3, live.clock.ms - SPENT_MS + OFFER_MS)
    assert not (await live.ask("dot", SitDown(10_000))).code


async def test_an_offer_still_lapses_once_its_time_is_over() -> None:
    live = await between_hands()
    await stands_still_for_an_hour(live)

    live.clock.ms += OFFER_MS - SPENT_MS
    await live.settle()

    assert kept(live.hosted.table) is None


async def test_who_sits_out_is_not_kicked_for_the_time_in_which_he_could_not_come_back() -> None:
    live = await between_hands()

    await stands_still_for_an_hour(live)

    assert sat_out_ms(live.hosted.table) == live.clock.ms - SPENT_MS
    live.clock.ms += KICK_MS - SPENT_MS - 1
    await live.settle()
    assert not (await live.ask("bob", ComeBack())).code


async def test_who_does_not_come_back_is_kicked_when_the_rest_of_his_time_is_over() -> None:
    live = await between_hands()
    await stands_still_for_an_hour(live)

    live.clock.ms += KICK_MS - SPENT_MS
    await live.settle()

    assert seat_of(live.hosted.table, "bob") is None


async def test_the_host_may_die_while_the_table_stands_still() -> None:
    live = await between_hands()
    await orders(live, SuspendTable("broken lamp"))
    live.clock.ms += HOUR_MS
    live.restart()
    taken_over = operating.take_over(live.hosted.table, "other", HOUR_MS, Facts(live.clock.ms))
    assert len(taken_over.events) == 1, "nothing is counted twice"

    await orders(live, ResumeTable("mended"))

    assert kept(live.hosted.table) == ("dot", 3, live.clock.ms - SPENT_MS + OFFER_MS)
    assert sat_out_ms(live.hosted.table) == live.clock.ms - SPENT_MS


async def test_a_suspension_that_does_not_tell_its_hour_lets_every_wait_begin_anew() -> None:
    live = await between_hands()
    old = evolve(live.hosted.table, TableSuspended("before the hour was kept"))
    now_ms = live.clock.ms + HOUR_MS

    resumed = operating.order(old, ResumeTable("mended"), Facts(now_ms))

    assert resumed.events == [
        TableResumed("mended"),
        SeatOffered("dot", 3, now_ms + OFFER_MS),
        KickTimerMoved(2, now_ms),
    ]


@pytest.mark.parametrize("away_ms", [4_000, HOUR_MS])
async def test_a_kick_timer_moves_by_an_outage_and_by_a_take_over(away_ms: int) -> None:
    live = await between_hands()
    table, now_ms = live.hosted.table, live.clock.ms + away_ms

    moved = KickTimerMoved(2, sat_out_ms(table) + away_ms)

    assert moved in operating.extend_clocks(table, away_ms, Facts(now_ms)).events
    assert moved in operating.take_over(table, "other", away_ms, Facts(now_ms)).events


async def test_after_an_outage_who_sits_out_has_at_least_three_seconds_to_come_back() -> None:
    live = await between_hands()
    table = live.hosted.table
    now_ms = sat_out_ms(table) + KICK_MS + 100

    after = operating.extend_clocks(table, 500, Facts(now_ms)).table

    assert sat_out_ms(after) + KICK_MS == now_ms + operating.LEAST_TIME_LEFT_MS


async def test_in_an_owners_pause_clocks_run_on_for_everybody_may_act() -> None:
    live = await between_hands()
    assert not (await live.ask("owner", PauseTable())).code
    live.clock.ms += 10_000
    await live.settle()

    assert not (await live.ask("dot", SitDown(10_000))).code
    assert not (await live.ask("bob", ComeBack())).code
