"""How the waiting list and its offers change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import SeatOffered, WaitingListJoined, WaitingListLeft
from riverrun.holdem.state import Table, Waiter


def _joined(table: Table, event: WaitingListJoined) -> Table:
    return replace(table, waiting_list=(*table.waiting_list, Waiter(event.player, event.name)))


def _left(table: Table, event: WaitingListLeft) -> Table:
    others = [waiter for waiter in table.waiting_list if waiter.player != event.player]
    return replace(table, waiting_list=tuple(others))


def _seat_offered(table: Table, event: SeatOffered) -> Table:
    waiting = [
        replace(waiter, seat=event.seat, until_ms=event.until_ms) if waiter.player == event.player else waiter
        for waiter in table.waiting_list
    ]
    return replace(table, waiting_list=tuple(waiting))


EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    WaitingListJoined: _joined,
    WaitingListLeft: _left,
    SeatOffered: _seat_offered,
}
