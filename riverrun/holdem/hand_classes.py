"""The 7,462 hands that differ in strength, written down from the royal flush to seven high (R1.2)."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

Rank: TypeAlias = int
"""A hand's strength: 1 (7-5-4-3-2 of several suits) … 7462 (royal flush); equal ranks split the pot."""

FiveRanks: TypeAlias = tuple[int, ...]
"""Five card ranks as a player reads them: what is matched, then the kickers; a wheel ends with its ace."""


class Category(StrEnum):
    """The nine kinds of hand, the weakest first."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    TRIPS = "trips"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    QUADS = "quads"
    STRAIGHT_FLUSH = "straight_flush"


class HandClass(NamedTuple):
    """Hands of one strength: their kind and their five ranks."""

    category: Category
    ranks: FiveRanks


_DOWN = tuple(range(12, -1, -1))
_WHEEL = (3, 2, 1, 0, 12)
STRAIGHTS: tuple[FiveRanks, ...] = (*(tuple(range(top, top - 5, -1)) for top in range(12, 3, -1)), _WHEEL)
_CONSECUTIVE = {frozenset(straight) for straight in STRAIGHTS}


def _unmatched() -> list[FiveRanks]:
    return [five for five in combinations(_DOWN, 5) if frozenset(five) not in _CONSECUTIVE]


def _others(*taken: int) -> list[int]:
    return [rank for rank in _DOWN if rank not in taken]


def _best_to_worst() -> Iterator[HandClass]:
    yield from (HandClass(Category.STRAIGHT_FLUSH, five) for five in STRAIGHTS)
    yield from (HandClass(Category.QUADS, (a, a, a, a, k)) for a, k in permutations(_DOWN, 2))
    yield from (HandClass(Category.FULL_HOUSE, (a, a, a, b, b)) for a, b in permutations(_DOWN, 2))
    yield from (HandClass(Category.FLUSH, five) for five in _unmatched())
    yield from (HandClass(Category.STRAIGHT, five) for five in STRAIGHTS)
    for a in _DOWN:
        yield from (HandClass(Category.TRIPS, (a, a, a, *kickers)) for kickers in combinations(_others(a), 2))
    for a, b in combinations(_DOWN, 2):
        yield from (HandClass(Category.TWO_PAIR, (a, a, b, b, kicker)) for kicker in _others(a, b))
    for a in _DOWN:
        yield from (HandClass(Category.PAIR, (a, a, *kickers)) for kickers in combinations(_others(a), 3))
    yield from (HandClass(Category.HIGH_CARD, five) for five in _unmatched())


HAND_CLASSES: tuple[HandClass, ...] = tuple(_best_to_worst())[::-1]
"""The weakest first: the hand class of rank `r` stands at `r - 1`."""

_SUITED = (Category.FLUSH, Category.STRAIGHT_FLUSH)
SUITED_RANK = {five: at for at, (kind, five) in enumerate(HAND_CLASSES, 1) if kind in _SUITED}
UNSUITED_RANK = {five: at for at, (kind, five) in enumerate(HAND_CLASSES, 1) if kind not in _SUITED}


def hand_class(rank: Rank) -> HandClass:
    """The kind of hand and the five ranks that a rank stands for."""
    return HAND_CLASSES[rank - 1]


def category_of(rank: Rank) -> Category:
    """The kind of hand that a rank stands for."""
    return HAND_CLASSES[rank - 1].category
