"""Whose turn it is for a free seat (R8.7)."""

from riverrun.holdem.state import Table, Waiter
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.rules.seating import free_seats

MOST_WAITING = 100


def waiter_of(table: Table, player: PlayerId) -> Waiter | None:
    """The player's place in the line, if he has one."""
    return next((waiter for waiter in table.waiting_list if waiter.player == player), None)


def seats_open_to(table: Table, player: PlayerId) -> tuple[SeatNo, ...]:
    """Free seats that the player may take: the one kept for him, or those that nobody in line may claim."""
    waiter = waiter_of(table, player)
    if waiter is not None and waiter.seat:
        return (waiter.seat,) if waiter.seat in free_seats(table) else ()
    unreserved = _unreserved(table)
    before = [one for one in table.waiting_list if not one.seat and one.player != player]
    return unreserved[len(before) :]


def next_offer(table: Table) -> tuple[Waiter, SeatNo] | None:
    """The first in line without an offer, and the free seat that is his."""
    unreserved = _unreserved(table)
    waiter = next((one for one in table.waiting_list if not one.seat), None)
    return (waiter, unreserved[0]) if waiter is not None and unreserved else None


def first_to_lapse(table: Table) -> Waiter | None:
    """Whose offer runs out first."""
    offered = [waiter for waiter in table.waiting_list if waiter.seat]
    return min(offered, key=lambda waiter: waiter.until_ms, default=None)


def _unreserved(table: Table) -> tuple[SeatNo, ...]:
    kept = {waiter.seat for waiter in table.waiting_list}
    return tuple(seat for seat in free_seats(table) if seat not in kept)
