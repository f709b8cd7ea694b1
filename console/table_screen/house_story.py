"""What the house does to the table in a player's words: it rests, goes on, or takes a hand back."""

from collections.abc import Callable

from console.table_screen.names import printable
from console.table_screen.told import Told
from riverrun.contracts.views import EventView


def _draining(_: Told, event: EventView) -> str:
    return f"No hand follows this one: {printable(event['reason'])}"


def _suspended(_: Told, event: EventView) -> str:
    return f"The table stands still, and no clock runs: {printable(event['reason'])}"


def _resumed(_: Told, __: EventView) -> str:
    return "The table goes on"


def _voided(_: Told, event: EventView) -> str:
    why = f": {printable(event['reason'])}" if event.get("reason") else ""
    return f"The hand is void, all that was put in goes back{why}"


TELLERS: dict[str, Callable[[Told, EventView], str]] = {
    "table.draining": _draining,
    "table.suspended": _suspended,
    "table.resumed": _resumed,
    "hand.voided": _voided,
}
