"""How straddles, and the question whether to post one, change a view."""

from collections.abc import Callable

from riverrun.client.view_parts import with_hand, with_own
from riverrun.contracts.views import EventView, QuestionView, TableView


def _straddle_asked(view: TableView, event: EventView) -> TableView:
    question = QuestionView("straddle", (event["seat"],), event["price"], event["deadline_ms"])
    return with_hand(view, phase="straddling", question=question)


def _straddle_declined(view: TableView, _: EventView) -> TableView:
    return with_hand(view, phase="betting", question=None)


def _straddle_preferred(view: TableView, event: EventView) -> TableView:
    return with_own(view, event["seat"], straddle=event["preference"])


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "hand.straddle_asked": _straddle_asked,
    "hand.straddle_declined": _straddle_declined,
    "table.straddle_preferred": _straddle_preferred,
}
