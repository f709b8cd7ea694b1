"""The edges of play: keys, plain lines, what is kept on disk."""

import asyncio
import io
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from console.table_screen.cards import THEME
from console.table_screen.display import Sight
from console.table_screen.kept_guests import KeptGuests
from console.table_screen.kept_hands import KeptHands
from console.table_screen.line_editor import LineEditor
from console.table_screen.plain import PlainDisplay
from console.table_screen.refused_words import in_words
from console.table_screen.screen import ScreenDisplay
from console.table_screen.typed import typed_lines, written_lines
from riverrun.client import Refused
from tests.support.patience import LONG_S
from tests.unit.console.table_views import ANN, BOB, a_hand, a_table, turn_of

ASKED = Sight(
    a_table(a_hand(street="flop", boards=("Ah7d2c",), turn=turn_of(2)), seats=(ANN, replace(BOB, stack=99))),
    asked=True,
    ms_left=13_200,
    connected=True,
)


# -- keys


def test_a_line_is_given_at_enter() -> None:
    editor = LineEditor()

    assert editor.take(b"r 6") == []
    assert editor.text == "r 6"
    assert editor.take(b"00\rc\n") == ["r 600", "c"]
    assert editor.text == ""


def test_backspace_and_clear_correct_the_line() -> None:
    editor = LineEditor()

    assert editor.take(b"fx\x7f\r") == ["f"]
    assert editor.take(b"nonsense\x15c\r") == ["c"]


def test_arrows_and_control_keys_type_nothing() -> None:
    assert LineEditor().take(b"\x1b[Ac\x1b[1;5D\x01\x1bOP\r") == ["c"]


def test_a_letter_may_arrive_in_parts() -> None:
    editor = LineEditor()
    editor.take("é".encode()[:1])

    assert editor.take("é".encode()[1:] + b"\r") == ["é"]


def test_ctrl_d_ends_only_an_empty_line() -> None:
    editor = LineEditor()
    editor.take(b"c\x04")
    assert not editor.ended

    editor.take(b"\r\x04")
    assert editor.ended


async def test_lines_come_from_a_pipe_until_its_end() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"c\nr 600\nlast")
    os.close(writing)

    async with asyncio.timeout(LONG_S):
        lines = [line async for line in written_lines(reading)]

    os.close(reading)
    assert lines == ["c", "r 600", "last"]


async def test_lines_come_from_a_terminal_as_they_are_typed() -> None:
    reading, writing = os.pipe()
    shown: list[str] = []
    os.write(writing, b"r 600\r\x04")

    async with asyncio.timeout(LONG_S):
        lines = [line async for line in typed_lines(reading, shown.append)]

    os.close(reading)
    os.close(writing)
    assert lines == ["r 600"]
    assert shown == [""]


# -- plain lines


def test_a_turn_is_told_once_with_all_that_matters() -> None:
    output = io.StringIO()
    display = PlainDisplay(output)

    display.show(ASKED)
    display.show(ASKED._replace(ms_left=12_000))

    assert output.getvalue().splitlines() == [
        "> Your turn, 14 s, you hold Ac Ad (three of a kind, aces), board Ah 7d 2c, pot 400, your stack 99",
        ">   f fold   c call 200   r AMOUNT raise to 500 – 10,000 (half 600, pot 900)   a all-in 10,000",
    ]


def test_a_word_to_the_person_is_marked() -> None:
    output = io.StringIO()
    display = PlainDisplay(output)

    display.tell(Text("Ann folds"))
    display.say("The least is 500.")

    assert output.getvalue() == "Ann folds\n* The least is 500.\n"


# -- the screen


def screen(now: list[float]) -> tuple[ScreenDisplay, io.StringIO]:
    output = io.StringIO()
    console = Console(file=output, theme=THEME, force_terminal=True, width=80, height=24, _environ={})
    return ScreenDisplay(console, now_s=lambda: now[0]), output


def test_the_screen_is_drawn_only_when_something_changed() -> None:
    display, output = screen([0.0])
    with display:
        display.show(ASKED)
        drawn = len(output.getvalue())
        display.show(ASKED)
        assert len(output.getvalue()) == drawn

        display.tell(Text("Ann folds"))
        display.show(ASKED)
        assert "Ann folds" in output.getvalue()[drawn:]

    assert display.last_words() == ["Ann folds"]


def test_a_word_to_the_person_fades() -> None:
    now = [0.0]
    display, output = screen(now)
    with display:
        display.show(ASKED)
        display.say("The least is 500.")
        now[0] = 60.0
        before = len(output.getvalue())
        display.show(ASKED)
        assert len(output.getvalue()) > before
        assert "The least" not in output.getvalue()[before:]


# -- refusals


def test_a_refusal_without_numbers_is_a_sentence() -> None:
    assert in_words(Refused("seat_taken", "the seat is taken", {"seat": 3})) == "The seat is taken."


# -- on disk


def test_who_one_was_is_kept_by_server_and_name_for_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "riverrun" / "guests.json"
    KeptGuests(path).keep("http://a", "Ann", "token")

    again = KeptGuests(path)
    assert again.token("http://a", "Ann") == "token"
    assert again.token("http://b", "Ann") == ""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    again.forget("http://a", "Ann")
    assert again.token("http://a", "Ann") == ""


def test_a_file_that_cannot_be_read_or_written_keeps_nobody_from_playing(tmp_path: Path) -> None:
    path = tmp_path / "guests.json"
    path.write_text("[]")
    assert KeptGuests(path).token("http://a", "Ann") == ""

    KeptGuests(path / "below" / "a-file").keep("http://a", "Ann", "token")


class FakeExports:
    async def hand(self, table: str, hand: int) -> dict[str, Any]:
        if hand == 2:
            raise Refused("unknown_hand", "no such finished hand")
        return {"table": table, "hand": hand}


async def test_finished_hands_are_kept_as_files(tmp_path: Path) -> None:
    hands = KeptHands(tmp_path / "hands", "s0-rhine", FakeExports())

    hands.is_over(1)
    hands.is_over(2)
    await hands.finish()

    (kept,) = (tmp_path / "hands").iterdir()
    assert kept.name == "s0-rhine-000001.json"
    assert '"hand": 1' in kept.read_text()
    assert hands.saved == 1
    assert hands.failed == ["hand 2: unknown_hand: no such finished hand"]


@pytest.mark.parametrize("line", ["1 hands kept", "hand 2"])
async def test_what_was_kept_and_what_not_is_told(tmp_path: Path, line: str) -> None:
    hands = KeptHands(tmp_path, "s0-rhine", FakeExports())
    hands.is_over(1)
    hands.is_over(2)
    await hands.finish()

    assert line in hands.summary()
