"""What a person sees of the cut of the deck, and of what open hands are worth (R10.3, R11.4)."""

import asyncio
from io import StringIO
from typing import Any

from msgspec.structs import replace
from rich.console import Console

from console.table_screen.asked import waiting
from console.table_screen.fulfil import fulfil
from console.table_screen.seat_cell import seat_cell
from console.table_screen.sitting import Manners, Sitting
from console.table_screen.story import story
from console.table_screen.wishes import Say
from console.telling.shown_table import shown_table
from riverrun.client import Update
from riverrun.contracts.views import EquityView, EventView, QuestionView, ShareView, TableView
from tests.support.patience import LONG_S
from tests.unit.console.fake_seat import FakeSeat
from tests.unit.console.table_views import ANN, BOB, CY, a_hand, a_table
from tests.unit.console.test_play_sitting import FakeDisplay, FakeTyping

WORTH = EquityView(0, 0, 990, (ShareView(1, 748_440), ShareView(2, 1_746_360)))
OTHER_BOARD = EquityView(0, 1, 990, (ShareView(1, 2_494_800), ShareView(2, 0)))
OPEN = tuple(replace(seat, bet=0, cards=cards) for seat, cards in ((ANN, "KhKd"), (BOB, "AcAd")))
ALL_IN = a_table(a_hand(phase="all_in", boards=("7c8h2d",), equities=(WORTH,)), seats=(*OPEN, CY))
BEING_CUT = a_table(a_hand(phase="cutting", question=QuestionView("cut", (1, 2), 0, 0)))


def lines(view: TableView, event: EventView) -> list[str]:
    return [line.plain for line in story(view, Update("events", view, 0, (event,)))]


def deck_cut(*seats: int, missing: int = 0) -> EventView:
    cutters: list[dict[str, Any]] = [{"seat": seat, "commitment": "", "nonce": "ab"} for seat in seats]
    if missing:
        cutters.append({"seat": missing, "commitment": "", "nonce": ""})
    return {"type": "hand.deck_cut", "cutters": cutters, "places": []}


def test_what_an_open_hand_is_worth_stands_before_it() -> None:
    names = {1: "Ann", 2: "Bob", 4: "Cy"}

    assert [seat_cell(ALL_IN, seat, names)[3].plain for seat in (1, 2, 4)] == ["30.0 %", "70.0 %", ""]


def test_on_several_boards_it_is_told_for_each() -> None:
    assert ALL_IN.hand is not None
    view = replace(ALL_IN, hand=replace(ALL_IN.hand, equities=(WORTH, OTHER_BOARD)))

    assert seat_cell(view, 2, {2: "Bob"})[3].plain == "70.0 / 0.0 %"


def test_plain_lines_tell_it_as_hands_are_turned_up_and_with_each_street() -> None:
    hands = [{"seat": 1, "cards": "KhKd"}, {"seat": 2, "cards": "AcAd"}]

    (turned_up,) = lines(ALL_IN, {"type": "hand.turned_up", "hands": hands, "equities": []})
    (grown,) = lines(ALL_IN, {"type": "hand.equities_changed", "equities": []})

    assert turned_up.endswith("worth Ann 30.0 %, you 70.0 %")
    assert grown == "Worth Ann 30.0 %, you 70.0 %"


def test_replay_shows_it_beside_the_cards() -> None:
    output = StringIO()

    Console(file=output, width=160).print(shown_table(ALL_IN))

    assert "K" in output.getvalue()
    assert "70.0 %" in output.getvalue()


def test_who_cut_the_deck_and_who_was_left_out_is_told() -> None:
    assert lines(BEING_CUT, deck_cut(1, 2)) == ["The deck is cut by Ann, you"]
    assert lines(BEING_CUT, deck_cut(1, missing=2)) == [
        "The deck is cut by Ann; left out, for not answering: you"
    ]


async def test_the_client_answers_for_the_person() -> None:
    assert "client" in waiting(BEING_CUT)
    assert await fulfil(Say(yes=True), FakeSeat(BEING_CUT)) == ("Your client cuts the deck by itself.",)


async def test_a_cut_that_is_not_as_committed_is_not_passed_over() -> None:
    table, display = FakeSeat(BEING_CUT), FakeDisplay()
    table.cutting.doubts[128] = "your part in the cut was left out"
    sitting = Sitting(table, display, aiter(FakeTyping()), Manners())
    table.happens(BEING_CUT, deck_cut(1, missing=2))
    table.frees_the_seat()

    async with asyncio.timeout(LONG_S):
        await sitting.play()

    assert "Do not trust this deal: your part in the cut was left out" in display.told
