"""A table on the whole screen of a terminal, drawn anew whenever something changed."""

import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from console.table_screen.cards import with_symbols
from console.table_screen.display import Sight
from console.table_screen.frame import Scene, frame

STORY = 200
LAST_WORDS = 5
NOTICE_S = 12.0


class ScreenDisplay:
    """Entered for as long as the screen is ours; what was told is printed below once it is given back."""

    def __init__(self, console: Console, now_s: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._now_s = now_s
        self._live = Live(
            console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )
        self._symbols = "utf" in console.encoding.lower()
        self._story: deque[Text] = deque(maxlen=STORY)
        self._notice: tuple[str, ...] = ()
        self._noticed_s = 0.0
        self._typed = ""
        self._sight: Sight | None = None
        self._drawn: tuple[list[Text], tuple[int, int]] | None = None

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def tell(self, line: Text) -> None:
        self._story.append(line)

    def say(self, *lines: str) -> None:
        self._notice, self._noticed_s = lines, self._now_s()
        self._draw()

    def show(self, sight: Sight) -> None:
        self._sight = sight
        if self._now_s() > self._noticed_s + NOTICE_S:
            self._notice = ()
        self._draw()

    def last_words(self) -> list[str]:
        """The last of what happened, for when the screen is given back."""
        return [line.plain for line in list(self._story)[-LAST_WORDS:]]

    def typing(self, text: str) -> None:
        """What the person has typed so far; an answer given before is taken away."""
        if text:
            self._notice = ()
        self._typed = text
        self._draw()

    def _draw(self) -> None:
        if self._sight is None:
            return
        size = self._console.size
        lines = frame(self._scene(self._sight), size.width, size.height)
        if self._symbols:
            lines = [with_symbols(line) for line in lines]
        if self._drawn != (lines, size):
            self._drawn = lines, (size.width, size.height)
            self._live.update(Group(*lines), refresh=True)

    def _scene(self, sight: Sight) -> Scene:
        return Scene(
            view=sight.view,
            asked=sight.asked,
            ms_left=sight.ms_left,
            story=tuple(self._story),
            notice=self._notice,
            typed=self._typed,
            connected=sight.connected,
        )
