"""A bot at a table: it sits, plays, rebuys, comes back, and leaves only when its seat is gone."""

import asyncio
from random import Random

import pytest

from riverrun.client import Refused, Unanswered
from riverrun.contracts.views import QuestionView, TurnView
from services.bots import visit as visit_module
from services.bots.decision import Decision, check_or_call
from services.bots.level import Chance
from services.bots.seen import Seen
from services.bots.settings import Pause
from services.bots.visit import AccountEmpty, TableSilent, Visit
from tests.support.offers import an_offer
from tests.support.patience import LONG_S
from tests.unit.bots.fake_table import FakeTable

TURN = TurnView(7, 2, 50, 200, 10_000, 1_000)


def calls(seen: Seen, chance: Chance) -> Decision:
    return check_or_call(seen)


def visit_to(table: FakeTable) -> Visit:
    return Visit("Bot", table, calls, Random(1), Pause(0, 0))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> FakeTable:
    monkeypatch.setattr(visit_module, "RETRY_S", 0.01)
    return FakeTable()


async def play(table: FakeTable) -> None:
    async with asyncio.timeout(LONG_S):
        await visit_to(table).play()


async def test_it_sits_down_with_a_hundred_big_blinds(table: FakeTable) -> None:
    table.ends()

    await play(table)

    assert table.done == ["sit down with 10000"]


async def test_it_buys_in_within_the_tables_bounds(table: FakeTable) -> None:
    table.view.config["max_buy_in"] = 5_000
    table.ends()

    await play(table)

    table.view.config["max_buy_in"] = 20_000
    assert table.done == ["sit down with 5000"]


async def test_it_brings_back_what_it_left_with(table: FakeTable) -> None:
    table.refusals.append(Refused("returning_stack", "", {"min_buy_in": 15_000, "max_buy_in": 20_000}))
    table.ends()

    await play(table)

    assert table.done == ["sit down with 10000", "sit down with 15000"]


async def test_it_takes_up_a_seat_that_it_still_has(table: FakeTable) -> None:
    table.seat_bot()
    table.ends()

    await play(table)

    assert table.done == []


async def test_it_never_straddles_and_nobody_waits_for_it(table: FakeTable) -> None:
    table.seat_bot()
    table.is_asked(QuestionView("straddle", (2,), 200, 1_000))
    table.is_asked(QuestionView("straddle", (2,), 200, 1_000))
    table.ends()

    await play(table)

    assert table.done == ["straddle 1 False"]


async def test_it_runs_the_board_as_often_as_others_like(table: FakeTable) -> None:
    table.seat_bot()
    table.is_asked(QuestionView("runs", (1, 2), 2, 1_000))
    table.ends()

    await play(table)

    assert table.done == ["run it 1 True"]


@pytest.mark.parametrize(
    ("outs", "done"),
    [("2h3h4h5h6h7h8hTh", "buy insurance 1 flop 1 500"), ("KcKh", "refuse insurance 1 flop 1")],
)
async def test_it_insures_what_it_has_in_the_pot_where_it_is_in_danger(
    table: FakeTable, outs: str, done: str
) -> None:
    table.seat_bot()
    table.is_offered(an_offer(pot=0, seat=1), an_offer(pot=1, outs=outs))
    table.ends()

    await play(table)

    assert table.done == [done]


async def test_it_answers_its_turn(table: FakeTable) -> None:
    table.seat_bot()
    table.ask(TURN)
    table.ends()

    await play(table)

    assert table.done == ["call"]


async def test_a_refused_answer_is_followed_by_a_check_or_fold(table: FakeTable) -> None:
    table.refusals = [Refused("below_min", "less than the minimum")]
    table.seat_bot()
    table.ask(TURN)
    table.ends()

    await play(table)

    assert table.done == ["call", "fold"]


async def test_an_unanswered_turn_that_ran_out_is_let_go(table: FakeTable) -> None:
    table.refusals = [Unanswered("no answer")]
    table.left_ms = 0
    table.seat_bot(told=False)
    table.ask(TURN)
    table.ends()

    await play(table)

    assert table.done == ["call"]


async def test_it_never_thinks_until_the_clock_runs_out(table: FakeTable) -> None:
    table.left_ms = 30
    table.seat_bot()
    table.ask(TURN)
    table.ends()
    slow = Visit("Bot", table, calls, Random(1), Pause(60_000, 60_000))

    async with asyncio.timeout(LONG_S):
        await slow.play()

    assert table.done == ["call"]


async def test_it_buys_in_again_when_broke(table: FakeTable) -> None:
    table.seat_bot(stack=0, standing="sitting_out")
    table.ends()

    await play(table)

    assert table.done == ["top up 10000"]


async def test_it_comes_back_after_a_sit_out(table: FakeTable) -> None:
    table.seat_bot(standing="sitting_out")
    table.ends()

    await play(table)

    assert table.done == ["come back"]


async def test_it_does_not_ask_again_at_every_update(table: FakeTable) -> None:
    table.refusals = [Refused("buy_in_pending", "an earlier buy-in has not been answered yet")]
    table.seat_bot(stack=0, standing="sitting_out")
    table.seat_bot(stack=0, standing="sitting_out")
    table.ends()

    await play(table)

    assert table.done == ["top up 10000"]


async def test_the_visit_ends_when_the_seat_is_lost(table: FakeTable) -> None:
    table.seat_bot()
    visiting = asyncio.create_task(visit_to(table).play(), name="visit")
    await asyncio.sleep(0.01)
    table.free_seat()

    async with asyncio.timeout(LONG_S):
        await visiting


async def test_a_table_without_a_seat_is_told_to_the_bot(table: FakeTable) -> None:
    table.refusals = [Refused("table_full", "no seat is free")]

    with pytest.raises(Refused, match="table_full"):
        await play(table)


async def test_an_account_that_pays_no_more_is_told_to_the_bot(table: FakeTable) -> None:
    table.seat_bot()
    table.happens(table.view, {"type": "table.buy_in_refused", "seat": 2, "amount": 1, "reason": "empty"})

    with pytest.raises(AccountEmpty):
        await play(table)


async def test_a_table_that_says_nothing_for_minutes_is_left(
    table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit_module, "TICK_S", 0.001)

    with pytest.raises(TableSilent):
        await play(table)
