"""How the events of seats and buy-ins change a view."""

from collections.abc import Callable

from msgspec.structs import replace

from riverrun.client.view_parts import seat_at, with_own, with_seat
from riverrun.contracts.views import EventView, OwnView, SeatView, TableView


def _opened(view: TableView, event: EventView) -> TableView:
    return replace(view, config=event["config"])


def _sat_down(view: TableView, event: EventView) -> TableView:
    taken = SeatView(event["seat"], event["player"], event["name"], stack=0, standing="buying_in")
    return replace(view, seats=tuple(sorted((*view.seats, taken), key=lambda seat: seat.seat)))


def _buy_in_reserved(view: TableView, event: EventView) -> TableView:
    return with_own(view, event["seat"], top_up_queued=0)


def _buy_in_confirmed(view: TableView, event: EventView) -> TableView:
    seat = seat_at(view, event["seat"])
    standing = "waiting" if seat.standing == "buying_in" else seat.standing
    return with_seat(view, seat.seat, stack=seat.stack + event["amount"], standing=standing)


def _top_up_queued(view: TableView, event: EventView) -> TableView:
    return with_own(view, event["seat"], top_up_queued=event["amount"])


def _sit_out_queued(view: TableView, event: EventView) -> TableView:
    return with_own(view, event["seat"], sit_out_queued=event.get("queued", True))


def _auto_top_up_set(view: TableView, event: EventView) -> TableView:
    return with_own(view, event["seat"], top_up_below=event["below"], top_up_to=event["to"])


def _sit_out_at_big_blind_set(view: TableView, event: EventView) -> TableView:
    return with_own(view, event["seat"], out_at_big_blind=event["wished"])


def _leave_queued(view: TableView, event: EventView) -> TableView:
    return with_own(view, event["seat"], leave_queued=True)


def _dismissed(view: TableView, event: EventView) -> TableView:
    nothing_comes = {"top_up_queued": 0, "top_up_below": 0, "top_up_to": 0}
    stays = {"move_queued": 0, "move_posts": False}
    return with_own(view, event["seat"], dismissed=event["reason"], **nothing_comes, **stays)


def _sat_out(view: TableView, event: EventView) -> TableView:
    view = with_seat(view, event["seat"], standing="sitting_out")
    return with_own(view, event["seat"], sit_out_queued=False, out_at_big_blind=False)


def _came_back(view: TableView, event: EventView) -> TableView:
    standing = "waiting" if event["waits"] else "active"
    view = with_seat(view, event["seat"], standing=standing)
    return with_own(view, event["seat"], sit_out_queued=False, out_at_big_blind=False)


def _stood_up(view: TableView, event: EventView) -> TableView:
    seats = tuple(seat for seat in view.seats if seat.seat != event["seat"])
    you: OwnView | None = view.you if view.you is not None and view.you.seat != event["seat"] else None
    return replace(view, seats=seats, you=you)


def _play_stopped(view: TableView, _: EventView) -> TableView:
    seats = [replace(seat, owes_small=False, owes_big=False, held_hands=0) for seat in view.seats]
    return replace(view, seats=tuple(seats))


def _draining(view: TableView, event: EventView) -> TableView:
    return replace(view, draining=event["reason"])


def _suspended(view: TableView, event: EventView) -> TableView:
    return replace(view, suspended=event["reason"])


def _resumed(view: TableView, _: EventView) -> TableView:
    return replace(view, draining="", suspended="")


def _run_it_preferred(view: TableView, event: EventView) -> TableView:
    return with_own(view, event["seat"], run_it=event["preference"])


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "table.opened": _opened,
    "table.player_sat_down": _sat_down,
    "table.buy_in_reserved": _buy_in_reserved,
    "table.buy_in_confirmed": _buy_in_confirmed,
    "table.top_up_queued": _top_up_queued,
    "table.sit_out_queued": _sit_out_queued,
    "table.auto_top_up_set": _auto_top_up_set,
    "table.sit_out_at_big_blind_set": _sit_out_at_big_blind_set,
    "table.leave_queued": _leave_queued,
    "table.player_dismissed": _dismissed,
    "table.player_sat_out": _sat_out,
    "table.player_came_back": _came_back,
    "table.player_stood_up": _stood_up,
    "table.run_it_preferred": _run_it_preferred,
    "table.play_stopped": _play_stopped,
    "table.draining": _draining,
    "table.suspended": _suspended,
    "table.resumed": _resumed,
}
