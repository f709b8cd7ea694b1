"""Ranking by arrays says what ranking one by one says."""

from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest
from numpy.typing import NDArray

from riverrun.holdem.hand_classes import HAND_CLASSES
from riverrun.holdem.rank import rank
from services.evaluator.bulk import BLOCK, NotAHand, NumpyRanker
from services.evaluator.tables import WEIGHTS
from tests.support.hand_counts import HANDS_BY_CATEGORY


@pytest.fixture(scope="module")
def ranker() -> NumpyRanker:
    warm = NumpyRanker()
    warm.warm()
    return warm


def drawn(hands: int, deck: list[int], seed: int) -> NDArray[np.uint8]:
    keys = np.random.default_rng(seed).random((hands, len(deck)))
    return np.array(deck, np.uint8)[np.argpartition(keys, 7, axis=1)[:, :7]]


def test_200_000_random_hands_rank_as_one_by_one(ranker: NumpyRanker) -> None:
    hands = np.concatenate(
        [
            drawn(140_000, list(range(52)), seed=1),
            drawn(40_000, [card for card in range(52) if card % 4 < 2], seed=2),
            drawn(20_000, list(range(28, 52)), seed=3),
        ]
    )

    assert ranker.ranks(hands).tolist() == [rank(hand) for hand in hands.tolist()]


def test_no_hands_have_no_ranks(ranker: NumpyRanker) -> None:
    assert ranker.ranks(np.empty((0, 7), np.uint8)).tolist() == []


def test_every_seven_ranks_have_a_sum_of_their_own() -> None:
    sums = [
        sum(WEIGHTS[one] for one in ranks)
        for ranks in combinations_with_replacement(range(13), 7)
        if all(low != high for low, high in zip(ranks, ranks[4:], strict=False))
    ]

    assert len(sums) == len(set(sums)) == 49_205


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ([0, 1, 2, 3, 4, 5, 52], "not_a_card"),
        ([255, 1, 2, 3, 4, 5, 6], "not_a_card"),
        ([0, 1, 2, 3, 4, 5, 5], "duplicate_card"),
        ([7, 7, 7, 7, 7, 7, 7], "duplicate_card"),
        ([51, 1, 51, 3, 51, 5, 51], "duplicate_card"),
    ],
)
def test_the_first_hand_that_cannot_be_is_named(ranker: NumpyRanker, wrong: list[int], code: str) -> None:
    hands = drawn(BLOCK + 10, list(range(52)), seed=4)
    hands[BLOCK + 3] = hands[BLOCK + 7] = wrong

    with pytest.raises(NotAHand) as refused:
        ranker.ranks(hands)

    assert (refused.value.at, refused.value.code) == (BLOCK + 3, code)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_all_133_784_560_hands_one_by_one_fall_into_their_known_categories(ranker: NumpyRanker) -> None:
    found = np.zeros(len(HAND_CLASSES) + 1, np.int64)
    fives = np.array(list(combinations(range(52), 5)), np.uint8)
    hands = np.empty((len(fives), 7), np.uint8)
    for a, b in combinations(range(52), 2):
        above = fives[np.searchsorted(fives[:, 0], b, side="right") :]
        hands[: len(above), 0], hands[: len(above), 1], hands[: len(above), 2:] = a, b, above
        found += np.bincount(ranker.ranks(hands[: len(above)]), minlength=len(found))

    by_category = {
        category: sum(
            int(found[at]) for at, (kind, _) in enumerate(HAND_CLASSES, start=1) if kind == category
        )
        for category in HANDS_BY_CATEGORY
    }
    assert by_category == HANDS_BY_CATEGORY
    assert np.count_nonzero(found) == 4_824
