"""The tables by which many hands are ranked at once, filled from `rank`: one truth about what beats what.

Each rank has a weight, so large that every seven ranks have a sum of their own (docs/adr/0010). The sum's
upper part is a row, its lower seven bits a column; rows are laid over one another in one table, shifted so
that no two entries meet. 65,758 places hold 49,205 entries.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from riverrun.holdem.rank import rank
from riverrun.kernel.cards import ALL_CARDS, rank_of, suit_of

WEIGHTS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
ROW_BITS = 7
NO_CARD = 52
"""Fills a hand of seven up to four pairs; weighs nothing."""


@dataclass(frozen=True)
class RankTables:
    """Arrays of 0.5 MB in all. Two cards are looked up at once, as the two bytes in which they travel."""

    pair_weight: NDArray[np.uint32]
    pair_bits: NDArray[np.uint64]
    """One bit a card: 16 for each suit, of which the lower 13 are its ranks."""
    row_start: NDArray[np.uint32]
    unsuited: NDArray[np.uint16]
    """By `row_start[sum >> ROW_BITS] + (sum & lower bits)`: the rank of seven cards without a flush."""
    suited: NDArray[np.uint16]
    """By the 13 bits of a suit that has five to seven cards: the rank of that flush."""


def build_tables() -> RankTables:
    """Takes half a second: each of the 49,205 and 4,719 entries is ranked once."""
    pair_weight, pair_bits = _pairs()
    row_start, unsuited = _unsuited()
    return RankTables(pair_weight, pair_bits, row_start, unsuited, _suited())


def _pairs() -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
    weight = np.array([*(WEIGHTS[rank_of(card)] for card in ALL_CARDS), 0], np.uint32)
    bits = np.array([*(1 << 16 * suit_of(card) + rank_of(card) for card in ALL_CARDS), 0], np.uint64)
    pairs = np.array([(a, b) for a in range(NO_CARD + 1) for b in range(NO_CARD + 1)], np.uint8)
    as_travelled = pairs.view(np.uint16).ravel()
    pair_weight = np.zeros(as_travelled.max() + 1, np.uint32)
    pair_bits = np.zeros(as_travelled.max() + 1, np.uint64)
    pair_weight[as_travelled] = weight[pairs].sum(axis=1)
    pair_bits[as_travelled] = bits[pairs].sum(axis=1)
    return pair_weight, pair_bits


def _unsuited_hands() -> Iterator[tuple[int, ...]]:
    """One hand for each seven ranks that can be dealt; suits dealt round and round give no suit five."""
    for ranks in combinations_with_replacement(range(13), 7):
        if all(low != high for low, high in zip(ranks, ranks[4:], strict=False)):
            yield tuple(4 * one + at % 4 for at, one in enumerate(ranks))


def _unsuited() -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    hands = list(_unsuited_hands())
    sums = np.array(WEIGHTS)[np.array(hands) >> 2].sum(axis=1)
    ranks = np.array([rank(hand) for hand in hands], np.uint16)
    in_order = np.argsort(sums)
    sums, ranks = sums[in_order], ranks[in_order]
    rows, first, length = np.unique(sums >> ROW_BITS, return_index=True, return_counts=True)
    columns = sums & ((1 << ROW_BITS) - 1)
    starts = _lay_rows(np.split(columns, first[1:]))
    row_start = np.zeros(rows[-1] + 1, np.uint32)
    row_start[rows] = starts
    places = np.repeat(starts, length) + columns
    table = np.zeros(places.max() + 1, np.uint16)
    table[places] = ranks
    return row_start, table


def _lay_rows(rows: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Where each row starts so that no two entries meet; the fullest rows choose first.

    Rows of one length follow one another: what the last one skipped is left to shorter ones.
    """
    window = np.arange(256)
    taken = np.zeros(1 << 18, bool)
    starts = np.zeros(len(rows), np.int64)
    length, start = 0, 0
    for which in sorted(range(len(rows)), key=lambda which: -len(rows[which])):
        row = rows[which]
        if len(row) != length:
            length, start = len(row), 0
        while (blocked := taken[row[:, None] + (start + window)].any(axis=0)).all():
            start += len(window)
        start += int(blocked.argmin())
        taken[row + start] = True
        starts[which] = start
    return starts


def _suited() -> NDArray[np.uint16]:
    table = np.zeros(1 << 13, np.uint16)
    for many in (5, 6, 7):
        for ranks in combinations(range(13), many):
            table[sum(1 << one for one in ranks)] = rank([4 * one for one in ranks])
    return table
