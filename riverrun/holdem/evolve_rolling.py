"""How a table's roll changes the id that ends, and the one that goes on."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.kept import CarriedTable
from riverrun.contracts.table_events import TableCarriedOn, TableRolled, TableRolling
from riverrun.holdem.state import Seat, SeatCut, Table

CARRIED = CarriedTable.__struct_fields__
LEFT_BEHIND = frozenset(
    {
        "table",
        "config",
        "owner",
        "transfers",
        "transfers_begun",
        "hand",
        "bought",
        "cashed_out",
        "raked",
        "fees",
        "insured",
        "host",
        "draining",
        "suspended",
        "suspended_ms",
        "closing",
        "closed",
        "rolls_at_ms",
        "rolling",
        "rolled",
        "predecessor",
        "carried_in",
        "hands_before",
    }
)
"""What the next id does not take over: told to it otherwise (options, owner), its own (books, host), or never
there when a table rolls (a hand, chips under way, an end)."""


def carried_of(table: Table) -> CarriedTable:
    """What the table's next id goes on with."""
    kept = {name: getattr(table, name) for name in CARRIED}
    return CarriedTable(**{**kept, "seats": tuple(_carried_seat(seat) for seat in table.seats)})


def _carried_seat(seat: Seat) -> Seat:
    """A commitment to the next deck's cut names the id before: clients commit anew under the next one."""
    if seat.cut is None:
        return seat
    return replace(seat, cut=SeatCut(missed=seat.cut.missed) if seat.cut.missed else None)


def _rolling(table: Table, event: TableRolling) -> Table:
    return replace(table, rolling=event.reason)


def _rolled(table: Table, event: TableRolled) -> Table:
    return replace(
        table,
        rolling="",
        rolled=event,
        closed="rolled",
        seats=(),
        places=None,
        waiting_list=(),
    )


def _carried_on(table: Table, event: TableCarriedOn) -> Table:
    carried: dict[str, Any] = {name: getattr(event.carried, name) for name in CARRIED}
    return replace(
        table,
        predecessor=event.predecessor,
        carried_in=event.carried.chips,
        hands_before=event.carried.hand_number,
        **carried,
    )


EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    TableRolling: _rolling,
    TableRolled: _rolled,
    TableCarriedOn: _carried_on,
}
