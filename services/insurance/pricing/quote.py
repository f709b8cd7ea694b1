"""One answer for each pot: an offer with its prices, or why there is none (R9.2-R9.12)."""

from fractions import Fraction
from typing import TypeAlias

import msgspec

from riverrun.kernel.chips import Chips
from services.insurance.pricing.cover import Cover, without
from services.insurance.pricing.coverage import equal_profit, least_that_leaves, premium_of
from services.insurance.pricing.limits import shared_out
from services.insurance.pricing.next_card import Outcomes
from services.insurance.pricing.outs import Outs, Reason, outs_of
from services.insurance.pricing.sale import Price, Sale, sale_of
from services.insurance.pricing.spot import Spot
from services.insurance.pricing.terms import Terms


class Choice(msgspec.Struct, frozen=True):
    """An amount to cover, its premium, and the club's gain on average for each chip of that premium."""

    coverage: Chips
    premium: Chips
    edge: Fraction


class Offer(msgspec.Struct, frozen=True):
    """What the favourite may buy; `prices` are for 1, 2, … all outs kept, the choices are for `cover`.

    `least` is covered whatever he answers, over all outs: it pays the premium he owes (R9.8). `capped`: the
    club's limit allows less than the rules do. There is no `equal_profit` where even one chip is too much.
    """

    found: Outs
    cover: Cover
    price: Price
    prices: tuple[Price, ...]
    least: Chips
    capped: bool
    full: Choice
    break_even: Choice
    equal_profit: Choice | None


class NoOffer(msgspec.Struct, frozen=True):
    """Nothing is sold on a pot; without a favourite nothing was `found`."""

    reason: Reason
    unseen: int
    found: Outs | None = None


PotQuote: TypeAlias = Offer | NoOffer


def quote_pots(spot: Spot, outcomes: Outcomes) -> tuple[PotQuote, ...]:
    """A quote for each pot, in their order. Raises `NotAnOut` for what a buyer cannot leave out."""
    asked = [_asked(spot, outcomes, number) for number in range(len(spot.pots))]
    limits = iter(shared_out(spot.limit, [one.wanted for one in asked if isinstance(one, Sale)]))
    return tuple([_offer(spot.terms, one, next(limits)) if isinstance(one, Sale) else one for one in asked])


def _asked(spot: Spot, outcomes: Outcomes, number: int) -> Sale | NoOffer:
    found = outs_of(outcomes, number)
    if found is None:
        return NoOffer("no_favourite", len(outcomes.after))
    sale = sale_of(spot, number, found)
    return sale if isinstance(sale, Sale) else NoOffer(sale, found.unseen, found)


def _offer(terms: Terms, wanted: Sale, limit: Chips) -> PotQuote:
    """The offer with no more than `limit` to cover."""
    if not limit:
        return NoOffer("limit_reached", wanted.found.unseen, wanted.found)
    sale = wanted.within(limit)
    # Who has to be covered is covered over all outs.
    cover = sale.whole if sale.least else without(sale.whole, sale.pot.left_out, sale.number)
    price = sale.prices[cover.kept - 1]
    on_hit = terms.premium_on_hit

    def choice(coverage: Chips) -> Choice:
        covered = max(1, sale.least, min(coverage, price.most))
        premium = premium_of(covered, price.odds)
        return Choice(covered, premium, cover.edge(covered, premium, on_hit))

    even = least_that_leaves(sale.buyer.chips_in + sale.buyer.owed, price.odds, on_hit)
    equal = equal_profit(sale.pot.amount, price.odds, on_hit)
    return Offer(
        found=sale.found,
        cover=cover,
        price=price,
        prices=sale.prices,
        least=sale.least,
        capped=limit < wanted.wanted.most,
        full=choice(sale.pot.amount),
        break_even=choice(sale.pot.amount if even is None else even),
        equal_profit=choice(equal) if equal else None,
    )
