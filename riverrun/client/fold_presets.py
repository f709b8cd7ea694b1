"""How what the player sets in advance changes a view."""

from collections.abc import Callable

from riverrun.client.view_parts import with_own
from riverrun.contracts.views import EventView, PresetView, TableView


def _action_preset(view: TableView, event: EventView) -> TableView:
    preset = None
    if event["move"] != "none":
        preset = PresetView(event["move"], event["street"], event["call_amount"])
    return with_own(view, event["seat"], preset=preset)


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {"hand.action_preset": _action_preset}
