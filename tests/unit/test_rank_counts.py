"""All 133,784,560 hands of seven cards, counted exactly by ranks and suits instead of one by one."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, prod

from riverrun.holdem.hand_classes import HAND_CLASSES, Category, category_of
from riverrun.holdem.rank import rank
from riverrun.kernel.cards import Cards

HANDS_BY_CATEGORY = {
    Category.HIGH_CARD: 23_294_460,
    Category.PAIR: 58_627_800,
    Category.TWO_PAIR: 31_433_400,
    Category.TRIPS: 6_461_620,
    Category.STRAIGHT: 6_180_020,
    Category.FLUSH: 4_047_644,
    Category.FULL_HOUSE: 3_473_184,
    Category.QUADS: 224_848,
    Category.STRAIGHT_FLUSH: 41_584,
}


def _rank_counts(cards: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """Every way in which `cards` cards can be spread over the ranks, at most four of each."""
    if ranks == 0:
        if cards == 0:
            yield ()
        return
    for here in range(min(4, cards) + 1):
        for below in _rank_counts(cards - here, ranks - 1):
            yield (*below, here)


def _hands_with_five_of_a_suit(counts: tuple[int, ...]) -> int:
    """Of the hands with these rank counts, those with a flush: one suit is present at five ranks or more.

    By present ranks: the product over the ranks of C(3, n) ways without the suit plus C(3, n - 1) with it.
    """
    by_present = [1]
    for n in counts:
        if n:
            without, within = comb(3, n), comb(3, n - 1)
            by_present = [
                a * without + b * within for a, b in zip([*by_present, 0], [0, *by_present], strict=True)
            ]
    return 4 * sum(by_present[5:])


def _without_a_flush(counts: tuple[int, ...]) -> Cards:
    """One hand with these rank counts: suits dealt round and round give no suit more than two."""
    of_ranks = [rank for rank, n in enumerate(counts) for _ in range(n)]
    return tuple(4 * rank + at % 4 for at, rank in enumerate(of_ranks))


def test_the_hands_of_seven_cards_fall_into_their_known_categories_and_4824_ranks() -> None:
    hands: Counter[int] = Counter()
    for counts in _rank_counts(7):
        every_suit = prod(comb(4, n) for n in counts)
        hands[rank(_without_a_flush(counts))] += every_suit - _hands_with_five_of_a_suit(counts)
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
    unsuited = {rank(_without_a_flush(counts)) for counts in _rank_counts(5)}
    suited = {rank(tuple(4 * rank for rank in ranks)) for ranks in combinations(range(13), 5)}

    assert unsuited.isdisjoint(suited)
    assert unsuited | suited == set(range(1, len(HAND_CLASSES) + 1))
    assert len(HAND_CLASSES) == 7_462
