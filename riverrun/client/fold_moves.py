"""How changing seats changes a view."""

from collections.abc import Callable

from msgspec.structs import replace

from riverrun.client.view_parts import with_own
from riverrun.contracts.views import EventView, SeatView, TableView


def _seat_change_queued(view: TableView, event: EventView) -> TableView:
    return with_own(view, event["seat"], move_queued=event["to"], move_posts=event["posts"])


def _seat_changed(view: TableView, event: EventView) -> TableView:
    view = with_own(view, event["seat"], seat=event["to"], move_queued=0, move_posts=False)
    seats = [_moved(seat, event) if seat.seat == event["seat"] else seat for seat in view.seats]
    return replace(view, seats=tuple(sorted(seats, key=lambda seat: seat.seat)))


def _moved(seat: SeatView, event: EventView) -> SeatView:
    standing = "waiting" if seat.standing == "active" else seat.standing
    return replace(seat, seat=event["to"], standing=standing, held_hands=event["hands"])


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "table.seat_change_queued": _seat_change_queued,
    "table.seat_changed": _seat_changed,
}
