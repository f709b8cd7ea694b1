"""How the events of players' time change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    ExtraTimeGranted,
    PlayerDisconnected,
    PlayerReconnected,
    TimeBankFilled,
    TimeBankStarted,
    TimeBankStopped,
)
from riverrun.holdem.state import Betting, ExtraTime, Hand, Table, Turn
from riverrun.kernel.identifiers import SeatNo


def _with_seat(table: Table, number: SeatNo, **changes: Any) -> Table:
    seats = [replace(seat, **changes) if seat.seat == number else seat for seat in table.seats]
    return replace(table, seats=tuple(seats))


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
    return _with_seat(table, event.seat, time_bank_ms=event.left_ms)


def _time_bank_stopped(table: Table, event: TimeBankStopped) -> Table:
    assert table.hand is not None, "no hand is in progress"
    betting, turn = _open_turn(table.hand)
    hand = replace(table.hand, phase=replace(betting, turn=replace(turn, time_bank_ms=0)))
    return replace(_with_seat(table, event.seat, time_bank_ms=event.left_ms), hand=hand)


def _player_disconnected(table: Table, event: PlayerDisconnected) -> Table:
    return _with_seat(table, event.seat, disconnected=True)


def _player_reconnected(table: Table, event: PlayerReconnected) -> Table:
    return _with_seat(table, event.seat, disconnected=False)


def _extra_time_granted(table: Table, event: ExtraTimeGranted) -> Table:
    assert table.hand is not None, "no hand is in progress"
    betting, turn = _open_turn(table.hand)
    turn = replace(turn, deadline_ms=event.deadline_ms)
    used = ExtraTime(event.hand, event.since_ms, event.used_ms)
    hand = replace(table.hand, phase=replace(betting, turn=turn))
    return replace(_with_seat(table, event.seat, extra_time=used), hand=hand)


CHANGES: dict[type[Any], Callable[[Hand, Any], Hand]] = {TimeBankStarted: _time_bank_started}

EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    TimeBankFilled: _time_bank_filled,
    TimeBankStopped: _time_bank_stopped,
    PlayerDisconnected: _player_disconnected,
    PlayerReconnected: _player_reconnected,
    ExtraTimeGranted: _extra_time_granted,
}
