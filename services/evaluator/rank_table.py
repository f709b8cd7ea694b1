"""The one table by which hands of seven are ranked, filled from `rank`: one truth about what beats what.

160 KB in three parts. A hand's key, a sum of its cards' keys (`keys`), says with its 13 highest bits by how
far to shift, with the next 16 and that shift where the rank of its seven ranks stands: 65,536 places hold
49,205 ranks, no two in one. A suit's 13 bits say where the rank of its flush stands.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from riverrun.holdem.rank import rank
from services.evaluator.keys import SPREAD, WEIGHTS

RankTable: TypeAlias = NDArray[np.uint16]

ROWS = 1 << 13
PLACES = 1 << 16
UNSUITED_FROM = ROWS
SUITED_FROM = ROWS + PLACES
SIZE = SUITED_FROM + (1 << 13)

ROW_BIT = 51
PLACE_BIT = 35
"""Where, in a key, the numbers of row and place begin."""


def build_rank_table() -> RankTable:
    """Takes most of a second: each of 49,205 and 4,719 entries is ranked once."""
    table = np.zeros(SIZE, np.uint16)
    table[:UNSUITED_FROM], table[UNSUITED_FROM:SUITED_FROM] = _unsuited()
    for many in (5, 6, 7):
        for ranks in combinations(range(13), many):
            table[SUITED_FROM + sum(1 << one for one in ranks)] = rank([4 * one for one in ranks])
    table.flags.writeable = False
    return table


def _unsuited_hands() -> Iterator[tuple[int, ...]]:
    """One hand for each seven ranks that can be dealt; suits dealt round and round give no suit five."""
    for ranks in combinations_with_replacement(range(13), 7):
        if all(low != high for low, high in zip(ranks, ranks[4:], strict=False)):
            yield tuple(4 * one + at % 4 for at, one in enumerate(ranks))


def _unsuited() -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    hands = list(_unsuited_hands())
    sums = np.array(WEIGHTS)[np.array(hands) >> 2].sum(axis=1)
    keys = sums * SPREAD & 0xFFFFFFFF
    ranks = np.array([rank(hand) for hand in hands], np.uint16)
    row_of = keys >> ROW_BIT - 32
    in_order = np.argsort(row_of, kind="stable")
    places = (keys >> PLACE_BIT - 32 & PLACES - 1)[in_order]
    ends = np.searchsorted(row_of[in_order], np.arange(ROWS), side="right")
    shifts = _shift_rows(np.split(places, ends[:-1]))
    table = np.zeros(PLACES, np.uint16)
    table[places + shifts[row_of[in_order]] & PLACES - 1] = ranks[in_order]
    return shifts, table


def _shift_rows(rows: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """By how much to shift each row so that no two entries meet; the fullest rows choose first."""
    window = np.arange(256)
    taken = np.zeros(PLACES, bool)
    shifts = np.zeros(len(rows), np.int64)
    for which in sorted(range(len(rows)), key=lambda which: -len(rows[which])):
        row, shift = rows[which], 0
        while (blocked := taken[row[:, None] + (shift + window) & PLACES - 1].any(axis=0)).all():
            shift += len(window)
        shifts[which] = shift + int(blocked.argmin())
        taken[row + shifts[which] & PLACES - 1] = True
    return shifts
