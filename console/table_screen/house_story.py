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


def _cut(told: Told, event: EventView) -> str | None:
    names = [told.name(one["seat"]) for one in event["cutters"] if one["nonce"]]
    missing = [told.name(one["seat"]) for one in event["cutters"] if not one["nonce"]]
    left_out = f"; left out, for not answering: {', '.join(missing)}" if missing else ""
    return f"The deck is cut by {', '.join(names) or 'nobody'}{left_out}"


TELLERS: dict[str, Callable[[Told, EventView], str | None]] = {
    "hand.deck_cut": _cut,
    "table.draining": _draining,
    "table.suspended": _suspended,
    "table.resumed": _resumed,
    "hand.voided": _voided,
}
