"""How the events of a feed change a view: one small function an event, found by its `type`.

`fold` over the events after a snapshot gives what a fresh snapshot would say. Nothing is decided here: every
number that follows from a rule stands in an event.
"""

from collections.abc import Callable
from typing import TypeAlias

from riverrun.client import (
    fold_clocks,
    fold_cuts,
    fold_ending,
    fold_equities,
    fold_hand,
    fold_insurance,
    fold_moves,
    fold_owning,
    fold_presets,
    fold_seats,
    fold_straddles,
    fold_waiting,
)
from riverrun.contracts.views import EventView, TableView

Folder: TypeAlias = Callable[[TableView, EventView], TableView]

_folders: dict[str, Folder] = {
    **fold_seats.FOLDERS,
    **fold_hand.FOLDERS,
    **fold_ending.FOLDERS,
    **fold_equities.FOLDERS,
    **fold_insurance.FOLDERS,
    **fold_clocks.FOLDERS,
    **fold_cuts.FOLDERS,
    **fold_moves.FOLDERS,
    **fold_presets.FOLDERS,
    **fold_owning.FOLDERS,
    **fold_straddles.FOLDERS,
    **fold_waiting.FOLDERS,
}


def fold(view: TableView, event: EventView) -> TableView:
    """The view after `event`; an event of a type that is not known changes nothing."""
    folder = _folders.get(event["type"])
    return view if folder is None else folder(view, event)
