"""A decision in the making: the events so far, and the table as they leave it."""

from msgspec.structs import replace

from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import TableEvent
from riverrun.holdem.evolve import CHANGES_OF_HAND, evolve
from riverrun.holdem.state import Betting, Hand, Table


class Draft:
    """Events recorded one by one upon a table. Nothing has happened until the log has them.

    The hand runs ahead of the table, which is put together when it is asked for: once a decision, not once an event.
    """

    __slots__ = ("_hand", "_table", "events")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._hand = table.hand
        self.events: list[TableEvent] = []

    def record(self, event: TableEvent) -> None:
        """Add an event; table and hand are then those after it."""
        change = CHANGES_OF_HAND.get(type(event))
        if change is None:
            self._table = evolve(self.table, event)
            self._hand = self._table.hand
        else:
            self._hand = change(self.hand, event)
        self.events.append(event)

    @property
    def table(self) -> Table:
        """The table as the events so far leave it."""
        if self._hand is not self._table.hand:
            self._table = replace(self._table, hand=self._hand)
        return self._table

    @property
    def config(self) -> TableConfig:
        """The table's options, which no event of a hand changes (R2.9)."""
        return self._table.config

    @property
    def hand(self) -> Hand:
        """The hand in progress, as the events so far leave it."""
        assert self._hand is not None, "no hand is in progress"
        return self._hand

    @property
    def betting(self) -> Betting:
        """The betting round in progress."""
        phase = self.hand.phase
        assert type(phase) is Betting, "no betting is in progress"
        return phase
