"""Exact equity before the flop with arrays, by the boards that are worth the same (`board_classes`)."""

import numpy as np
from numpy.typing import NDArray

from services.evaluator.arrays.counting import count
from services.evaluator.arrays.ranking import unsuited_ranks
from services.evaluator.board_classes import (
    FIVE_KEYS,
    FIVE_OF,
    FIVE_OF_FROM,
    NONE,
    ONE_WAY,
    REST_KEYS,
    RESTS,
    RESTS_FROM,
    SUITED_BITS,
    SUITED_FROM,
    SUITED_KEYS,
    WAYS_PLACES,
)
from services.evaluator.counts import Counts, no_counts
from services.evaluator.keys import RANK_KEYS
from services.evaluator.rank_table import SUITED_FROM as FLUSHES_FROM
from services.evaluator.rank_table import RankTable
from services.evaluator.spot import Spot, packed, packed_holes

RANK_BITS = np.uint64(1) << np.arange(13, dtype=np.uint64)


class _Hands:
    """Hole cards by what a class of boards asks of them: ranks, and for each suit how many and which."""

    def __init__(self, holes: NDArray[np.uint8]) -> None:
        ranks, suits = holes >> 2, holes & 3
        self.keys: NDArray[np.uint64] = RANK_KEYS[ranks].sum(axis=1, dtype=np.uint64)
        self.held = [(suits == suit).sum(axis=1) for suit in range(4)]
        self.bits = [(RANK_BITS[ranks] * (suits == suit)).sum(axis=1, dtype=np.uint64) for suit in range(4)]


def count_preflop(table: RankTable, spot: Spot) -> Counts:
    """Every board that the unseen cards can make."""
    live = np.zeros((4, 13), np.int64)
    unseen = packed(spot.unseen)
    live[unseen & 3, unseen >> 2] = 1
    left = live.sum(axis=0)
    hands = _Hands(packed_holes(spot.holes))
    unsuited = _weights_of_fives(left)
    counts = no_counts(len(spot.holes))
    for suit in range(4):
        for suited in range(5 - int(hands.held[suit].max()), 6):
            counts += _count_suited(table, hands, suit, suited, live[suit], left - live[suit], unsuited)
    ranks = np.array([unsuited_ranks(table, key + FIVE_KEYS) for key in hands.keys])
    return counts + count(ranks, unsuited)


def _count_suited(
    table: RankTable,
    hands: _Hands,
    suit: int,
    suited: int,
    live: NDArray[np.int64],
    beside: NDArray[np.int64],
    unsuited: NDArray[np.int64],
) -> Counts:
    """Boards with so many cards of this suit; they are taken from the `unsuited` ones."""
    rests = slice(RESTS_FROM[suited], RESTS_FROM[suited + 1])
    every = slice(SUITED_FROM[suited], SUITED_FROM[suited + 1])
    there = SUITED_BITS[every] & ~(RANK_BITS @ live.astype(np.uint64)) == 0
    bits, keys = SUITED_BITS[every][there], SUITED_KEYS[every][there]
    ways = _weights_of_rests(beside)[rests]
    fives = FIVE_OF[FIVE_OF_FROM[suited] :][: len(there) * len(ways)].reshape(len(there), -1)[there]
    weights = np.broadcast_to(ways, fives.shape).ravel()
    np.subtract.at(unsuited, fives.ravel(), weights)
    board_keys = (keys[:, None] + REST_KEYS[None, rests]).ravel()
    ranks = np.empty((len(hands.keys), len(board_keys)), np.uint16)
    for row, key, held, own in zip(ranks, hands.keys, hands.held[suit], hands.bits[suit], strict=True):
        if suited + held >= 5:
            row[:] = np.repeat(table.take(FLUSHES_FROM + (bits | own).astype(np.intp)), len(ways))
        else:
            row[:] = unsuited_ranks(table, key + board_keys)
    return count(ranks, weights)


def _weights_of_fives(left: NDArray[np.int64]) -> NDArray[np.int64]:
    """In how many ways each choice of five ranks can be dealt, when so many of each rank are left."""
    ways = np.ones(ONE_WAY + 1, np.int64)
    for many in range(1, 5):
        ways[many:ONE_WAY:5] = ways[many - 1 : ONE_WAY : 5] * (left - many + 1) // many
    weights: NDArray[np.int64] = ways[WAYS_PLACES].prod(axis=1)
    return weights


def _weights_of_rests(beside: NDArray[np.int64]) -> NDArray[np.int64]:
    """In how many ways each rest can be dealt from what is left beside a suit."""
    one_or_none = np.append(beside, 1)
    a, b = RESTS.T
    pairs = np.where(a == NONE, 1, one_or_none[a] * (one_or_none[a] - 1) // 2)
    return np.where(a == b, pairs, one_or_none[a] * one_or_none[b])
