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
    """What is for sale on pot `number`, before the club's limit; `prices` are for 1, 2, … all outs kept.

    `least` is covered whatever the buyer answers: the smallest coverage over all outs that pays what he owes,
    as far as it may be sold (R9.8).
    """

    number: int
    pot: Pot
    found: Outs
    buyer: Contender
    whole: Cover
    prices: tuple[Price, ...]
    least: Chips

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.least, max([price.most for price in self.prices]))

    def within(self, limit: Chips) -> "Sale":
        """The same sale with no more than `limit` to cover."""
        prices = tuple([Price(price.odds, min(price.most, limit)) for price in self.prices])
        return msgspec.structs.replace(self, prices=prices, least=min(self.least, limit))


def sale_of(spot: Spot, number: int, found: Outs) -> Sale | Reason:
    """The sale, or why there is none."""
    terms, pot = spot.terms, spot.pots[number]
    whole = whole_cover(found, terms.insure_ties)
    if reason := why_no_offer(whole.all_outs):
        return reason
    buyer = next(contender for contender in pot.contenders if contender.seat == found.favourite)
    room = _smallest_share(spot, pot, found) - buyer.owed
    if room < 1:
        return "nothing_left"
    all_odds = [odds_of(terms, found.unseen, whole.all_outs, kept) for kept in range(1, whole.kept + 1)]
    prices = tuple([Price(odds, most_coverage(pot.amount, room, odds)) for odds in all_odds])
    return Sale(number, pot, found, buyer, whole, prices, _carried(terms, buyer, prices[-1]))


def _carried(terms: Terms, buyer: Contender, whole: Price) -> Chips:
    if not (terms.carry and buyer.owed):
        return 0
    needed = least_that_leaves(buyer.owed, whole.odds, terms.premium_on_hit)
    return whole.most if needed is None else min(needed, whole.most)


def _smallest_share(spot: Spot, pot: Pot, found: Outs) -> Chips:
    """What he gets at least on a card that is no out; a tie counts on the turn, where it is final (R9.5)."""
    ties = found.ties if spot.is_turn else ()
    return min([pot.amount, *[_share(pot.amount, tie.sharing, found.favourite) for tie in ties]])


def _share(amount: Chips, sharing: Sequence[SeatNo], seat: SeatNo) -> Chips:
    """Odd chips go one each to the first of those who share (R5.4)."""
    even, odd = divmod(amount, len(sharing))
    return even + (sharing.index(seat) < odd)
