"""All 133,784,560 hands of seven cards, counted exactly by ranks and suits instead of one by one."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from riverrun.holdem.hand_classes import HAND_CLASSES, Category, category_of
from riverrun.holdem.rank import rank
from riverrun.kernel.cards import Cards
from tests.support.hand_counts import HANDS_BY_CATEGORY


def _ranks_of_hands(cards: int) -> Iterator[tuple[int, ...]]:
    """The ranks of every hand of so many cards, ascending, at most four of each."""
    for ranks in combinations_with_replacement(range(13), cards):
        if all(low != high for low, high in zip(ranks, ranks[4:], strict=False)):
            yield ranks


def _ways_with_a_flush(ranks: tuple[int, ...]) -> int:
    """Of the hands with these ranks, those with a flush: one suit is present at five ranks or more.

    By how many ranks have the suit: of n cards of a rank, C(3, n) ways lack it and C(3, n - 1) have it.
    """
    by_suited = [1]
    for n in Counter(ranks).values():
        lack, have = comb(3, n), comb(3, n - 1)
        by_suited = [a * lack + b * have for a, b in zip([*by_suited, 0], [0, *by_suited], strict=True)]
    return 4 * sum(by_suited[5:])


def _without_a_flush(ranks: tuple[int, ...]) -> Cards:
    """One hand with these ranks: suits dealt round and round give no suit more than two."""
    return tuple(4 * rank + at % 4 for at, rank in enumerate(ranks))


def test_the_hands_of_seven_cards_fall_into_their_known_categories_and_4824_ranks() -> None:
    hands: Counter[int] = Counter()
    for ranks in _ranks_of_hands(7):
        ways = prod(comb(4, n) for n in Counter(ranks).values())
        hands[rank(_without_a_flush(ranks))] += ways - _ways_with_a_flush(ranks)
    for suited in (5, 6, 7):
        for ranks in combinations(range(13), suited):
            clubs = tuple(4 * rank for rank in ranks)
            hands[rank(clubs)] += 4 * comb(39, 7 - suited)

    by_category: Counter[Category] = Counter()
    for found, many in hands.items():
        by_category[category_of(found)] += many
    assert dict(by_category) == HANDS_BY_CATEGORY
    assert hands.total() == comb(52, 7)
    assert len([found for found, many in hands.items() if many]) == 4_824


def test_the_hands_of_five_cards_fall_into_7462_ranks() -> None:
    unsuited = {rank(_without_a_flush(ranks)) for ranks in _ranks_of_hands(5)}
    suited = {rank(tuple(4 * rank for rank in ranks)) for ranks in combinations(range(13), 5)}

    assert unsuited.isdisjoint(suited)
    assert unsuited | suited == set(range(1, len(HAND_CLASSES) + 1))
    assert len(HAND_CLASSES) == 7_462
