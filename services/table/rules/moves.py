"""How far the big blind is from a seat, and what moving away from it costs (R3.12)."""

from riverrun.holdem.state import Seat, Table
from riverrun.kernel.identifiers import SeatNo
from services.table.rules.blinds import is_between
from services.table.rules.seating import pending_buy_in


def hands_to_wait(table: Table, mover: Seat, to: SeatNo) -> int:
    """By how many hands the move puts the big blind off; a newcomer has none to put off."""
    if table.places is None or mover.newcomer:
        return 0
    before = _distance(table, mover, mover.seat)
    return mover.held_hands + max(0, _distance(table, mover, to) - before)


def _distance(table: Table, mover: Seat, number: SeatNo) -> int:
    """How many other active players the big blind must still pass before it reaches the seat."""
    assert table.places is not None, "play has not begun"
    last = table.places.big_blind
    others = [seat for seat in table.seats if seat.standing == "active" and seat.seat != mover.seat]
    return sum(1 for seat in others if is_between(seat.seat, last, number))


def queued(table: Table) -> tuple[Seat, ...]:
    """Who moves between hands; who waits for chips moves when they have come."""
    return tuple([seat for seat in table.seats if seat.move_queued and not pending_buy_in(table, seat.seat)])
