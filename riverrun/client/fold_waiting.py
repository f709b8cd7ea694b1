"""How the waiting list changes a view."""

from collections.abc import Callable

from msgspec.structs import replace

from riverrun.contracts.views import EventView, TableView, WaiterView


def _joined(view: TableView, event: EventView) -> TableView:
    return replace(view, waiting_list=(*view.waiting_list, WaiterView(event["player"], event["name"])))


def _left(view: TableView, event: EventView) -> TableView:
    others = [waiter for waiter in view.waiting_list if waiter.player != event["player"]]
    return replace(view, waiting_list=tuple(others))


def _seat_offered(view: TableView, event: EventView) -> TableView:
    waiting = [
        replace(one, seat=event["seat"], until_ms=event["until_ms"]) if one.player == event["player"] else one
        for one in view.waiting_list
    ]
    return replace(view, waiting_list=tuple(waiting))


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "table.waiting_list_joined": _joined,
    "table.waiting_list_left": _left,
    "table.seat_offered": _seat_offered,
}
