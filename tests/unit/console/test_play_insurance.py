"""Insurance as a person sees it at the table: what is offered, how it is answered, how it is told."""

import io
from typing import Any

import msgspec
import pytest

from console.table_screen.display import Sight
from console.table_screen.frame import Scene, frame
from console.table_screen.fulfil import fulfil
from console.table_screen.plain import PlainDisplay
from console.table_screen.story import story
from console.table_screen.wishes import Insure, Misread, Wish, read_wish
from riverrun.client import Update
from riverrun.contracts.insurance_views import InsuranceView, OfferView
from riverrun.contracts.views import QuestionView, TableView
from tests.support.offers import an_offer
from tests.unit.console.fake_seat import FakeSeat
from tests.unit.console.table_views import a_hand, a_table


def offered(*offers: OfferView) -> TableView:
    question = QuestionView("insurance", (2,), len(offers), 0)
    return a_table(a_hand(phase="all_in", question=question, insurance=InsuranceView(offers)))


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("buy full", Insure("full")),
        ("Buy Even", Insure("even")),
        ("buy profit", Insure("profit")),
        ("buy 1,500", Insure(1_500)),
        ("buy 300 without Kh kd", Insure(300, "KhKd")),
    ],
)
def test_insurance_is_bought_in_words(line: str, wish: Wish) -> None:
    assert read_wish(line) == wish


@pytest.mark.parametrize("line", ["buy", "buy 0", "buy lots", "buy 300 without zz"])
def test_other_words_are_explained(line: str) -> None:
    assert isinstance(read_wish(line), Misread)


def test_an_offer_shows_cards_odds_margin_and_what_each_choice_costs() -> None:
    shown = "\n".join(line.plain for line in frame(Scene(offered(an_offer()), ms_left=9_100), 110, 24))

    assert "Insurance (10 s) on the main pot 1,000: 2 of 45 cards beat you (Kc Kh), 3.5 to 1" in shown
    assert "margin 30.23 %" in shown
    assert "buy full the pot (1,000 for 286)" in shown
    assert "buy even break even (500 for 143)" in shown
    assert "buy profit equal profit (777 for 222)" in shown
    assert "buy AMOUNT cover 1 – 1,000" in shown
    assert "n no insurance" in shown


def test_a_plain_terminal_tells_an_offer_once() -> None:
    output = io.StringIO()
    display = PlainDisplay(output)
    for _ in range(3):
        display.show(Sight(offered(an_offer()), False, 0, True))

    assert output.getvalue().count("on the main pot") == 1
    assert "> n no insurance" in output.getvalue()


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("buy full", "buy insurance 128 flop 0 1000"),
        ("buy even", "buy insurance 128 flop 0 500"),
        ("buy 200 without Kc", "buy insurance 128 flop 0 200 Kc"),
        ("n", "refuse insurance 128 flop 0"),
    ],
)
async def test_what_is_typed_answers_the_first_open_offer(line: str, done: str) -> None:
    table = FakeSeat(offered(an_offer(), an_offer(pot=1)))
    wish = read_wish(line)
    assert wish is not None

    assert await fulfil(wish, table) == ()

    assert table.done == [done]


@pytest.mark.parametrize(
    ("line", "view", "said"),
    [
        ("y", offered(an_offer()), "Say how much"),
        ("buy full", a_table(a_hand()), "You are offered no insurance."),
        ("buy profit", offered(an_offer(equal_profit=None)), "Even one chip is too much"),
    ],
)
async def test_what_cannot_be_bought_is_explained(line: str, view: TableView, said: str) -> None:
    table = FakeSeat(view)
    wish = read_wish(line)
    assert wish is not None

    (answer,) = await fulfil(wish, table)

    assert said in answer
    assert table.done == []


def told(event: dict[str, Any]) -> str:
    view = a_table(a_hand())
    return " / ".join(line.plain for line in story(view, Update("events", view, 0, (event,))))


COVER = {"pot": 1, "seat": 2, "street": "turn", "coverage": 500, "premium": 34, "outs": "KcKh", "ties": []}


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            {"type": "hand.insurance_bought", "cover": COVER, "carried": False},
            "You insure 500 of side pot 1 for 34",
        ),
        (
            {"type": "hand.insurance_bought", "cover": COVER, "carried": True},
            "You are covered for what is owed: 500 of side pot 1 for 34",
        ),
        (
            {"type": "hand.insurance_refused", "pot": 0, "seat": 1, "street": "flop", "cause": "clock"},
            "Ann takes no insurance on the main pot: time ran out",
        ),
        (
            {"type": "hand.insurance_settled", "pot": 0, "seat": 1, "paid": 500, "due": 34, "taken": 34},
            "Ann gets 500 from the insurance, Ann pays a premium of 34",
        ),
        ({"type": "hand.insurance_settled", "pot": 0, "seat": 1, "paid": 0, "due": 34, "taken": 0}, ""),
    ],
)
def test_what_becomes_of_insurance_is_told(event: dict[str, Any], line: str) -> None:
    assert told(event) == line


def test_everybody_hears_who_is_offered_insurance() -> None:
    offers = [msgspec.to_builtins(an_offer()), msgspec.to_builtins(an_offer(pot=1, seat=1))]
    line = told({"type": "hand.insurance_offered", "street": "flop", "offers": offers, "deadline_ms": 0})

    assert line == "You are offered insurance on the main pot; Ann is offered insurance on side pot 1"
