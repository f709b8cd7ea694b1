"""A pot that can be insured: who buys, what he may be covered for, and what a premium must fit (R9.5)."""

from collections.abc import Sequence

import msgspec

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.insurance.pricing.cover import Cover, whole_cover
from services.insurance.pricing.coverage import least_that_leaves, most_coverage
from services.insurance.pricing.limits import Wanted
from services.insurance.pricing.odds import Odds
from services.insurance.pricing.outs import Outs, Reason, why_no_offer
from services.insurance.pricing.spot import Contender, Pot, Spot
from services.insurance.pricing.terms import Terms, odds_of


class Price(msgspec.Struct, frozen=True):
    """The odds for a number of kept outs, and the most that may be covered at them."""

    odds: Odds
    most: Chips


class Sale(msgspec.Struct, frozen=True):
    """What is for sale on pot `number`, before the club's limit."""

    number: int
    pot: Pot
    found: Outs
    buyer: Contender
    whole: Cover
    room: Chips
    """The smallest share that he gets on any card that is no out, less the premiums he owes already."""

    def prices(self, terms: Terms, ceiling: Chips) -> tuple[Price, ...]:
        """For 1, 2, … all outs kept."""
        kept_outs = range(1, self.whole.kept + 1)
        all_odds = [odds_of(terms, self.whole.unseen, self.whole.all_outs, kept) for kept in kept_outs]
        amount, room = self.pot.amount, self.room
        return tuple([Price(odds, min(ceiling, most_coverage(amount, room, odds))) for odds in all_odds])

    def carried(self, terms: Terms, whole: Price) -> Chips:
        """The smallest coverage over all outs that pays what he owes, as far as it may be sold (R9.8)."""
        if not (terms.carry and self.buyer.owed):
            return 0
        needed = least_that_leaves(self.buyer.owed, whole.odds, terms.premium_on_hit)
        return whole.most if needed is None else min(needed, whole.most)

    def wanted(self, terms: Terms) -> Wanted:
        prices = self.prices(terms, self.pot.amount)
        return Wanted(self.carried(terms, prices[-1]), max([price.most for price in prices]))


def sale_of(spot: Spot, number: int, found: Outs) -> Sale | Reason:
    """The sale, or why there is none."""
    whole = whole_cover(found, spot.terms.insure_ties)
    if reason := why_no_offer(whole.all_outs):
        return reason
    pot = spot.pots[number]
    buyer = next(contender for contender in pot.contenders if contender.seat == found.favourite)
    room = _smallest_share(spot, pot, found) - buyer.owed
    return Sale(number, pot, found, buyer, whole, room) if room > 0 else "nothing_left"


def _smallest_share(spot: Spot, pot: Pot, found: Outs) -> Chips:
    """A tie's share counts on the turn, where it is final."""
    ties = found.ties if spot.is_turn else ()
    return min([pot.amount, *[_share(pot.amount, tie.sharing, found.favourite) for tie in ties]])


def _share(amount: Chips, sharing: Sequence[SeatNo], seat: SeatNo) -> Chips:
    """Odd chips go one each to the first of those who share (R5.4)."""
    even, odd = divmod(amount, len(sharing))
    return even + (sharing.index(seat) < odd)
