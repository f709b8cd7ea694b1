"""Writes quotes in the words of the protocol."""

from collections.abc import Iterable
from fractions import Fraction

from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from services.insurance.pricing.odds import Odds
from services.insurance.pricing.outs import Outs, Reason, Tie
from services.insurance.pricing.quote import Choice, Offer, PotQuote
from services.insurance.pricing.sale import Price

REASONS: dict[Reason, pb.Reason.ValueType] = {
    "no_favourite": pb.REASON_NO_FAVOURITE,
    "no_outs": pb.REASON_NO_OUTS,
    "too_many_outs": pb.REASON_TOO_MANY_OUTS,
    "nothing_left": pb.REASON_NOTHING_LEFT,
    "limit_reached": pb.REASON_LIMIT_REACHED,
}


def quote_response(quotes: Iterable[PotQuote]) -> pb.QuoteResponse:
    """All pots, in their order."""
    return pb.QuoteResponse(pots=[_pot(quote) for quote in quotes])


def _pot(quote: PotQuote) -> pb.PotQuote:
    if isinstance(quote, Offer):
        answer = _found(quote.found)
        answer.offer.CopyFrom(_offer(quote))
        return answer
    answer = _found(quote.found) if quote.found else pb.PotQuote(unseen=quote.unseen)
    answer.reason = REASONS[quote.reason]
    return answer


def _found(found: Outs) -> pb.PotQuote:
    return pb.PotQuote(
        unseen=found.unseen,
        favourite=found.favourite,
        outs=bytes(found.outs),
        ties=[_tie(tie) for tie in found.ties],
    )


def _offer(offer: Offer) -> pb.Offer:
    kept = (*offer.cover.outs, *[tie.card for tie in offer.cover.ties])
    return pb.Offer(
        kept=bytes(kept),
        price=_price(offer.price),
        probability=_ratio(offer.cover.probability),
        margin=_ratio(offer.cover.margin(offer.price.odds)),
        full=_choice(offer.full),
        break_even=_choice(offer.break_even),
        equal_profit=_choice(offer.equal_profit) if offer.equal_profit else None,
        prices=[_price(price) for price in offer.prices],
        least=offer.least,
        capped=offer.capped,
    )


def _tie(tie: Tie) -> pb.TieCard:
    return pb.TieCard(card=tie.card, sharing=len(tie.sharing))


def _price(price: Price) -> pb.Price:
    return pb.Price(odds=_odds(price.odds), most=price.most)


def _choice(choice: Choice) -> pb.Choice:
    return pb.Choice(coverage=choice.coverage, premium=choice.premium, edge=_ratio(choice.edge))


def _odds(odds: Odds) -> pb.Odds:
    return pb.Odds(paid=odds.numerator, premium=odds.denominator)


def _ratio(exact: Fraction) -> pb.Ratio:
    return pb.Ratio(value=exact.numerator, over=exact.denominator)
