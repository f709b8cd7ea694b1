"""What `riverrun up` shows: its own words, and the services' lines that a person should see."""

import os
import sys
import time
from datetime import datetime

from rich.console import Console, RenderableType
from rich.text import Text

from console.supervisor.log_line import parsed, prefix

NEWS_FOR_S = 5.0
MOST_REMEMBERED = 1_000


class LastingConsole(Console):
    """Falls silent when nobody reads any more, where rich would end the process."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


class Screen:
    """Writes whole lines."""

    def __init__(self, console: Console, verbose: bool) -> None:
        self._console = console
        self._verbose = verbose
        self._told: dict[tuple[str, str], float] = {}

    def say(self, text: str, style: str = "", about: str = "riverrun") -> None:
        """A line of our own."""
        line = prefix(f"{datetime.now().astimezone():%H:%M:%S}", about)
        self.show(line.append(text, style))

    def hear(self, service: str, line: str) -> None:
        """A service's line: warnings and errors, one of a kind in a while; or all where asked for."""
        one = parsed(line)
        if self._verbose or (one.loud and (one.well or self._is_news(service, one.says))):
            self.show(one.shown(service))

    def quote(self, service: str, lines: list[str]) -> None:
        """A service's last words, all of them."""
        for line in lines:
            self.show(parsed(line).shown(service))

    def _is_news(self, service: str, says: str) -> bool:
        """A service that cannot reach another says so many times a second."""
        now = time.monotonic()
        told = self._told.get((service, says))
        if told is not None and now - told < NEWS_FOR_S:
            return False
        if len(self._told) > MOST_REMEMBERED:
            self._told.clear()
        self._told[service, says] = now
        return True

    def show(self, what: RenderableType) -> None:
        """Anything at all; lines of text are left to the terminal to break."""
        self._console.print(what, soft_wrap=isinstance(what, Text), highlight=False)
