"""How the events of players' time change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import TimeBankFilled, TimeBankStarted, TimeBankStopped
from riverrun.holdem.state import Betting, Hand, Table, Turn


def _open_turn(hand: Hand) -> tuple[Betting, Turn]:
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    assert betting.turn is not None, "nobody is asked"
    return betting, betting.turn


def _time_bank_started(hand: Hand, event: TimeBankStarted) -> Hand:
    betting, turn = _open_turn(hand)
    turn = replace(turn, deadline_ms=event.deadline_ms, time_bank_ms=event.left_ms)
    return replace(hand, phase=replace(betting, turn=turn))


def _time_bank_filled(table: Table, event: TimeBankFilled) -> Table:
    seats = [
        replace(seat, time_bank_ms=event.left_ms) if seat.seat == event.seat else seat for seat in table.seats
    ]
    return replace(table, seats=tuple(seats))


def _time_bank_stopped(table: Table, event: TimeBankStopped) -> Table:
    assert table.hand is not None, "no hand is in progress"
    betting, turn = _open_turn(table.hand)
    hand = replace(table.hand, phase=replace(betting, turn=replace(turn, time_bank_ms=0)))
    return replace(_time_bank_filled(table, TimeBankFilled(event.seat, event.left_ms)), hand=hand)


CHANGES: dict[type[Any], Callable[[Hand, Any], Hand]] = {TimeBankStarted: _time_bank_started}

EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    TimeBankFilled: _time_bank_filled,
    TimeBankStopped: _time_bank_stopped,
}
