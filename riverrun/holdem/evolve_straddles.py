"""How straddles, and the question whether to post one, change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import StraddleAsked, StraddleDeclined, StraddlePreferred
from riverrun.holdem.state import Betting, Hand, Question, Straddling, Table


def _straddle_asked(hand: Hand, event: StraddleAsked) -> Hand:
    assert type(hand.phase) is Betting, "no betting is in progress"
    question = Question("straddle", (event.seat,), event.price, event.deadline_ms)
    return replace(hand, phase=Straddling(hand.phase), question=question)


def _straddle_declined(hand: Hand, _: StraddleDeclined) -> Hand:
    assert type(hand.phase) is Straddling, "nobody is asked to straddle"
    return replace(hand, phase=hand.phase.betting, question=None)


def _straddle_preferred(table: Table, event: StraddlePreferred) -> Table:
    seats = [
        replace(seat, straddle=event.preference) if seat.seat == event.seat else seat for seat in table.seats
    ]
    return replace(table, seats=tuple(seats))


CHANGES: dict[type[Any], Callable[[Hand, Any], Hand]] = {
    StraddleAsked: _straddle_asked,
    StraddleDeclined: _straddle_declined,
}

EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    StraddlePreferred: _straddle_preferred,
}
