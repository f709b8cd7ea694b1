"""What `riverrun up` shows: its own words, and the services' lines that a person should see."""

import os
import sys
from datetime import datetime

from rich.console import Console, RenderableType
from rich.text import Text

from console.supervisor.log_line import parsed, prefix


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

    def say(self, text: str, style: str = "", about: str = "riverrun") -> None:
        """A line of our own."""
        line = prefix(f"{datetime.now().astimezone():%H:%M:%S}", about)
        self.show(line.append(text, style))

    def hear(self, service: str, line: str) -> None:
        """A service's line: warnings and errors, or all where asked for."""
        one = parsed(line)
        if self._verbose or one.loud:
            self.show(one.shown(service))

    def quote(self, service: str, lines: list[str]) -> None:
        """A service's last words, all of them."""
        for line in lines:
            self.show(parsed(line).shown(service))

    def show(self, what: RenderableType) -> None:
        """Anything at all; lines of text are left to the terminal to break."""
        self._console.print(what, soft_wrap=isinstance(what, Text), highlight=False)
