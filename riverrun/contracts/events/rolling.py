"""A table rolls: its id has lived long enough, and the game goes on under the next one.

The log of an id then stays as it is, and can be archived.
"""

from riverrun.contracts.events.event import Event
from riverrun.contracts.kept import CarriedTable
from riverrun.kernel.identifiers import TableId


class TableRolling(Event, frozen=True, array_like=True):
    """The table rolls after the hand in progress; `reason`: its `time`, or what an operator says."""

    reason: str


class TableRolled(Event, frozen=True, array_like=True):
    """The last event of an id: the game goes on under `successor`, with all that is carried there."""

    successor: TableId
    carried: CarriedTable


class TableCarriedOn(Event, frozen=True, array_like=True):
    """Behind `TableOpened`: the game of `predecessor` goes on here as it stood."""

    predecessor: TableId
    carried: CarriedTable
