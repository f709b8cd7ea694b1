"""How a hand is shown to people: its five cards in reading order, and its name in words."""

from collections.abc import Sequence

from riverrun.holdem.hand_classes import Category, Rank, hand_class
from riverrun.holdem.rank import rank
from riverrun.kernel.cards import Card, Cards, rank_of, suit_of

_ONE = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_MANY = tuple("sixes" if one == "six" else one + "s" for one in _ONE)
_ACE = 12


def best_five(cards: Sequence[Card]) -> Cards:
    """The five of five to seven cards that count, as a player reads them: what is matched, then the kickers.

    Of cards equally good the one whose suit stands last in `cdhs` is taken: their order is no matter.
    """
    category, wanted = hand_class(rank(cards))
    eligible = sorted(cards, reverse=True)
    if category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
        suits = [suit_of(card) for card in cards]
        eligible = [card for card in eligible if suits.count(suit_of(card)) >= 5]
    shown: list[Card] = []
    for needed in wanted:
        shown.append(next(card for card in eligible if rank_of(card) == needed and card not in shown))
    return tuple(shown)


def hand_name(rank: Rank) -> str:
    """A hand's name in words, such as `Full house, kings full of tens`."""
    category, five = hand_class(rank)
    top, last = five[0], five[-1]
    match category:
        case Category.HIGH_CARD:
            return f"High card, {_ONE[top]}"
        case Category.PAIR:
            return f"Pair of {_MANY[top]}"
        case Category.TWO_PAIR:
            return f"Two pair, {_MANY[top]} and {_MANY[five[2]]}"
        case Category.TRIPS:
            return f"Three of a kind, {_MANY[top]}"
        case Category.STRAIGHT:
            return f"Straight, {_ONE[top]} high"
        case Category.FLUSH:
            return f"Flush, {_ONE[top]} high"
        case Category.FULL_HOUSE:
            return f"Full house, {_MANY[top]} full of {_MANY[last]}"
        case Category.QUADS:
            return f"Four of a kind, {_MANY[top]}"
        case Category.STRAIGHT_FLUSH:
            return "Royal flush" if top == _ACE else f"Straight flush, {_ONE[top]} high"
