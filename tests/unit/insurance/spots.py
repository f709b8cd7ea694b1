"""All-ins as a player would tell them: a board, hands by seat, pots with their contenders."""

from collections.abc import Sequence

from riverrun.kernel.cards import cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.insurance.pricing.next_card import next_card_outcomes
from services.insurance.pricing.quote import NoOffer, Offer, PotQuote, quote_pots
from services.insurance.pricing.spot import Contender, Pot, Spot
from services.insurance.pricing.terms import Terms

ACES_AND_HEARTS = ("2h7hTcJs", "AcAd", "4h5h")
"""An overpair against nine hearts on the turn."""
ACES_AND_HEARTS_FLOP = ("2h7hTc", "AcAd", "4h5h")
CHOPPED = ("AcKdQh4s", "AhTd", "Ad8c")
"""Three eights beat seat 1; ten cards leave both with the same five."""
CHOPPED_FLOP = ("AcKdQh", "AhTd", "Ad8c")
"""The same before the four of spades: three eights, seven ties."""


def pot(
    amount: Chips,
    *seats: SeatNo,
    own: Chips | None = None,
    owed: dict[SeatNo, Chips] | None = None,
    left_out: str = "",
) -> Pot:
    """A pot after rake whose contenders have put in as much as each other, or `own`."""
    each = amount // len(seats) if own is None else own
    debts = owed or {}
    contenders = tuple(Contender(seat, each, debts.get(seat, 0)) for seat in seats)
    return Pot(amount, contenders, frozenset(cards(left_out)))


def spot(story: Sequence[str], *pots: Pot, terms: Terms | None = None, limit: Chips | None = None) -> Spot:
    """`story` is the board, then the hands of seats 1, 2, …"""
    board, *hands = story
    by_seat = {seat: cards(hand) for seat, hand in enumerate(hands, start=1)}
    return Spot(cards(board), by_seat, pots, terms or Terms(), limit)


def quotes(asked: Spot) -> tuple[PotQuote, ...]:
    contenders = [one.seats for one in asked.pots]
    return quote_pots(asked, next_card_outcomes(asked.board, asked.hands, contenders))


def offer(story: Sequence[str], one: Pot, terms: Terms | None = None, limit: Chips | None = None) -> Offer:
    (quoted,) = quotes(spot(story, one, terms=terms, limit=limit))
    assert isinstance(quoted, Offer), quoted
    return quoted


def reason(story: Sequence[str], one: Pot, terms: Terms | None = None, limit: Chips | None = None) -> str:
    (quoted,) = quotes(spot(story, one, terms=terms, limit=limit))
    assert isinstance(quoted, NoOffer), quoted
    return quoted.reason
