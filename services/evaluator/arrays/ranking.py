"""Ranks many hands at once with arrays: the kernels' sums and look-ups, column by column."""

import numpy as np
from numpy.typing import NDArray

from services.evaluator.engine import NotAHand
from services.evaluator.keys import BITS, FIVE_SUITED, KEYS, START
from services.evaluator.rank_table import PLACE_BIT, PLACES, ROW_BIT, SUITED_FROM, UNSUITED_FROM, RankTable

UNKNOWN = 52
"""Stands for every byte above 51."""
SIDES = 256


def _pairs(of_one: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """By two cards as they travel, two bytes: both of their numbers added."""
    return (of_one[None, :] + of_one[:, None]).ravel()


KEYS_OF_TWO = _pairs(KEYS)
BITS_OF_TWO = _pairs(np.append(BITS, np.zeros(SIDES - len(BITS), np.uint64)))


def unsuited_ranks(table: RankTable, keys: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The ranks of sevens of which no five share a suit."""
    shifts = table.take((keys >> np.uint64(ROW_BIT)).astype(np.intp)).astype(np.uint64)
    places = (keys >> np.uint64(PLACE_BIT)) + shifts & np.uint64(PLACES - 1)
    return table.take(places.astype(np.intp) + UNSUITED_FROM)


def ranks_of_seven(
    table: RankTable, keys: NDArray[np.uint64], bits: NDArray[np.uint64]
) -> NDArray[np.uint16]:
    """The ranks of sevens by the sums of their keys and their bits."""
    ranks = unsuited_ranks(table, keys)
    flushes = np.flatnonzero(keys & FIVE_SUITED)
    suits = bits.reshape(-1)[flushes].view(np.uint16).reshape(-1, 4)
    flush = suits[np.bitwise_count(suits) >= 5].astype(np.intp)
    ranks.reshape(-1)[flushes] = table.take(SUITED_FROM + flush)
    return ranks


def rank_hands(table: RankTable, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Rank hands of seven. Raises `NotAHand`."""
    filled = np.zeros((len(hands), 8), np.uint8)
    filled[:, :6] = hands[:, :6]
    keys, bits = KEYS.take(hands[:, 6]) + START, BITS.take(hands[:, 6], mode="clip")
    for pair in filled[:, :6].view(np.uint16).T:
        keys += KEYS_OF_TWO.take(pair)
        bits += BITS_OF_TWO.take(pair)
    _check(hands, bits)
    return ranks_of_seven(table, keys, bits)


def _check(hands: NDArray[np.uint8], bits: NDArray[np.uint64]) -> None:
    """Two equal bits carry, so that fewer than seven are left. Raises `NotAHand` for the first wrong hand."""
    cards = (hands < UNKNOWN).all(axis=1) if hands.max(initial=0) >= UNKNOWN else np.True_
    wrong = ~((np.bitwise_count(bits) == 7) & cards)
    if wrong.any():
        at = int(wrong.argmax())
        raise NotAHand(at, "not_a_card" if hands[at].max() >= UNKNOWN else "duplicate_card")
