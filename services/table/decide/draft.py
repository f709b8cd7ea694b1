"""A decision in the making: the events so far, and the table as they leave it."""

from riverrun.contracts.table_events import TableEvent
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Betting, Hand, Table


class Draft:
    """Events recorded one by one upon a table. Nothing has happened until the log has them."""

    __slots__ = ("events", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[TableEvent] = []

    def record(self, event: TableEvent) -> None:
        """Add an event; `table` is then the table after it."""
        self.table = evolve(self.table, event)
        self.events.append(event)

    @property
    def hand(self) -> Hand:
        """The hand in progress, as the events so far leave it."""
        hand = self.table.hand
        assert hand is not None, "no hand is in progress"
        return hand

    @property
    def betting(self) -> Betting:
        """The betting round in progress."""
        phase = self.hand.phase
        assert type(phase) is Betting, "no betting is in progress"
        return phase
