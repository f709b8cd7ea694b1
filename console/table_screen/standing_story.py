"""What a person has settled beside the hand, and who stands in line, in a player's words."""

from collections.abc import Callable

from console.table_screen.names import printable
from console.table_screen.told import Told
from riverrun.contracts.views import EventView

_ANSWERS = {"always": "always", "never": "never", "ask": "when you say so"}


def _move_queued(_: Told, event: EventView) -> str:
    return f"You move to seat {event['to']} after this hand" if event["to"] else "You stay in your seat"


def _auto_top_up(_: Told, event: EventView) -> str:
    if not event["below"]:
        return "Your stack is topped up no more"
    to = f"{event['to']:,}" if event["to"] else "the table's maximum"
    return f"Below {event['below']:,} your stack is topped up to {to}"


def _straddles(_: Told, event: EventView) -> str:
    return f"You straddle {_ANSWERS[event['preference']]}"


def _runs_it(_: Told, event: EventView) -> str:
    return f"You run the board more than once {_ANSWERS[event['preference']]}"


def _rests(_: Told, event: EventView) -> str:
    return "You sit out once the big blind comes" if event["wished"] else "You take the big blind"


def _stands_in_line(_: Told, event: EventView) -> str:
    return f"{printable(event['name'])} waits for a seat"


TELLERS: dict[str, Callable[[Told, EventView], str]] = {
    "table.seat_change_queued": _move_queued,
    "table.auto_top_up_set": _auto_top_up,
    "table.straddle_preferred": _straddles,
    "table.run_it_preferred": _runs_it,
    "table.sit_out_at_big_blind_set": _rests,
    "table.waiting_list_joined": _stands_in_line,
}
