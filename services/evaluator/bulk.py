"""Ranks many hands of seven cards at once with NumPy; compiled kernels will take this place."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from services.evaluator.tables import NO_CARD, ROW_BITS, RankTables, build_tables

BLOCK = 16_384
"""Hands whose intermediate arrays stay in a core's cache."""


class NotAHand(ValueError):
    """The first hand in a batch that cannot be one; which card is wrong is not said."""

    def __init__(self, at: int, code: str) -> None:
        super().__init__(f"hand {at}: {code}")
        self.at = at
        self.code = code


class BulkRanker(Protocol):
    """What ranks a batch; called from worker threads."""

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """`(n, 7)` cards to n ranks. Raises `NotAHand`."""


class NumpyRanker:
    """Ranks with arrays alone: two additions and a look-up for every two cards of a hand."""

    def __init__(self) -> None:
        self._tables: RankTables | None = None

    def warm(self) -> None:
        """Build the tables and use them once, so that the first caller waits for nothing."""
        self._tables = build_tables()
        self.ranks(np.arange(7, dtype=np.uint8)[None, :])

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """`(n, 7)` cards to n ranks. Raises `NotAHand`."""
        assert self._tables is not None, "not warm"
        found = np.empty(len(hands), np.uint16)
        for start in range(0, len(hands), BLOCK):
            try:
                found[start : start + BLOCK] = _ranks(self._tables, hands[start : start + BLOCK])
            except NotAHand as wrong:
                raise NotAHand(start + wrong.at, wrong.code) from None
        return found


def _ranks(tables: RankTables, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    pairs = _pairs(hands)
    weight = tables.pair_weight.take(pairs[0])
    bits = tables.pair_bits.take(pairs[0])
    for pair in pairs[1:]:
        weight += tables.pair_weight.take(pair)
        bits += tables.pair_bits.take(pair)
    # Two equal bits carry, so that fewer than seven are left.
    different = np.bitwise_count(bits) == 7
    if not different.all():
        raise NotAHand(int(different.argmin()), "duplicate_card")
    ranks: NDArray[np.uint16]
    ranks = tables.unsuited.take(tables.row_start.take(weight >> ROW_BITS) + (weight & (1 << ROW_BITS) - 1))
    by_suit = bits.view(np.uint16)
    flushes = np.flatnonzero(np.bitwise_count(by_suit) >= 5)
    ranks[flushes >> 2] = tables.suited.take(by_suit[flushes])
    return ranks


def _pairs(hands: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The cards two by two, `(4, n)`, the last of seven with none."""
    unknown = (hands >= NO_CARD).any(axis=1) if hands.max(initial=0) >= NO_CARD else None
    if unknown is not None:
        raise NotAHand(int(unknown.argmax()), "not_a_card")
    filled = np.full((len(hands), 8), NO_CARD, np.uint8)
    filled[:, :7] = hands
    return filled.view(np.uint16).T.astype(np.intp)
