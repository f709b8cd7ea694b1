"""Who shows in which order, who may muck, and who wins each pot (R5.3, R5.4, R6.1, R6.3, R7.2)."""

from collections.abc import Mapping, Sequence

import msgspec

from riverrun.contracts.table_events import PotShare
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.rules.pots import split

Ranks = Mapping[SeatNo, int]
"""Seat -> rank of its hand on one board, higher wins."""


class Award(msgspec.Struct, frozen=True, gc=False):
    """A winner's part of a pot on a board; `rake` is what the club took of that part."""

    pot: int
    board: int
    seat: SeatNo
    amount: Chips
    rake: Chips


def show_order(pots: Sequence[PotShare], aggressor: SeatNo | None) -> tuple[SeatNo, ...]:
    """From the last pot down: the river's last aggressor first if he contests it, then clockwise (R6.1).

    Contenders stand clockwise from the left of the button.
    """
    order: list[SeatNo] = []
    for pot in reversed(pots):
        seats = pot.contenders
        if aggressor in seats:
            first = seats.index(aggressor)
            seats = (*seats[first:], *seats[:first])
        order += seats
    return tuple(dict.fromkeys(order))


def winners(pot: PotShare, ranks: Ranks) -> list[SeatNo]:
    """The best hands among the pot's contenders, in the contenders' order."""
    best, found = 0, []
    for seat in pot.contenders:
        rank = ranks[seat]
        if rank > best:
            best, found = rank, [seat]
        elif rank == best:
            found.append(seat)
    return found


def awards(pots: Sequence[PotShare], rake: Sequence[Chips], boards: Sequence[Ranks]) -> list[Award]:
    """What each pot pays, from the last to the main pot (R5.3); contenders stand in order from the button.

    After rake a pot is split over the boards, then within a board among its winners, odd chips first (R7.2).
    """
    paid: list[Award] = []
    for number in reversed(range(len(pots))):
        pot, taken_of_pot = pots[number], rake[number]
        if len(boards) == 1:
            best = winners(pot, boards[0])
            if len(best) == 1:
                paid.append(Award(number, 0, best[0], pot.amount - taken_of_pot, taken_of_pot))
                continue
        parts = split(pot.amount - taken_of_pot, len(boards))
        rakes = split(taken_of_pot, len(boards))
        for board, ranks in enumerate(boards):
            best = winners(pot, ranks)
            amounts = split(parts[board], len(best))
            taken = split(rakes[board], len(best))
            for place, seat in enumerate(best):
                if amounts[place] or taken[place]:
                    paid.append(Award(number, board, seat, amounts[place], taken[place]))
    return paid


def shown(order: Sequence[SeatNo], paid: Sequence[Award]) -> set[SeatNo]:
    """Who tables his hand: the first in order, and every winner of a part (R6.3). The others muck."""
    return {order[0], *[award.seat for award in paid]}
