"""Exact equity with arrays: boards in columns, players in rows."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from services.evaluator.arrays.ranking import ranks_of_seven
from services.evaluator.counts import SHARES, SPLIT, TIES, WHOLE, WINS, Counts, no_counts
from services.evaluator.keys import BITS, KEYS, START
from services.evaluator.rank_table import RankTable
from services.evaluator.spot import Spot, packed

BLOCK = 16_384
"""Boards at a time, whose arrays stay in a core's cache."""


def count(ranks: NDArray[np.uint16], weights: NDArray[np.int64]) -> Counts:
    """Every player's wins, ties and shares over boards, each of some weight."""
    is_best = ranks == ranks.max(axis=0)
    winners = is_best.sum(axis=0)
    counts = no_counts(len(ranks))
    counts[:, WINS] = is_best @ np.where(winners == 1, weights, 0)
    counts[:, TIES] = is_best @ np.where(winners == 1, 0, weights)
    counts[:, SHARES] = is_best @ (weights * SPLIT[winners])
    return counts


def sums_of(cards: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Keys added up and bits, along the last axis."""
    return KEYS[cards].sum(axis=-1, dtype=np.uint64), np.bitwise_or.reduce(BITS[cards], axis=-1)


@lru_cache(maxsize=16)
def choices(among: int, many: int) -> NDArray[np.uint8]:
    """All ways to choose so many places in rising order, one a row, in the kernels' order."""
    rows = list(combinations(range(among), many))
    return np.array(rows, np.uint8).reshape(len(rows), many)


def count_runouts(table: RankTable, spot: Spot) -> Counts:
    """Every way to deal the rest of a board."""
    unseen = packed(spot.unseen)
    hand_keys, hand_bits = _hand_sums(spot)
    counts = no_counts(len(spot.holes))
    for block in _blocks(choices(len(unseen), spot.to_come)):
        keys, bits = sums_of(unseen[block])
        ranks = [
            ranks_of_seven(table, keys + key, bits | own)
            for key, own in zip(hand_keys, hand_bits, strict=True)
        ]
        counts += count(np.array(ranks), np.ones(len(block), np.int64))
    return counts


def _blocks(rows: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    return (rows[start : start + BLOCK] for start in range(0, len(rows), BLOCK))


def _hand_sums(spot: Spot) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """For each player the key and the bits of hole cards and board together."""
    keys, bits = sums_of(np.array([(*hole, *spot.board) for hole in spot.holes], np.uint8))
    return keys + START, bits


def count_unknown(table: RankTable, spot: Spot, ways: range) -> Counts:
    """Known hands and, in the last row, one of any two unseen cards, on boards completed in these ways."""
    unseen = packed(spot.unseen)
    counts = no_counts(len(spot.holes) + 1)
    hand_keys, hand_bits = _hand_sums(spot)
    board_key, board_bits = sums_of(packed(spot.board))
    pairs = choices(len(unseen) - spot.to_come, 2)
    for chosen in choices(len(unseen), spot.to_come)[ways.start : ways.stop]:
        key, bits = sums_of(unseen[chosen])
        keys, key_bits = sums_of(np.delete(unseen, chosen)[pairs])
        known = ranks_of_seven(table, hand_keys + key, hand_bits | bits)
        unknown = ranks_of_seven(table, keys + key + (START + board_key), key_bits | bits | board_bits)
        counts += _with_unknown(known, unknown)
    return counts


def _with_unknown(known: NDArray[np.uint16], unknown: NDArray[np.uint16]) -> Counts:
    best = known.max()
    is_best = known == best
    winners = int(is_best.sum())
    less, equal = int((unknown < best).sum()), int((unknown == best).sum())
    more = len(unknown) - less - equal
    counts = no_counts(len(known) + 1)
    counts[:-1][is_best, WINS if winners == 1 else TIES] += less
    counts[:-1][is_best, TIES] += equal
    counts[:-1][is_best, SHARES] = less * (WHOLE // winners) + equal * (WHOLE // (winners + 1))
    counts[-1] = more, equal, more * WHOLE + equal * (WHOLE // (winners + 1))
    return counts
