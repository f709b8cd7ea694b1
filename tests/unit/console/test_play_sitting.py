"""A person's time at a table, from the first line typed to the seat given up."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace
from rich.text import Text

from console.table_screen import fulfil
from console.table_screen.asked import waiting
from console.table_screen.display import Sight
from console.table_screen.sitting import Manners, Sitting
from riverrun.client import Refused
from riverrun.contracts.insurance_views import InsuranceView
from riverrun.contracts.views import QuestionView, TableView
from tests.support.offers import an_offer
from tests.support.patience import LONG_S
from tests.support.waiting import settled
from tests.unit.console.fake_seat import FakeSeat
from tests.unit.console.table_views import ANN, BOB, a_hand, a_table, turn_of

ASKED = a_table(a_hand(turn=turn_of(2)))
NOT_ASKED = a_table(a_hand(turn=turn_of(1)))
SCRIPT = Manners(decisions_wait=True, asks_before_leaving=False)
PERSON = Manners()


class FakeDisplay:
    """Keeps what it was given."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.said: list[str] = []
        self.sights: list[Sight] = []

    def tell(self, line: Text) -> None:
        self.told.append(line.plain)

    def say(self, *lines: str) -> None:
        self.said.extend(lines)

    def show(self, sight: Sight) -> None:
        self.sights.append(sight)


class FakeTyping:
    """Lines as the test types them."""

    def __init__(self, *lines: str | None) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        for line in lines:
            self._lines.put_nowait(line)

    async def __aiter__(self) -> AsyncIterator[str]:
        while (line := await self._lines.get()) is not None:
            yield line


class Evening:
    """A table, a person, and everything between them."""

    def __init__(self, view: TableView, *typed: str | None, manners: Manners = PERSON) -> None:
        self.table = FakeSeat(view)
        self.display = FakeDisplay()
        self.sitting = Sitting(self.table, self.display, aiter(FakeTyping(*typed)), manners, self)
        self.finished: list[int] = []

    def is_over(self, hand: int) -> None:
        self.finished.append(hand)

    async def passes(self) -> "Evening":
        async with asyncio.timeout(LONG_S):
            await self.sitting.play()
        return self


async def test_c_calls_and_l_leaves() -> None:
    evening = await Evening(ASKED, "c", "l").passes()

    assert evening.table.done == ["call", "stand up"]
    assert evening.display.told == ["You leave with 9,900"]


async def test_every_wish_reaches_the_table() -> None:
    wishes = ("r pot", "o", "i", "t 500", "t", "s 2", "s", "rabbit", "squeeze")
    evening = await Evening(ASKED, *wishes, "l").passes()

    assert evening.table.done == [
        "raise 900",
        "sit out",
        "come back",
        "top up 500",
        "top up 10000",
        "show 128 1",
        "show 128 both",
        "hunt rabbit 128",
        "squeeze 128",
        "stand up",
    ]


async def test_yes_and_no_answer_what_the_table_asks() -> None:
    straddle = a_hand(phase="straddling", question=QuestionView("straddle", (2,), 200, 0))
    assert waiting(a_table(straddle)) == "Straddle to 200? y or n"
    assert (await Evening(a_table(straddle), "y", "l").passes()).table.done[0] == "straddle 128 True"

    runs = a_hand(phase="all_in", question=QuestionView("runs", (1, 2), 2, 0))
    assert waiting(a_table(runs)) == "Run the rest of the board 2 times? y or n"
    assert (await Evening(a_table(runs), "no", "l").passes()).table.done[0] == "run it 128 False"

    assert "You are asked nothing." in (await Evening(ASKED, "y", "l").passes()).display.said


async def test_what_is_not_offered_is_explained_and_not_sent() -> None:
    evening = await Evening(ASKED, "r 5", "check", "bla", "l").passes()

    assert evening.table.done == ["stand up"]
    assert evening.display.said[0] == "The least is 500."
    assert "200 to call" in evening.display.said[1]
    assert "bla" in evening.display.said[2]


async def test_a_decision_out_of_turn_is_not_kept_for_later() -> None:
    evening = await Evening(NOT_ASKED, "c", "l").passes()

    assert evening.table.done == ["stand up"]
    assert evening.display.said[0] == "It is not your turn."


async def test_a_scripts_decision_waits_for_its_turn() -> None:
    evening = Evening(NOT_ASKED, "c", None, manners=SCRIPT)
    playing = asyncio.create_task(evening.passes(), name="play")
    await settled()
    assert evening.table.done == []

    evening.table.happens(ASKED)
    await playing

    assert evening.table.done == ["call", "stand up"]


async def test_a_script_that_would_insure_waits_for_an_offer() -> None:
    evening = Evening(NOT_ASKED, "buy full", None, manners=SCRIPT)
    playing = asyncio.create_task(evening.passes(), name="play")
    await settled()
    assert evening.table.done == []

    evening.table.happens(a_table(a_hand(phase="all_in", insurance=InsuranceView((an_offer(),)))))
    await playing

    assert evening.table.done == ["buy insurance 128 flop 0 1000", "stand up"]


async def test_a_script_that_sits_out_is_not_kept_waiting() -> None:
    resting = replace(BOB, standing="sitting_out", in_hand=False)
    evening = await Evening(a_table(seats=(ANN, resting)), "c", None, manners=SCRIPT).passes()

    assert "You sit out" in evening.display.said[0]


async def test_at_the_end_of_the_input_the_seat_is_given_up() -> None:
    evening = await Evening(NOT_ASKED, None).passes()

    assert evening.table.done == ["stand up"]


async def test_ctrl_c_asks_then_leaves() -> None:
    evening = Evening(NOT_ASKED)
    playing = asyncio.create_task(evening.passes(), name="play")
    await settled()

    evening.sitting.interrupt()
    await settled()
    assert evening.table.done == []
    assert "Leave the table?" in evening.display.said[-1]

    evening.sitting.interrupt()
    await playing
    assert evening.table.done == ["stand up"]


async def test_ctrl_c_a_third_time_does_not_wait_for_the_table() -> None:
    evening = Evening(NOT_ASKED)
    evening.table.refuses = [Refused("table_unavailable", "the table does not answer")]
    playing = asyncio.create_task(evening.passes(), name="play")
    await settled()

    for _ in range(3):
        evening.sitting.interrupt()
        await settled()

    await playing


async def test_chips_on_their_way_are_waited_for_before_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fulfil, "LEAVE_AGAIN_S", 0.01)
    evening = Evening(NOT_ASKED, "l")
    evening.table.refuses = [Refused("buy_in_pending", "an earlier buy-in has not been answered yet")]

    await evening.passes()

    assert evening.table.done == ["stand up", "stand up"]


async def test_without_a_seat_leaving_is_going() -> None:
    evening = Evening(a_table(own=0), "l")
    evening.table.refuses = [Refused("not_seated", "you have no seat at this table")]

    await evening.passes()

    assert evening.table.done == ["stand up"]


async def test_a_refusal_is_told_in_the_servers_words_with_its_numbers() -> None:
    evening = Evening(ASKED, "r 600", "l")
    evening.table.refuses = [Refused("below_min", "less than the minimum", {"min_raise_to": 700})]

    await evening.passes()

    assert evening.display.said[0] == "Less than the minimum: the least is 700."


async def test_a_lost_connection_is_told_once_and_so_is_its_return() -> None:
    evening = Evening(ASKED)
    for kind in ("reconnecting", "reconnecting", "snapshot"):
        evening.table.happens(ASKED, kind=kind)
    evening.table.frees_the_seat()

    await evening.passes()

    assert evening.display.told[:2] == ["The connection is lost; trying again", "Connected again"]
    assert {sight.connected for sight in evening.display.sights} == {True, False}


async def test_a_turn_is_not_shown_before_what_led_to_it_is_told() -> None:
    evening = Evening(NOT_ASKED)
    evening.table.happens(NOT_ASKED, {"type": "hand.folded", "seat": 1, "cause": "player"})
    evening.table.view = ASKED
    shown_before_told = []
    evening.display.show = lambda sight: shown_before_told.append(sight.asked)  # type: ignore[method-assign]
    playing = asyncio.create_task(evening.passes(), name="play")
    await settled()

    evening.table.happens(ASKED)
    await settled()
    evening.table.frees_the_seat()
    await playing

    assert shown_before_told[:3] == [False, False, True]


async def test_an_update_from_before_sitting_down_ends_nothing() -> None:
    evening = Evening(ASKED, "c", "l")
    evening.table.happens(a_table(own=0), kind="snapshot")
    evening.table.happens(ASKED, kind="snapshot")

    await evening.passes()

    assert evening.table.done == ["call", "stand up"]


async def test_finished_hands_are_told_to_who_keeps_them() -> None:
    evening = Evening(ASKED)
    evening.table.happens(ASKED, {"type": "hand.sealed", "hand": 128})
    evening.table.frees_the_seat()

    await evening.passes()

    assert evening.finished == [128]


async def test_messages_that_went_by_unseen_are_owned_up_to() -> None:
    evening = Evening(ASKED)
    evening.table.happens(ASKED, skipped=12)
    evening.table.frees_the_seat()

    await evening.passes()

    assert evening.display.told[0] == "(12 messages went by unseen)"
