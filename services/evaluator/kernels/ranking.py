"""Ranks hands of seven: a sum of seven keys, two look-ups, and for one hand in thirty a flush."""

from collections.abc import Callable
from typing import cast

import numpy as np
from numba import types
from numba.extending import intrinsic

from services.evaluator.kernels.compiled import HANDS, TABLE, compiled, inlined
from services.evaluator.keys import BITS, FIVE_SUITED, KEYS, NO_CARD, START
from services.evaluator.rank_table import PLACE_BIT, PLACES, ROW_BIT, SUITED_FROM, UNSUITED_FROM

ROW = np.uint64(ROW_BIT)
PLACE = np.uint64(PLACE_BIT)
WITHIN = np.uint64(PLACES - 1)
UNSUITED = np.uint64(UNSUITED_FROM)
SUITED = np.uint64(SUITED_FROM)
SUIT = np.uint64(0x1FFF)
WRONG = NO_CARD * np.uint64(7)
ONE, SEVEN = np.uint64(1), np.uint64(7)


@intrinsic
def _population(_typing, _bits):
    """How many bits are set: the processor has an instruction for it, and numba no function."""
    return types.uint64(types.uint64), lambda _context, builder, _signature, args: builder.ctpop(args[0])


ones_in = cast(Callable[[np.uint64], np.uint64], _population)


@inlined
def unsuited_rank(table, key):
    """The rank of seven cards of which no five share a suit."""
    return table[UNSUITED + ((key >> PLACE) + table[key >> ROW] & WITHIN)]


@inlined
def suited_rank(table, suited, bits):
    """The rank of a flush: `suited` has the one bit set that says in which suit."""
    if suited == np.uint64(0x0008):
        shift = np.uint64(0)
    elif suited == np.uint64(0x0080):
        shift = np.uint64(16)
    elif suited == np.uint64(0x0800):
        shift = np.uint64(32)
    else:
        shift = np.uint64(48)
    return table[SUITED + (bits >> shift & SUIT)]


@inlined
def rank_of_seven(table, key, bits):
    """The rank of seven cards by the sum of their keys and their bits."""
    suited = key & FIVE_SUITED
    if suited:
        return suited_rank(table, suited, bits)
    return unsuited_rank(table, key)


@compiled(TABLE, HANDS, types.uint16[::1], returns=types.int64)
def rank_hands(table, hands, ranks):
    """Rank hands of seven; where one cannot be a hand its place is returned, else -1."""
    for at in range(hands.shape[0]):
        key, seen = START, np.uint64(0)
        for place in range(7):
            card = hands[at, place]
            key += KEYS[card]
            seen |= ONE << np.uint64(card & 63)
        if ones_in(seen) != SEVEN:
            return at
        rare = key & (FIVE_SUITED | WRONG)
        if rare:
            if rare > WITHIN:
                return at
            bits = np.uint64(0)
            for place in range(7):
                bits |= BITS[hands[at, place]]
            ranks[at] = suited_rank(table, rare, bits)
        else:
            ranks[at] = unsuited_rank(table, key)
    return -1
