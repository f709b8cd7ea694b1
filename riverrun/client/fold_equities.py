"""How equities of open hands change a view."""

from collections.abc import Callable

from riverrun.client.view_parts import with_hand
from riverrun.contracts.views import EquityView, EventView, ShareView, TableView


def equities_in(event: EventView) -> tuple[EquityView, ...]:
    """As the event tells them; none while nobody could work them out."""
    return tuple(
        EquityView(
            one["pot"],
            one["board"],
            one["ways"],
            tuple(ShareView(share["seat"], share["share"]) for share in one["shares"]),
        )
        for one in event.get("equities", ())
    )


def _equities_changed(view: TableView, event: EventView) -> TableView:
    return with_hand(view, equities=equities_in(event))


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "hand.equities_changed": _equities_changed,
}
