"""How players' time beside the turn's own changes a view."""

from collections.abc import Callable

from msgspec.structs import replace

from riverrun.client.view_parts import hand_of, with_hand, with_seat
from riverrun.contracts.views import EventView, TableView


def _filled(view: TableView, event: EventView) -> TableView:
    return with_seat(view, event["seat"], time_bank_ms=event["left_ms"])


def _started(view: TableView, event: EventView) -> TableView:
    turn = hand_of(view).turn
    if turn is None:
        return view
    turn = replace(turn, deadline_ms=event["deadline_ms"], time_bank_ms=event["left_ms"])
    return with_hand(view, turn=turn)


def _stopped(view: TableView, event: EventView) -> TableView:
    turn = hand_of(view).turn
    view = _filled(view, event)
    return view if turn is None else with_hand(view, turn=replace(turn, time_bank_ms=0))


def _disconnected(view: TableView, event: EventView) -> TableView:
    return with_seat(view, event["seat"], disconnected=True)


def _reconnected(view: TableView, event: EventView) -> TableView:
    return with_seat(view, event["seat"], disconnected=False)


def _extra_time(view: TableView, event: EventView) -> TableView:
    turn = hand_of(view).turn
    return view if turn is None else with_hand(view, turn=replace(turn, deadline_ms=event["deadline_ms"]))


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "table.time_bank_filled": _filled,
    "hand.time_bank_started": _started,
    "hand.time_bank_stopped": _stopped,
    "table.player_disconnected": _disconnected,
    "table.player_reconnected": _reconnected,
    "hand.extra_time_granted": _extra_time,
}
