"""The evaluator's questions put to other people's evaluators; what one cannot answer is not asked of it."""

import ctypes
import warnings
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from phevaluator import evaluate_cards as phevaluator_rank  # type: ignore[import-untyped]  # no py.typed
from pokerfast import equity as ompeval
from pokerkit import Card as KitCard
from pokerkit import Deck, StandardHighHand, calculate_hand_strength, parse_range

from riverrun.kernel.cards import TEXTS, Cards, text_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it reads ranges by names that pyparsing gives up
    from eval7 import Card, HandRange, py_hand_vs_range_monte_carlo  # type: ignore[import-untyped]  # no py.typed
    from eval7 import evaluate as eval7_rank

    ANY_HAND = HandRange("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32")
KIT_SAMPLES = 50

Work = Callable[[], int]
"""Does it once, and says how many hands, boards or samples that was."""


def pokerfast_ranks(hands: NDArray[np.uint8]) -> Work:
    """OMPEval, in C++; it counts suits s h c d, and checks each hand as ours does."""
    suits = np.array([2, 3, 1, 0], np.uint8)
    dealt = np.ascontiguousarray((hands & ~np.uint8(3)) + suits[hands & 3])
    found = np.empty(len(dealt), np.uint16)
    library = ompeval._load()  # noqa: SLF001  # its public function takes text, and would be measured by that
    place = found.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16))

    def work() -> int:
        refused = library.pf_evaluate(ctypes.c_char_p(dealt.ctypes.data), len(dealt), 7, place)
        assert refused == 0
        return len(dealt)

    return work


def eval7_ranks(hands: NDArray[np.uint8]) -> Work:
    """One call a hand: there is none for many."""
    cards = [Card(text) for text in TEXTS]
    dealt = [[cards[one] for one in hand] for hand in hands.tolist()]
    return _one_by_one(lambda: [eval7_rank(hand) for hand in dealt], len(dealt))


def phevaluator_ranks(hands: NDArray[np.uint8]) -> Work:
    """One call a hand."""
    dealt = hands.tolist()
    return _one_by_one(lambda: [phevaluator_rank(*hand) for hand in dealt], len(dealt))


def pokerkit_ranks(hands: NDArray[np.uint8]) -> Work:
    """One object a hand."""
    cards = [next(iter(KitCard.parse(text))) for text in TEXTS]
    dealt = [([cards[one] for one in hand[:2]], [cards[one] for one in hand[2:]]) for hand in hands.tolist()]
    return _one_by_one(lambda: [StandardHighHand.from_game(*hand) for hand in dealt], len(dealt))


def _one_by_one(ranked: Callable[[], Sequence[object]], many: int) -> Work:
    def work() -> int:
        assert len(ranked()) == many
        return many

    return work


def pokerfast_equity(holes: Sequence[Cards], board: Cards) -> Work:
    """Exact, in one call."""
    hands, on_board = [text_of(hole) for hole in holes], text_of(board)

    def work() -> int:
        ompeval.equity(hands, on_board)
        return 1

    return work


def pokerfast_against_any(hole: Cards, board: Cards) -> Work:
    """Exact, against one unknown hand."""
    hand, on_board = text_of(hole), text_of(board)
    return _one_by_one(lambda: [ompeval.equity_vs_random(hand, on_board)], 1)


def pokerfast_samples(hole: Cards, unknown: int) -> Work:
    """Until the equity is known to a thousandth; it says how many hands it dealt."""
    ranges = (ctypes.c_char_p * (1 + unknown))(text_of(hole).encode(), *[b"random"] * unknown)
    found, dealt = (ctypes.c_double * (1 + unknown))(), ctypes.c_uint64()
    library = ompeval._load()  # noqa: SLF001  # its public function does not tell how many it dealt

    def work() -> int:
        library.pf_equity(ranges, 1 + unknown, b"", b"", 0, 0.001, 1, 0.0, found, ctypes.byref(dealt))
        return int(dealt.value)

    return work


def eval7_samples(hole: Cards, samples: int) -> Work:
    """Against one hand of a range that is all hands."""
    hand = [Card(TEXTS[one]) for one in hole]
    return _one_by_one(lambda: [py_hand_vs_range_monte_carlo(hand, ANY_HAND, [], samples)] * samples, samples)


def pokerkit_samples(hole: Cards, unknown: int) -> Work:
    """Few, for each takes most of a millisecond."""
    hand = parse_range(text_of(hole))

    def work() -> int:
        calculate_hand_strength(
            1 + unknown, hand, (), 2, 5, Deck.STANDARD, (StandardHighHand,), sample_count=KIT_SAMPLES
        )
        return KIT_SAMPLES

    return work
