"""How each event changes a table: one small function an event, found by its type. No rule is decided here."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import TableEvent, TableOpened
from riverrun.holdem import (
    evolve_bets,
    evolve_board,
    evolve_clocks,
    evolve_cuts,
    evolve_equities,
    evolve_hand,
    evolve_hosting,
    evolve_insurance,
    evolve_moves,
    evolve_owning,
    evolve_presets,
    evolve_rolling,
    evolve_seats,
    evolve_straddles,
    evolve_waiting,
)
from riverrun.holdem.state import Hand, Table

CHANGES_OF_HAND: dict[type[Any], Callable[[Hand, Any], Hand]] = {
    **evolve_bets.CHANGES,
    **evolve_board.CHANGES,
    **evolve_clocks.CHANGES,
    **evolve_insurance.CHANGES,
    **evolve_cuts.CHANGES,
    **evolve_equities.CHANGES,
    **evolve_presets.CHANGES,
    **evolve_straddles.CHANGES,
}
"""Events that change the hand and nothing else of the table."""

_evolvers: dict[type[Any], Callable[[Table, Any], Table]] = {
    **evolve_seats.EVOLVERS,
    **evolve_hand.EVOLVERS,
    **evolve_moves.EVOLVERS,
    **evolve_waiting.EVOLVERS,
    **evolve_straddles.EVOLVERS,
    **evolve_cuts.EVOLVERS,
    **evolve_hosting.EVOLVERS,
    **evolve_insurance.EVOLVERS,
    **evolve_clocks.EVOLVERS,
    **evolve_owning.EVOLVERS,
    **evolve_rolling.EVOLVERS,
}


def evolve(table: Table | None, event: TableEvent) -> Table:
    """The table after `event`. The first event of a table is `TableOpened`; from then on there is one."""
    if table is None:
        assert type(event) is TableOpened, f"a table begins with TableOpened, not {type(event).__name__}"
        return Table(event.table, event.config, owner=event.opened_by)
    change = CHANGES_OF_HAND.get(type(event))
    if change is None:
        return _evolvers[type(event)](table, event)
    assert table.hand is not None, "no hand is in progress"
    return replace(table, hand=change(table.hand, event))


def replay(table: Table | None, events: Iterable[TableEvent]) -> Table | None:
    """The table after all `events`; None where there is none."""
    for event in events:
        table = evolve(table, event)
    return table
