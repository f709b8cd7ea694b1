"""How changing seats changes a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import SeatChanged, SeatChangeQueued
from riverrun.holdem.state import Seat, Table


def _seat_change_queued(table: Table, event: SeatChangeQueued) -> Table:
    seats = [
        replace(seat, move_queued=event.to, move_posts=event.posts) if seat.seat == event.seat else seat
        for seat in table.seats
    ]
    return replace(table, seats=tuple(seats))


def _seat_changed(table: Table, event: SeatChanged) -> Table:
    seats = [_moved(table, seat, event) if seat.seat == event.seat else seat for seat in table.seats]
    return replace(table, seats=tuple(sorted(seats, key=lambda seat: seat.seat)))


def _moved(table: Table, seat: Seat, event: SeatChanged) -> Seat:
    """He comes in anew: sitting out for a moment must not get around that."""
    return replace(
        seat,
        seat=event.to,
        standing="waiting" if seat.standing == "active" else seat.standing,
        posts=event.posts,
        held_hands=event.hands,
        away_since=min(seat.away_since, table.hand_number - 1),
        move_queued=0,
        move_posts=False,
    )


EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    SeatChangeQueued: _seat_change_queued,
    SeatChanged: _seat_changed,
}
