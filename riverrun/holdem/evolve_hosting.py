"""How the events of hosting and operating change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    ClocksExtended,
    TableDraining,
    TableHosted,
    TableResumed,
    TableSuspended,
)
from riverrun.holdem.deadlines import with_deadline
from riverrun.holdem.state import Table


def _table_hosted(table: Table, event: TableHosted) -> Table:
    return replace(table, host=event.host, rolls_at_ms=table.rolls_at_ms or event.rolls_at_ms)


def _clocks_extended(table: Table, event: ClocksExtended) -> Table:
    assert table.hand is not None, "no hand is in progress"
    return replace(table, hand=with_deadline(table.hand, event.deadline_ms))


def _table_draining(table: Table, event: TableDraining) -> Table:
    return replace(table, draining=event.reason)


def _table_suspended(table: Table, event: TableSuspended) -> Table:
    return replace(table, suspended=event.reason, suspended_ms=event.at_ms)


def _table_resumed(table: Table, _: TableResumed) -> Table:
    return replace(table, suspended="", draining="", suspended_ms=0)


EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    TableHosted: _table_hosted,
    ClocksExtended: _clocks_extended,
    TableDraining: _table_draining,
    TableSuspended: _table_suspended,
    TableResumed: _table_resumed,
}
