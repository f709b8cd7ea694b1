"""A table's events in a player's words; public things only, whoever asks."""

from console.telling import told_bets, told_endings, told_insurance, told_owning, told_seats
from riverrun.contracts.table_events import PlayerStoodUp, TableEvent
from riverrun.holdem.state import Table

_TELLERS = {
    **told_seats.TELLERS,
    **told_bets.TELLERS,
    **told_endings.TELLERS,
    **told_insurance.TELLERS,
    **told_owning.TELLERS,
}
"""No line for what is secret, nor for a turn's start and the hand's: those are shown, not told."""


def told(before: Table | None, after: Table, event: TableEvent) -> list[str]:
    """What to say of an event that made one table of another. Nothing is said of what is secret."""
    teller = _TELLERS.get(type(event))
    if teller is None:
        return []
    # Who stands up has a name only before.
    return teller(before if type(event) is PlayerStoodUp else after, event)
