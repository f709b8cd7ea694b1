"""Who can be dealt into the next hand, and who waits (R3.7, R3.9, R8.3)."""

import msgspec

from riverrun.holdem.state import Seat, Table
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.rules.debts import comes_in_at_once, owes


class Ready(msgspec.Struct, frozen=True, gc=False):
    """Seats with chips, by how they come into the next hand.

    `absent` seats miss the blinds that pass them: they sit out, or owe already and are not yet dealt in.
    """

    active: tuple[SeatNo, ...]
    waiting: tuple[SeatNo, ...]
    posting: tuple[SeatNo, ...]
    absent: tuple[SeatNo, ...]

    @property
    def all(self) -> tuple[SeatNo, ...]:
        """Everyone who could be dealt in where play starts afresh (R3.16)."""
        return tuple(sorted((*self.active, *self.waiting, *self.posting)))


def ready_seats(table: Table) -> Ready:
    """The seats by how they come in."""
    active: list[SeatNo] = []
    waiting: list[SeatNo] = []
    posting: list[SeatNo] = []
    absent: list[SeatNo] = []
    for seat in table.seats:
        if seat.standing == "sitting_out":
            if not seat.newcomer:
                absent.append(seat.seat)
        elif seat.stack and seat.standing == "active":
            active.append(seat.seat)
        elif seat.stack and seat.standing == "waiting":
            (posting if comes_in_at_once(seat, table.config) else waiting).append(seat.seat)
            if owes(seat):
                absent.append(seat.seat)
    return Ready(tuple(active), tuple(waiting), tuple(posting), tuple(absent))


def free_seats(table: Table) -> tuple[SeatNo, ...]:
    """Seat numbers 1..seats that nobody has taken."""
    taken = {seat.seat for seat in table.seats}
    return tuple(number for number in range(1, table.config.seats + 1) if number not in taken)


def pending_buy_in(table: Table, seat: SeatNo) -> Chips:
    """Chips asked for the seat and not yet come."""
    return sum(transfer.amount for transfer in table.transfers if transfer.seat == seat)


def room_to_top_up(table: Table, seat: Seat, in_hand: Chips) -> Chips:
    """How much may still be added up to the table's maximum (R8.4)."""
    return max(0, table.config.max_buy_in - seat.stack - in_hand - pending_buy_in(table, seat.seat))
