"""A decision in the making: the events so far, and the table as they leave it."""

from collections.abc import Iterable

from msgspec.structs import replace

from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import TOPICS, TableEvent
from riverrun.holdem.evolve import CHANGES_OF_HAND, evolve
from riverrun.holdem.state import Betting, Hand, Table

_CHANGES = {event: CHANGES_OF_HAND.get(event) for event in TOPICS.values()}
"""For every event: how it changes the hand, or None where it changes more than that."""


class Draft:
    """Events recorded one by one upon a table. Nothing has happened until the log has them.

    The hand runs ahead; the table is put together when asked for: once a decision, not once an event.
    """

    __slots__ = ("_table", "config", "events", "hand")

    _table: Table
    events: list[TableEvent]
    config: TableConfig
    """The table's options; they are fixed while a hand runs (R2.9)."""
    hand: Hand
    """The hand in progress as the events so far leave it; only decisions about a hand may look at it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.config = table.config
        self.hand = table.hand  # type: ignore[assignment] # checking this at each look costs as much as a rule
        self.events = []

    def record(self, event: TableEvent) -> None:
        """Add an event; table and hand are then those after it."""
        change = _CHANGES[type(event)]
        if change is not None:
            self.hand = change(self.hand, event)
        else:
            self._table = evolve(self.table, event)
            self.hand = self._table.hand  # type: ignore[assignment] # as above
        self.events.append(event)

    def take(self, hand: Hand, events: Iterable[TableEvent]) -> None:
        """Add events that change the hand alone, and to this one: what follows was looked at before."""
        self.hand = hand
        self.events += events

    def take_table(self, table: Table, events: Iterable[TableEvent]) -> None:
        """Add events that lead to this table: what follows was looked at before."""
        self._table = table
        self.hand = table.hand  # type: ignore[assignment] # as above
        self.events += events

    @property
    def table(self) -> Table:
        """The table as the events so far leave it."""
        if self.hand is not self._table.hand:
            self._table = replace(self._table, hand=self.hand)
        return self._table

    @property
    def betting(self) -> Betting:
        """The betting round in progress."""
        phase = self.hand.phase
        assert type(phase) is Betting, "no betting is in progress"
        return phase


_new = Draft.__new__


def begin(table: Table) -> Draft:
    """`Draft(table)` for the decisions of every hand: half as dear, for C calls no `__init__` back."""
    draft = _new(Draft)
    draft._table = table  # noqa: SLF001 - its own
    draft.config = table.config
    draft.hand = table.hand  # type: ignore[assignment] # as above
    draft.events = []
    return draft
