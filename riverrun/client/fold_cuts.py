"""How the players' cut of a deck changes a view."""

from collections.abc import Callable

from riverrun.client.view_parts import with_hand
from riverrun.contracts.views import CutterView, EventView, QuestionView, TableView


def _cutters(event: EventView) -> tuple[CutterView, ...]:
    return tuple(CutterView(one["seat"], one["commitment"], one.get("nonce", "")) for one in event["cutters"])


def _cut_asked(view: TableView, event: EventView) -> TableView:
    cutters = _cutters(event)
    question = QuestionView("cut", tuple(one.seat for one in cutters), 0, event["deadline_ms"])
    return with_hand(view, phase="cutting", question=question, cutters=cutters)


def _deck_cut(view: TableView, event: EventView) -> TableView:
    return with_hand(view, phase="betting", question=None, cutters=_cutters(event))


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "hand.cut_asked": _cut_asked,
    "hand.deck_cut": _deck_cut,
}
