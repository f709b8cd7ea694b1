"""What is to be priced: an all-in on the flop or the turn, its pots, and the club's terms."""

from collections.abc import Mapping

import msgspec

from riverrun.kernel.cards import Card, Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.insurance.pricing.terms import Terms


class Contender(msgspec.Struct, frozen=True):
    """Who can win a pot, his own chips in it, and the premiums that he owes for it already."""

    seat: SeatNo
    chips_in: Chips
    owed: Chips = 0


class Pot(msgspec.Struct, frozen=True):
    """A pot after rake; contenders in order from the left of the button, as odd chips go (R5.4).

    `left_out` are outs that the buyer would leave out of the cover (R9.10).
    """

    amount: Chips
    contenders: tuple[Contender, ...]
    left_out: frozenset[Card] = frozenset()

    @property
    def seats(self) -> tuple[SeatNo, ...]:
        return tuple([contender.seat for contender in self.contenders])


class Spot(msgspec.Struct, frozen=True):
    """Open hands on a board of three or four cards, and pots from the main pot on.

    `limit` is what the club may still have to pay for covers of this hand, in all pots (R9.12); None is any
    amount.
    """

    board: Cards
    hands: Mapping[SeatNo, Cards]
    pots: tuple[Pot, ...]
    terms: Terms = Terms()
    limit: Chips | None = None

    @property
    def is_turn(self) -> bool:
        """On the turn the river card is insured, and a tie is final."""
        return len(self.board) == 4
