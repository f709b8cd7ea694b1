"""Boards of five that are worth the same to everyone, told apart by ranks and by one suit (docs/adr/0012).

Five cards give no flush, or one in one suit only. So 1,712,304 boards come down to the 6,175 choices of five
ranks, each with the number of ways to suit them, less those boards on which three or more cards of a suit
could make a flush. Those are counted apart: which ranks of the suit, and which ranks beside them.
"""

from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from services.evaluator.keys import RANK_KEYS

NONE = 13
"""The rank of no card."""
ONE_WAY = 65
"""Where a look-up of ways finds 1."""


def _keys(ranks: NDArray[np.uint8]) -> NDArray[np.uint64]:
    keys: NDArray[np.uint64] = np.append(RANK_KEYS, np.uint64(0))[ranks].sum(axis=1, dtype=np.uint64)
    return keys


def _fives() -> NDArray[np.uint8]:
    all_fives = np.array(list(combinations_with_replacement(range(13), 5)), np.uint8)
    dealt: NDArray[np.uint8] = all_fives[all_fives[:, 0] != all_fives[:, 4]]
    return dealt[np.argsort(_keys(dealt))]


FIVES = _fives()
"""All choices of five ranks, each in rising order; one after another by their keys."""
FIVE_KEYS = _keys(FIVES)

RESTS = np.array(
    [(a, b) for a in range(13) for b in range(a, 13)] + [(a, NONE) for a in range(13)] + [(NONE, NONE)],
    np.uint8,
)
"""What lies beside three, four or five cards of a suit: two ranks, one, none."""
RESTS_FROM = np.array([0, 0, 0, 0, 91, 104, 105])
"""By how many cards are suited: where their rests begin, and end at the next."""
REST_KEYS = _keys(RESTS)

_SUITED = [ranks for many in (3, 4, 5) for ranks in combinations(range(13), many)]
SUITED_FROM = np.array([0, 0, 0, 0, 286, 1001, 2288])
"""By how many cards are suited: where their ranks begin, and end at the next."""
SUITED_BITS = np.array([sum(1 << one for one in ranks) for ranks in _SUITED], np.uint64)
SUITED_KEYS = np.array([RANK_KEYS[list(ranks)].sum(dtype=np.uint64) for ranks in _SUITED], np.uint64)


def _ways_places() -> NDArray[np.uint8]:
    how_often = (FIVES[:, :, None] == FIVES[:, None, :]).sum(axis=2)
    seen_before = np.diff(FIVES, axis=1, prepend=NONE) == 0
    return np.where(seen_before, ONE_WAY, 5 * FIVES + how_often).astype(np.uint8)


def _five_of(suited: int) -> NDArray[np.int16]:
    parts = slice(SUITED_FROM[suited], SUITED_FROM[suited + 1])
    rests = slice(RESTS_FROM[suited], RESTS_FROM[suited + 1])
    keys = SUITED_KEYS[parts, None] + REST_KEYS[None, rests]
    return np.searchsorted(FIVE_KEYS, keys).astype(np.int16).ravel()


WAYS_PLACES = _ways_places()
"""For each five ranks, where to look up in how many ways each can be suited: `5 * rank + how often`."""
FIVE_OF = np.concatenate([_five_of(3), _five_of(4), _five_of(5)])
"""Which five ranks a suited part makes with a rest; the rests of one part stand together."""
FIVE_OF_FROM = np.array([0, 0, 0, 0, 286 * 91, 286 * 91 + 715 * 13])
