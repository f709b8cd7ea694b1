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
from riverrun.holdem.state import Betting, Table


def _table_hosted(table: Table, event: TableHosted) -> Table:
    return replace(table, host=event.host)


def _clocks_extended(table: Table, event: ClocksExtended) -> Table:
    hand = table.hand
    assert hand is not None, "no hand is in progress"
    assert isinstance(hand.phase, Betting), "no turn is open"
    assert hand.phase.turn is not None, "no turn is open"
    turn = replace(hand.phase.turn, deadline_ms=event.deadline_ms)
    return replace(table, hand=replace(hand, phase=replace(hand.phase, turn=turn)))


def _table_draining(table: Table, event: TableDraining) -> Table:
    return replace(table, draining=event.reason)


def _table_suspended(table: Table, event: TableSuspended) -> Table:
    return replace(table, suspended=event.reason)


def _table_resumed(table: Table, _: TableResumed) -> Table:
    return replace(table, suspended="", draining="")


EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    TableHosted: _table_hosted,
    ClocksExtended: _clocks_extended,
    TableDraining: _table_draining,
    TableSuspended: _table_suspended,
    TableResumed: _table_resumed,
}
