"""An operator drains, suspends, resumes a table and voids its hand; clocks move by outages (R2.8, R8.9)."""

import pytest

from riverrun.contracts import refusals
from riverrun.contracts.operator_commands import (
    DrainTable,
    OperatorOrder,
    ResumeTable,
    RollTable,
    SuspendTable,
    VoidHand,
)
from riverrun.contracts.table_commands import AllIn, Call, CloseTable, Fold, ShowCards, SitDown
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    BuyInConfirmed,
    BuyInReserved,
    ClocksExtended,
    HandEnded,
    HandVoided,
    PlayerSatDown,
    TableDraining,
    TableEvent,
    TableHosted,
    TableResumed,
    TableSuspended,
)
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Betting, Over, Table, Turn, chips_on, pot_of
from services.table.decide import operating
from services.table.decide.commands import decide
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.decide.next_step import next_step, steps_owed
from services.table.decide.owed import StartHand, Suspend
from services.table.host.hosted import Cause
from tests.support.live_table import LiveTable

CONFIG = TableConfig(seats=4, small_blind=50, big_blind=100)


async def table_with(players: int) -> LiveTable:
    live = LiveTable(CONFIG)
    await live.open()
    for number in range(players):
        await live.ask(f"p{number}", SitDown(5_000))
    await live.settle()
    return live


async def in_a_hand() -> LiveTable:
    live = await table_with(3)
    assert turn_of(live.hosted.table).turn
    return live


def turn_of(table: Table) -> Turn:
    assert table.hand is not None
    assert isinstance(table.hand.phase, Betting)
    assert table.hand.phase.turn is not None
    return table.hand.phase.turn


def after(table: Table, events: list[TableEvent]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def ordered(table: Table, order: OperatorOrder, now_ms: int = 0) -> Draft:
    return operating.order(table, order, Facts(now_ms))


# -- draining, suspending, resuming


async def test_a_draining_table_plays_its_hand_and_then_stands_still() -> None:
    table = (await in_a_hand()).hosted.table
    draft = ordered(table, DrainTable("upgrade"))

    assert draft.events == [TableDraining("upgrade")]
    assert next_step(draft.table) == next_step(table), "the hand goes on as if nothing were"


async def test_a_draining_table_without_a_hand_owes_its_suspension_at_once() -> None:
    table = ordered((await table_with(1)).hosted.table, DrainTable("upgrade")).table
    owed = next_step(table)

    assert owed is not None
    assert owed.step == Suspend()
    suspension = operating.suspend(table, table.draining, Facts(5))
    assert suspension.events == [TableSuspended("upgrade", at_ms=5)]


async def test_a_suspended_table_owes_nothing_and_refuses_its_players() -> None:
    live = await in_a_hand()
    table = ordered(live.hosted.table, SuspendTable("broken lamp")).table

    assert steps_owed(table) == ()
    with pytest.raises(refusals.TableIsSuspended):
        decide(table, "p0", "p0", SitDown(5_000), Facts(0))


async def test_resuming_gives_the_player_to_act_his_whole_time_again() -> None:
    live = await in_a_hand()
    suspended = ordered(live.hosted.table, SuspendTable("")).table
    late_ms = live.clock.ms + 3_600_000
    draft = ordered(suspended, ResumeTable(""), late_ms)

    assert draft.events == [TableResumed(), ClocksExtended(late_ms + CONFIG.clocks.decision_ms)]
    assert not draft.table.suspended
    assert turn_of(draft.table).deadline_ms == late_ms + CONFIG.clocks.decision_ms


async def test_resuming_ends_a_drain_that_is_not_over() -> None:
    draining = ordered((await in_a_hand()).hosted.table, DrainTable("")).table
    resumed = ordered(draining, ResumeTable("")).table

    assert not resumed.draining


async def test_a_table_drained_between_hands_deals_the_next_one_when_resumed() -> None:
    live = await table_with(1)
    draining = ordered(live.hosted.table, DrainTable("")).table
    drained = after(draining, list(operating.suspend(draining, "maintenance", Facts(0)).events))
    resumed = ordered(drained, ResumeTable("")).table
    two = after(
        resumed,
        [
            PlayerSatDown(2, "p9", "p9", posts=True),
            BuyInReserved("t", 2, "p9", 5_000),
            BuyInConfirmed("t", 2, 5_000),
        ],
    )

    owed = next_step(two)
    assert owed is not None
    assert owed.step == StartHand()


async def test_orders_that_do_not_fit_are_refused() -> None:
    table = (await table_with(1)).hosted.table
    suspended = ordered(table, SuspendTable("")).table

    with pytest.raises(refusals.AlreadySuspended):
        ordered(suspended, SuspendTable(""))
    with pytest.raises(refusals.AlreadySuspended):
        ordered(suspended, DrainTable(""))
    with pytest.raises(refusals.AlreadySuspended):
        ordered(ordered(table, DrainTable("")).table, DrainTable(""))
    with pytest.raises(refusals.NotSuspended):
        ordered(table, ResumeTable(""))
    with pytest.raises(refusals.NoHandToVoid):
        ordered(table, VoidHand(""))


@pytest.mark.parametrize(
    "order", [DrainTable(""), SuspendTable(""), ResumeTable(""), VoidHand(""), RollTable("")]
)
async def test_a_closed_table_is_written_to_by_no_order(order: OperatorOrder) -> None:
    # A drain was carried out behind its end: such an id is archived no more, or is not as it was archived.
    live = await table_with(1)
    await live.ask("owner", CloseTable())
    await live.settle()
    assert live.hosted.table.closed
    with pytest.raises(refusals.TableIsClosed):
        ordered(live.hosted.table, order)


# -- voiding


async def test_a_voided_hand_gives_back_every_contribution_and_shows_nothing() -> None:
    live = await in_a_hand()
    table = live.hosted.table
    assert table.hand is not None
    pot = pot_of(table.hand)
    draft = ordered(table, VoidHand("misdeal"), live.clock.ms)

    voided, ended = draft.events
    assert isinstance(voided, HandVoided)
    assert sum(chips for _, chips in voided.returned) == pot > 0
    assert isinstance(ended, HandEnded)
    assert {stack for _, stack in ended.stacks} == {5_000}
    assert draft.hand.phase == Over("void", live.clock.ms, live.clock.ms)
    assert not any(player.cards for player in draft.hand.players)
    assert chips_on(draft.table) == chips_on(table)


async def test_an_order_that_names_a_hand_voids_no_other() -> None:
    live = await in_a_hand()
    dealt = live.hosted.table.hand_number

    with pytest.raises(refusals.NoHandToVoid):
        ordered(live.hosted.table, VoidHand("another", dealt + 1), live.clock.ms)
    draft = ordered(live.hosted.table, VoidHand("misdeal", dealt), live.clock.ms)

    assert draft.hand.phase == Over("void", live.clock.ms, live.clock.ms)


async def test_an_all_in_hand_can_be_voided_too() -> None:
    live = await in_a_hand()
    while (hand := live.hosted.table.hand) is not None and isinstance(hand.phase, Betting):
        turn = turn_of(live.hosted.table)
        move = AllIn(hand.hand, turn.turn) if turn.max_raise_to else Call(hand.hand, turn.turn)
        await live.ask(hand.players[turn.at].player, move)
    draft = ordered(live.hosted.table, VoidHand("misdeal"), live.clock.ms)

    assert {seat.stack for seat in draft.table.seats} == {5_000}
    assert chips_on(draft.table) == chips_on(live.hosted.table)


async def test_the_hand_after_a_voided_one_is_dealt() -> None:
    live = await in_a_hand()
    hand_number = live.hosted.table.hand_number
    draft = ordered(live.hosted.table, VoidHand("misdeal"), live.clock.ms)
    await live.hosted.commit(draft, Cause("operator-ann", "void-1"), live.clock.ms)
    await live.settle()

    assert live.hosted.table.hand_number == hand_number + 1
    assert chips_on(live.hosted.table) == 15_000


# -- clocks


async def test_an_outage_moves_the_open_deadline_by_its_length() -> None:
    live = await in_a_hand()
    table = live.hosted.table
    before_ms = turn_of(table).deadline_ms
    draft = operating.extend_clocks(table, 4_000, Facts(live.clock.ms + 4_000))

    assert draft.events == [ClocksExtended(before_ms + 4_000)]


async def test_after_an_outage_at_least_three_seconds_are_left() -> None:
    live = await in_a_hand()
    table = live.hosted.table
    # It began when half a second was left.
    now_ms = turn_of(table).deadline_ms - 500 + 1_200
    draft = operating.extend_clocks(table, 1_200, Facts(now_ms))

    assert turn_of(draft.table).deadline_ms == now_ms + operating.LEAST_TIME_LEFT_MS


async def test_no_outage_moves_no_deadline() -> None:
    live = await in_a_hand()

    assert operating.extend_clocks(live.hosted.table, 0, Facts(live.clock.ms)).events == []
    assert operating.extend_clocks(live.hosted.table, -5, Facts(live.clock.ms)).events == []


async def test_where_no_clock_runs_an_outage_leaves_no_event() -> None:
    idle = (await table_with(1)).hosted.table
    suspended = ordered((await in_a_hand()).hosted.table, SuspendTable("")).table

    assert operating.extend_clocks(idle, 9_000, Facts(0)).events == []
    assert operating.extend_clocks(suspended, 9_000, Facts(0)).events == []


async def test_a_take_over_is_an_event_and_moves_the_deadline() -> None:
    live = await in_a_hand()
    table = live.hosted.table
    draft = operating.take_over(table, "table-2", 2_500, Facts(live.clock.ms + 2_500))

    assert draft.events == [TableHosted("table-2"), ClocksExtended(turn_of(table).deadline_ms + 2_500)]
    assert draft.table.host == "table-2"


async def test_a_take_over_of_a_table_that_nobody_minded_leaves_three_seconds() -> None:
    live = await in_a_hand()
    late_ms = turn_of(live.hosted.table).deadline_ms + 60_000
    # Its host lived on but had lost the table, so nobody can tell for how long nobody minded it.
    draft = operating.take_over(live.hosted.table, "table-2", 0, Facts(late_ms))

    assert turn_of(draft.table).deadline_ms == late_ms + operating.LEAST_TIME_LEFT_MS


# -- showing hands after the end


async def after_a_hand() -> LiveTable:
    """All but one have folded, and for three seconds he may show."""
    live = await in_a_hand()
    while (hand := live.hosted.table.hand) is not None and not isinstance(hand.phase, Over):
        turn = turn_of(live.hosted.table)
        player = hand.players[turn.at].player
        assert not (await live.ask(player, Fold(hand.hand, turn.turn))).code
    return live


def shown_until(table: Table) -> int:
    assert table.hand is not None
    assert isinstance(table.hand.phase, Over)
    return table.hand.phase.show_until_ms


async def test_an_outage_moves_the_time_to_show_a_hand() -> None:
    live = await after_a_hand()
    before_ms = shown_until(live.hosted.table)

    draft = operating.take_over(live.hosted.table, "other", 60_000, Facts(live.clock.ms + 60_000))

    assert shown_until(draft.table) == before_ms + 60_000


async def test_no_more_time_to_show_is_given_than_there_ever_was() -> None:
    live = await after_a_hand()
    table = live.hosted.table
    between_ms = table.config.clocks.between_hands_ms
    assert between_ms <= operating.LEAST_TIME_LEFT_MS
    now_ms = shown_until(table) + 5_000

    draft = operating.extend_clocks(table, 1, Facts(now_ms))

    assert shown_until(draft.table) == now_ms + between_ms


async def test_a_hand_may_still_be_shown_after_the_process_died_in_between() -> None:
    live = await after_a_hand()
    hand = live.hosted.table.hand
    assert hand is not None
    winner = next(player.player for player in hand.players if not player.folded)
    live.restart()
    draft = operating.take_over(live.hosted.table, "other", 60_000, Facts(live.clock.ms + 60_000))
    await live.hosted.commit(draft, Cause("table", "hosted"), live.clock.ms + 60_000)
    live.clock.ms += 60_500

    assert not (await live.ask(winner, ShowCards(hand.hand))).code


async def test_a_void_hand_has_nothing_to_show_and_no_clock() -> None:
    live = await in_a_hand()
    void = ordered(live.hosted.table, VoidHand("misdeal"), live.clock.ms).table

    assert operating.extend_clocks(void, 5_000, Facts(live.clock.ms + 5_000)).events == []
