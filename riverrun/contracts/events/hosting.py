"""A table's own life: opened, hosted by one process after another, drained, suspended, resumed."""

from riverrun.contracts.events.event import Event
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import PlayerId, TableId


class TableOpened(Event, frozen=True, array_like=True):
    """The table exists from here on."""

    table: TableId
    config: TableConfig
    opened_by: PlayerId


class TableHosted(Event, frozen=True, array_like=True):
    """Another process hosts the table from here on; the earlier one can write no more.

    `rolls_at_ms`: when the table's id has lived long enough; what was said first counts.
    """

    host: str
    rolls_at_ms: int = 0


class ClocksExtended(Event, frozen=True, array_like=True):
    """The open deadline moves by as long as nobody hosted the table or the log was away (R8.9)."""

    deadline_ms: int


class TableDraining(Event, frozen=True, array_like=True):
    """No hand follows the one in progress; then the table is suspended. `reason` is for the players."""

    reason: str


class TableSuspended(Event, frozen=True, array_like=True):
    """The table stands still and no clock runs, until an operator resumes it or voids the hand (R2.8).

    `at_ms` says since when; 0 in events of before it was kept.
    """

    reason: str
    at_ms: int = 0


class TableResumed(Event, frozen=True, array_like=True):
    """The table goes on where it stood; it drains no more."""

    reason: str = ""
