"""Who can be dealt into the next hand, and who waits (R3.7, R3.9, R8.3)."""

import msgspec
from msgspec.structs import replace

from riverrun.holdem.state import Seat, Table, is_dealt_in, seat_at
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.rules.blinds import Lineup, next_lineup
from services.table.rules.debts import comes_in_at_once, is_free, owes


class Ready(msgspec.Struct, frozen=True, gc=False):
    """Seats with chips, by how they come into the next hand.

    `absent` seats miss the blinds that pass them: they sit out, or owe already and are not yet dealt in.
    """

    active: tuple[SeatNo, ...]
    waiting: tuple[SeatNo, ...]
    posting: tuple[SeatNo, ...]
    absent: tuple[SeatNo, ...]
    free: int
    """How many of the posting ones owe nothing, and so only come back."""

    @property
    def all(self) -> tuple[SeatNo, ...]:
        """Everyone who could be dealt in where play starts afresh (R3.16)."""
        if not (self.waiting or self.posting):
            return self.active
        return tuple(sorted((*self.active, *self.waiting, *self.posting)))


def ready_seats(table: Table) -> Ready:
    """The seats by how they come in."""
    active: list[SeatNo] = []
    waiting: list[SeatNo] = []
    posting: list[SeatNo] = []
    absent: list[SeatNo] = []
    free = 0
    for seat in table.seats:
        standing = seat.standing
        if seat.dismissed:
            continue
        if standing == "sitting_out":
            if not seat.newcomer:
                absent.append(seat.seat)
        elif not seat.stack:
            continue
        elif standing == "active":
            active.append(seat.seat)
        elif standing == "waiting":
            (posting if comes_in_at_once(seat, table.config) else waiting).append(seat.seat)
            free += is_free(seat)
            if owes(seat):
                absent.append(seat.seat)
    return Ready(tuple(active), tuple(waiting), tuple(posting), tuple(absent), free)


def lineup_after(table: Table, ready: Ready) -> Lineup | None:
    """The places that follow from the last hand's; None where play starts anew (R3.16)."""
    if table.places is None or not ready.active or len(ready.active) + ready.free < 2:
        return None
    return next_lineup(table.config.button, table.places, ready.active, ready.waiting, ready.posting)


def nobody_posts(table: Table, ready: Ready) -> Ready:
    """For a bomb pot: who waits or owes comes in on the big blind's place alone (R3.15)."""
    if not ready.posting:
        return ready
    free = {seat.seat for seat in table.seats if is_free(seat)}
    posting = tuple(seat for seat in ready.posting if seat in free)
    waiting = (*ready.waiting, *(seat for seat in ready.posting if seat not in free))
    return replace(ready, waiting=waiting, posting=posting)


def free_seats(table: Table) -> tuple[SeatNo, ...]:
    """Seat numbers 1..seats that nobody has taken, and that the next hand's options leave."""
    taken = {seat.seat for seat in table.seats}
    seats = table.config.seats
    if table.next_config is not None:
        seats = min(seats, table.next_config.seats)
    return tuple(number for number in range(1, seats + 1) if number not in taken)


def dismissed_seat(table: Table) -> Seat | None:
    """Who is to leave and can: in no hand, and with no chips on their way to him."""
    for seat in table.seats:
        if seat.dismissed and not is_dealt_in(table, seat.seat) and not pending_buy_in(table, seat.seat):
            return seat
    return None


def pending_buy_in(table: Table, seat: SeatNo) -> Chips:
    """Chips asked for the seat and not yet come."""
    return sum(transfer.amount for transfer in table.transfers if transfer.seat == seat)


def auto_top_up(seat: Seat) -> Chips:
    """What falls due by itself: from below the player's threshold up to his target (R8.4)."""
    comes = seat.standing in ("active", "waiting") or seat.broke
    return max(0, seat.top_up_to - seat.stack) if comes and seat.stack < seat.top_up_below else 0


def seat_that_rests(table: Table) -> Seat | None:
    """Whose big blind the next hand would be, where he wants to sit out then (R8.3)."""
    if not any(seat.out_at_big_blind for seat in table.seats):
        return None
    lineup = lineup_after(table, ready_seats(table))
    seat = None if lineup is None else seat_at(table, lineup.big_blind)
    return seat if seat is not None and seat.out_at_big_blind else None


def room_to_top_up(table: Table, seat: Seat, in_hand: Chips) -> Chips:
    """How much may still be added up to the table's maximum (R8.4)."""
    return max(0, table.config.max_buy_in - seat.stack - in_hand - pending_buy_in(table, seat.seat))
