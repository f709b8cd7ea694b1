"""Who has a part in the cut of a hand's deck (R11.4)."""

from riverrun.holdem.state import Cutter, Hand, SeatCut, Table

BARRED_HANDS = 10
"""For so long a player has no part in the cut who did not tell a nonce in time.

To withhold one's nonce is to choose between two cuts: whoever plays together with the host must not do it in
every hand. It also spares the others the wait for a client that is gone.
"""


def cutters_of(table: Table, hand: Hand) -> tuple[Cutter, ...]:
    """The hand's players who committed to a nonce for it, by seat."""
    return tuple(
        [
            Cutter(seat.seat, seat.cut.commitment)
            for seat in table.seats
            if seat.cut is not None and seat.cut.hand == hand.hand and seat.seat in hand.seats
        ]
    )


def barred_until(cut: SeatCut | None) -> int:
    """The last hand in which a player has no part for having missed one; 0: he has missed none."""
    return cut.missed + BARRED_HANDS if cut is not None and cut.missed else 0
