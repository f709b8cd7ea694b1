"""Where a person sees the table: a port, for a whole screen or for plain lines."""

from typing import NamedTuple, Protocol

from rich.text import Text

from riverrun.contracts.views import TableView


class Sight(NamedTuple):
    """The table at this moment. `asked`: it is the person's turn, and not answered yet."""

    view: TableView
    asked: bool
    ms_left: int
    connected: bool


class Display(Protocol):
    """Shows what it is given; knows no table and asks nothing."""

    def tell(self, line: Text) -> None:
        """Something happened at the table."""

    def say(self, *lines: str) -> None:
        """A word to the person alone: an answer to what was typed."""

    def show(self, sight: Sight) -> None:
        """The table as it is now; called often, also without a change."""
