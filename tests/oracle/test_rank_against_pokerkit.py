"""Pokerkit, an independent engine, orders hands as we do."""

from itertools import pairwise
from random import Random

from pokerkit import Card as KitCard
from pokerkit import Hand, StandardHighHand

from riverrun.holdem.hand_classes import Category, category_of
from riverrun.holdem.rank import rank
from riverrun.kernel.cards import ALL_CARDS, Cards, text_of

KIT_CATEGORY = {
    "High card": Category.HIGH_CARD,
    "One pair": Category.PAIR,
    "Two pair": Category.TWO_PAIR,
    "Three of a kind": Category.TRIPS,
    "Straight": Category.STRAIGHT,
    "Flush": Category.FLUSH,
    "Full house": Category.FULL_HOUSE,
    "Four of a kind": Category.QUADS,
    "Straight flush": Category.STRAIGHT_FLUSH,
}


def _kit(hand: Cards) -> Hand:
    return StandardHighHand.from_game(tuple(KitCard.parse(text_of(hand))))


def _hands() -> list[Cards]:
    """Ordinary hands, and others from few suits or neighbouring ranks, rich in flushes and straights."""
    chance = Random(20)
    two_suits = [card for card in ALL_CARDS if card % 4 < 2]
    low, high = list(range(24)) + list(range(48, 52)), list(range(28, 52))
    return [
        tuple(chance.sample(deck, 7))
        for deck, many in ((list(ALL_CARDS), 1500), (two_suits, 1000), (low, 500), (high, 500))
        for _ in range(many)
    ]


def test_pokerkit_agrees_on_kind_and_order_of_thousands_of_hands() -> None:
    found = sorted(((rank(hand), _kit(hand)) for hand in _hands()), key=lambda pair: pair[0])

    for mine, kit in found:
        assert category_of(mine) == KIT_CATEGORY[kit.entry.label.value]
    for (lower, lower_kit), (higher, higher_kit) in pairwise(found):
        assert (lower < higher) == (lower_kit < higher_kit)
        assert (lower == higher) == (lower_kit == higher_kit)
