"""Ranking many hands at once says what ranking one by one says, and what others say who rank hands."""

from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest
from numpy.typing import NDArray
from phevaluator import evaluate_cards  # type: ignore[import-untyped]  # no py.typed

from riverrun.holdem.hand_classes import HAND_CLASSES
from riverrun.holdem.rank import rank
from services.evaluator.engine import Engine, NotAHand
from services.evaluator.keys import WEIGHTS
from tests.support.hand_counts import HANDS_BY_CATEGORY

DECK = list(range(52))
TWO_SUITS = [card for card in DECK if card % 4 < 2]
HIGH_CARDS = DECK[28:]
STRENGTHS = 7462


def drawn(hands: int, deck: list[int], seed: int) -> NDArray[np.uint8]:
    keys = np.random.default_rng(seed).random((hands, len(deck)))
    return np.array(deck, np.uint8)[np.argpartition(keys, 7, axis=1)[:, :7]]


def of_all_kinds(hands: int) -> NDArray[np.uint8]:
    """Random ones, and more flushes and full houses than chance deals."""
    decks = enumerate((DECK, DECK, DECK, TWO_SUITS, HIGH_CARDS))
    return np.concatenate([drawn(hands // 5, deck, seed) for seed, deck in decks])


def by_phevaluator(hands: NDArray[np.uint8]) -> list[int]:
    """The same scale, from another author: there 1 is the best."""
    return [STRENGTHS + 1 - evaluate_cards(*hand) for hand in hands.tolist()]


def test_100_000_hands_rank_as_one_by_one(engine: Engine) -> None:
    hands = of_all_kinds(100_000)

    assert engine.ranks(hands).tolist() == [rank(hand) for hand in hands.tolist()]


def test_100_000_hands_rank_as_an_independent_evaluator_ranks_them(engine: Engine) -> None:
    hands = drawn(100_000, DECK, seed=10)

    assert engine.ranks(hands).tolist() == by_phevaluator(hands)


@pytest.mark.slow
def test_1_000_000_hands_rank_as_an_independent_evaluator_ranks_them(engine: Engine) -> None:
    hands = drawn(1_000_000, DECK, seed=11)

    assert engine.ranks(hands).tolist() == by_phevaluator(hands)


def test_no_hands_have_no_ranks(engine: Engine) -> None:
    assert engine.ranks(np.empty((0, 7), np.uint8)).tolist() == []


def test_hands_that_travelled_are_ranked_where_they_lie(engine: Engine) -> None:
    hands = drawn(10, DECK, seed=3)
    packet = np.frombuffer(hands.tobytes(), np.uint8).reshape(-1, 7)

    assert engine.ranks(packet[2:]).tolist() == engine.ranks(hands).tolist()[2:]


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
        ([64, 1, 2, 3, 4, 5, 6], "not_a_card"),
        ([0, 1, 128, 3, 4, 5, 6], "not_a_card"),
        ([255, 1, 2, 3, 4, 5, 6], "not_a_card"),
        ([52, 53, 54, 55, 56, 57, 58], "not_a_card"),
        ([0, 1, 2, 3, 4, 5, 5], "duplicate_card"),
        ([7, 7, 7, 7, 7, 7, 7], "duplicate_card"),
        ([51, 1, 51, 3, 51, 5, 51], "duplicate_card"),
    ],
)
def test_the_first_hand_that_cannot_be_is_named(engine: Engine, wrong: list[int], code: str) -> None:
    hands = drawn(20_000, DECK, seed=4)
    hands[17_003] = wrong
    hands[17_007] = [52, 0, 0, 0, 0, 0, 0]

    with pytest.raises(NotAHand) as refused:
        engine.ranks(hands)

    assert (refused.value.at, refused.value.code) == (17_003, code)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_all_133_784_560_hands_fall_into_their_known_categories(numba: Engine) -> None:
    found = np.zeros(len(HAND_CLASSES) + 1, np.int64)
    fives = np.array(list(combinations(range(52), 5)), np.uint8)
    hands = np.empty((len(fives), 7), np.uint8)
    for a, b in combinations(range(52), 2):
        above = fives[np.searchsorted(fives[:, 0], b, side="right") :]
        hands[: len(above), 0], hands[: len(above), 1], hands[: len(above), 2:] = a, b, above
        found += np.bincount(numba.ranks(hands[: len(above)]), minlength=len(found))

    by_category = {
        category: sum(
            int(found[at]) for at, (kind, _) in enumerate(HAND_CLASSES, start=1) if kind == category
        )
        for category in HANDS_BY_CATEGORY
    }
    assert by_category == HANDS_BY_CATEGORY
    assert np.count_nonzero(found) == 4_824
