"""How an owner's orders and a table's end change a view."""

from collections.abc import Callable

from msgspec.structs import replace

from riverrun.contracts.views import EventView, TableView


def _paused(view: TableView, _: EventView) -> TableView:
    return replace(view, paused=True)


def _continued(view: TableView, _: EventView) -> TableView:
    return replace(view, paused=False)


def _options_queued(view: TableView, event: EventView) -> TableView:
    return replace(view, next_config=event["config"])


def _options_changed(view: TableView, event: EventView) -> TableView:
    return replace(view, config=event["config"], next_config=None)


def _bomb_pot_called(view: TableView, _: EventView) -> TableView:
    return replace(view, bomb_pot_called=True)


def _muted(view: TableView, event: EventView) -> TableView:
    others = tuple(player for player in view.muted if player != event["player"])
    return replace(view, muted=(*others, event["player"]) if event["muted"] else others)


def _closing(view: TableView, event: EventView) -> TableView:
    return replace(view, closing=event["reason"])


def _closed(view: TableView, event: EventView) -> TableView:
    return replace(view, closing="", closed=event["reason"])


def _rolled(view: TableView, event: EventView) -> TableView:
    return replace(view, closed="rolled", rolled_to=event["successor"], seats=(), waiting_list=(), you=None)


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "table.paused": _paused,
    "table.continued": _continued,
    "table.options_queued": _options_queued,
    "table.options_changed": _options_changed,
    "table.bomb_pot_called": _bomb_pot_called,
    "table.player_muted": _muted,
    "table.closing": _closing,
    "table.closed": _closed,
    "table.rolled": _rolled,
}
