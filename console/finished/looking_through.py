"""Looking through the frames of a finished hand by keys: onward, back, to either end, away."""

import os
import re
import select
import sys
import termios
import tty
from collections.abc import Callable

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from console.finished.frame_view import frame_view
from services.history.hands.frames import Frame
from services.history.hands.told_hand import ToldHand

HELP = Text("n or right: on   b or left: back   g, G: first, last   q: away", "dim")
AWAY = frozenset(("q", "\x03", "\x04", "\x1b"))
_MOVES: dict[str, Callable[[int, int], int]] = {
    **dict.fromkeys(("n", " ", "\r", "\n", "\x1b[C", "\x1b[B"), lambda place, _: place + 1),
    **dict.fromkeys(("b", "p", "\x7f", "\x1b[D", "\x1b[A"), lambda place, _: place - 1),
    **dict.fromkeys(("g", "\x1b[H"), lambda _, __: 0),
    **dict.fromkeys(("G", "\x1b[F"), lambda _, last: last),
}
_KEY = re.compile(r"\x1b\[[A-Z]|.", re.DOTALL)
_WHOLE_KEY_S = 0.05
"""An arrow's bytes come together."""


def moved(place: int, last: int, key: str) -> int | None:
    """Where a key leads among the frames up to `last`; None: away."""
    if key in AWAY:
        return None
    move = _MOVES.get(key)
    return place if move is None else min(max(move(place, last), 0), last)


def look_through(console: Console, hand: ToldHand, frames: list[Frame]) -> None:
    """On the terminal of this process, until the person goes away."""
    place: int | None = 0
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    with Live(console=console, screen=True, auto_refresh=False) as live:
        try:
            tty.setcbreak(keyboard)
            while place is not None:
                live.update(Group(frame_view(hand, frames, place), Text(""), HELP), refresh=True)
                for key in _KEY.findall(_typed(keyboard)):
                    place = moved(place, len(frames) - 1, key)
                    if place is None:
                        break
        finally:
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _typed(keyboard: int) -> str:
    """What was typed, an arrow's bytes in one; the end of the input is as good as `q`."""
    data = os.read(keyboard, 64)
    if data == b"\x1b" and select.select([keyboard], [], [], _WHOLE_KEY_S)[0]:
        data += os.read(keyboard, 64)
    return data.decode(errors="replace") or "q"
