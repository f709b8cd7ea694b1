"""What a person can settle beside the hand: typed, carried to the table, and told."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from console.table_screen.answer import NoAnswer
from console.table_screen.entering import CannotEnter, Wanted, seated
from console.table_screen.settling import fulfil_standing
from console.table_screen.standing import (
    AutoTopUp,
    Emoji,
    Misworded,
    MoveSeat,
    Mute,
    Prefer,
    RestAtBigBlind,
    StandingWish,
    Throw,
)
from console.table_screen.story import story
from console.table_screen.wishes import Decide, Show, Wish, read_wish
from riverrun.client import Refused, Update
from riverrun.contracts.views import EventView, SeatView, TableView, WaiterView
from tests.support.patience import LONG_S
from tests.support.waiting import settled
from tests.unit.console.fake_seat import FakeSeat
from tests.unit.console.table_views import a_hand, a_table

TABLE = a_table(a_hand())


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("move 5", MoveSeat(5)),
        ("Move to 5 post", MoveSeat(5, post=True)),
        ("seat 3", MoveSeat(3)),
        ("move off", MoveSeat(None)),
        ("auto 5000", AutoTopUp(5_000)),
        ("auto 5,000 to 10,000", AutoTopUp(5_000, 10_000)),
        ("auto off", AutoTopUp(0)),
        ("bb", RestAtBigBlind()),
        ("straddle always", Prefer("straddle", "always")),
        ("straddle no", Prefer("straddle", "never")),
        ("run it ask", Prefer("run_it", "ask")),
        ("runit never", Prefer("run_it", "never")),
        ("emoji thumbs up", Emoji("thumbs_up")),
        (":good-game", Emoji("good_game")),
        ("throw tomato 3", Throw("tomato", "3")),
        ("throw rose at Ann", Throw("rose", "ann")),
        ("mute ann", Mute("ann")),
        ("unmute 1", Mute("1", muted=False)),
    ],
)
def test_a_line_means(typed: str, wish: StandingWish) -> None:
    assert read_wish(typed) == wish


@pytest.mark.parametrize(
    "typed",
    [
        "move 12",
        "move left",
        "auto much",
        "straddle",
        "run it",
        "emoji dance",
        "throw tomato",
        "throw egg",
        "mute",
    ],
)
def test_what_is_half_known_is_answered_with_how_it_goes(typed: str) -> None:
    assert isinstance(read_wish(typed), Misworded)


@pytest.mark.parametrize(
    ("typed", "wish"), [("s", Show()), ("r 600", Decide("bet_or_raise", 600)), ("a", Decide("all_in"))]
)
def test_short_words_mean_what_they_meant(typed: str, wish: Wish) -> None:
    assert read_wish(typed) == wish


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("move 5 post", "move 5 post"),
        ("move off", "move None"),
        ("auto 500 800", "auto 500 800"),
        ("bb", "sit out at the big blind"),
        ("straddle always", "straddle always"),
        ("run it never", "run it never"),
        ("emoji smile", "emoji smile"),
        ("throw tomato 1", "throw tomato at 1"),
        ("throw tomato at ann", "throw tomato at 1"),
        ("mute ann", "mute p-ann"),
        ("unmute 1", "unmute p-ann"),
    ],
)
async def test_every_wish_reaches_the_table(typed: str, done: str) -> None:
    table = FakeSeat(TABLE)
    wish = read_wish(typed)

    await fulfil_standing(wish, table)  # type: ignore[arg-type]

    assert table.done == [done.replace("p-ann", TABLE.seats[0].player)]


async def test_nobody_by_that_name_is_told_so() -> None:
    with pytest.raises(NoAnswer, match="Nobody"):
        await fulfil_standing(Throw("egg", "zoe"), FakeSeat(TABLE))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            {"type": "table.seat_change_queued", "seat": 2, "to": 5, "posts": False},
            "You move to seat 5",
        ),
        ({"type": "table.seat_change_queued", "seat": 2, "to": 0, "posts": False}, "You stay in your seat"),
        ({"type": "table.auto_top_up_set", "seat": 2, "below": 500, "to": 0}, "up to the table's maximum"),
        ({"type": "table.auto_top_up_set", "seat": 2, "below": 0, "to": 0}, "topped up no more"),
        ({"type": "table.straddle_preferred", "seat": 2, "preference": "never"}, "You straddle never"),
        ({"type": "table.run_it_preferred", "seat": 2, "preference": "always"}, "more than once always"),
        ({"type": "table.sit_out_at_big_blind_set", "seat": 2, "wished": True}, "once the big blind comes"),
        ({"type": "table.waiting_list_joined", "player": "p", "name": "Eve"}, "Eve waits for a seat"),
    ],
)
def test_what_came_of_it_is_told(event: EventView, line: str) -> None:
    (told,) = story(TABLE, Update("events", TABLE, 0, (event,)))

    assert line in told.plain


# -- standing in line


class FullTable:
    """Everybody sits; `then` are the waiting lists that follow each other once somebody stands in line."""

    table = "s0-full1234"

    def __init__(self, *then: tuple[WaiterView, ...]) -> None:
        self.view: TableView = replace(TABLE, you=None)
        self.seat: SeatView | None = None
        self.tried: list[int | None] = []
        self.left = False
        self._then = list(then)

    async def sit_down(self, buy_in: int, seat: int | None = None, *, post: bool = True) -> int:
        self.tried.append(seat)
        if seat is None:
            raise Refused("table_full", "all seats are taken")
        return seat

    async def join_waiting_list(self) -> None:
        """Heard of with the next update."""

    async def leave_waiting_list(self) -> None:
        self.left = True

    async def __aiter__(self) -> AsyncIterator[Update]:
        for line in self._then:
            self.view = replace(self.view, waiting_list=line)
            yield Update("events", self.view, 0)
        await asyncio.Event().wait()


BOB, EVE = WaiterView("p-bob", "Bob"), WaiterView("p-eve", "Eve")
IN_LINE = Wanted("http://x", "Eve", waits=True)


async def enter(table: FullTable, wanted: Wanted, said: list[str]) -> str:
    async with asyncio.timeout(LONG_S):
        return await seated(table, wanted, "p-eve", said.append)  # type: ignore[arg-type]


async def test_who_waits_in_line_takes_the_seat_that_is_kept_for_him() -> None:
    table = FullTable((BOB, EVE), (EVE,), (replace(EVE, seat=4, until_ms=1),))
    said: list[str] = []

    assert "You play at" in await enter(table, IN_LINE, said)

    assert table.tried == [None, 4]
    assert [line.split(":")[1].split(".")[0] for line in said] == [
        " you are number 2 in line",
        " you are number 1 in line",
    ]


async def test_without_the_option_a_full_table_is_a_full_table() -> None:
    with pytest.raises(CannotEnter):
        await enter(FullTable(), replace_wanted(waits=False), [])


async def test_who_is_off_the_list_is_told_so() -> None:
    with pytest.raises(CannotEnter, match="off the waiting list"):
        await enter(FullTable((EVE,), (BOB,)), IN_LINE, [])


async def test_who_gives_up_leaves_the_line() -> None:
    table = FullTable((EVE,))
    entering = asyncio.create_task(enter(table, IN_LINE, []), name="enter")
    await settled()

    entering.cancel()

    with pytest.raises(asyncio.CancelledError):
        await entering
    assert table.left


def replace_wanted(*, waits: bool) -> Wanted:
    return Wanted("http://x", "Eve", waits=waits)
