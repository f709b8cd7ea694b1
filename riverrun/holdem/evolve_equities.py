"""How equities change a hand."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import EquitiesChanged
from riverrun.holdem.state import Hand


def _equities_changed(hand: Hand, event: EquitiesChanged) -> Hand:
    return replace(hand, equities=event.equities)


CHANGES: dict[type[Any], Callable[[Hand, Any], Hand]] = {EquitiesChanged: _equities_changed}
