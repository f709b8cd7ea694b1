"""Cards as numbers to be added: a hand's sum says which ranks it has and whether five share a suit.

A card's key has two parts. Above, 32 bits of its rank's weight, spread: every seven ranks have a sum of their
own (docs/adr/0012). Below, four counters of four bits, one a suit; three stand in each from the start, so
that five cards of a suit set its highest bit. A card's bits are one of 52, in 16 places a suit.
"""

import numpy as np
from numpy.typing import NDArray

from riverrun.kernel.cards import ALL_CARDS, rank_of, suit_of

WEIGHTS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
SPREAD = 0x9E3779B1
"""2^32 over the golden ratio, a prime: close sums end far apart."""

START = np.uint64(0x3333)
FIVE_SUITED = np.uint64(0x8888)
NO_CARD = np.uint64(0x10000)
"""What a byte above 51 adds: a place that no card reaches."""


def _key(card: int) -> int:
    spread = WEIGHTS[rank_of(card)] * SPREAD & 0xFFFFFFFF
    return spread << 32 | 1 << 4 * suit_of(card)


def _frozen(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    values.flags.writeable = False
    return values


KEYS = _frozen(np.array([_key(card) for card in ALL_CARDS] + [int(NO_CARD)] * (256 - 52), np.uint64))
BITS = _frozen(np.array([1 << 16 * suit_of(card) + rank_of(card) for card in ALL_CARDS], np.uint64))
RANK_KEYS = _frozen(KEYS[:52:4] & ~np.uint64(0xFFFFFFFF))
"""The upper part alone, by rank, for boards of which only the ranks matter."""
