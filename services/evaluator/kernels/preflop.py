"""Exact equity before the flop: not board by board, but by the boards that are worth the same."""

import numpy as np

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
from services.evaluator.kernels.compiled import CARDS, COUNTS, HANDS, TABLE, compiled, inner
from services.evaluator.kernels.ranking import SUITED, unsuited_rank
from services.evaluator.kernels.tally import ROOM, count
from services.evaluator.keys import RANK_KEYS

MOST_RESTS = 91
ONE = np.uint64(1)


@inner
def weights_of_fives(left):
    """In how many ways each choice of five ranks can be dealt, when so many of each rank are left."""
    ways = np.ones(ONE_WAY + 1, np.int64)
    for rank in range(13):
        for many in range(1, 5):
            ways[5 * rank + many] = ways[5 * rank + many - 1] * (left[rank] - many + 1) // many
    weights = np.ones(FIVE_KEYS.shape[0], np.int64)
    for five in range(weights.shape[0]):
        for at in range(5):
            weights[five] *= ways[WAYS_PLACES[five, at]]
    return weights


@inner
def rests_left(beside, suited, rests, weights):
    """Which rests can be dealt from what is left beside a suit, and in how many ways; how many there are."""
    many = 0
    for rest in range(RESTS_FROM[suited], RESTS_FROM[suited + 1]):
        a, b = RESTS[rest, 0], RESTS[rest, 1]
        if a == b:
            ways = 1 if a == NONE else beside[a] * (beside[a] - 1) // 2
        else:
            ways = beside[a] * (1 if b == NONE else beside[b])
        if ways:
            rests[many], weights[many] = rest, ways
            many += 1
    return many


@inner
def rank_part(table, hands, suit, part, suited, rests, ranks, start):
    """Rank every hand on the boards that one suited part makes with each of these rests."""
    keys, held, held_bits = hands
    for player in range(keys.shape[0]):
        if suited + held[player, suit] >= 5:
            rank = table[SUITED + (SUITED_BITS[part] | held_bits[player, suit])]
            for at in range(rests.shape[0]):
                ranks[player, start + at] = rank
        else:
            key = keys[player] + SUITED_KEYS[part]
            for at in range(rests.shape[0]):
                ranks[player, start + at] = unsuited_rank(table, key + REST_KEYS[rests[at]])


@inner
def count_suited(table, hands, suit, live, beside, unsuited, ranks, weights, counts):
    """Count the boards on which this suit can make a flush, and take them from the `unsuited` ones."""
    rests, ways = np.empty(MOST_RESTS, np.int64), np.empty(MOST_RESTS, np.int64)
    many = 0
    most_held = 0
    for player in range(ranks.shape[0]):
        most_held = max(most_held, hands[1][player, suit])
    for suited in range(5 - most_held, 6):
        left = rests_left(beside, suited, rests, ways)
        stride = RESTS_FROM[suited + 1] - RESTS_FROM[suited]
        for part in range(SUITED_FROM[suited], SUITED_FROM[suited + 1]):
            if SUITED_BITS[part] & ~live:
                continue
            fives = FIVE_OF_FROM[suited] + (part - SUITED_FROM[suited]) * stride - RESTS_FROM[suited]
            for at in range(left):
                unsuited[FIVE_OF[fives + rests[at]]] -= ways[at]
                weights[many + at] = ways[at]
            rank_part(table, hands, suit, part, suited, rests[:left], ranks, many)
            many += left
            if many > ROOM - MOST_RESTS:
                count(ranks, weights, many, counts)
                many = 0
    count(ranks, weights, many, counts)


@inner
def count_unsuited(table, keys, unsuited, ranks, counts):
    """Count the boards that make no flush, by their five ranks."""
    for first in range(0, unsuited.shape[0], ROOM):
        weights = unsuited[first : first + ROOM]
        for player in range(keys.shape[0]):
            for at in range(weights.shape[0]):
                ranks[player, at] = unsuited_rank(table, keys[player] + FIVE_KEYS[first + at])
        count(ranks, weights, weights.shape[0], counts)


@compiled(TABLE, HANDS, CARDS, COUNTS)
def count_preflop(table, hands, unseen, counts):
    """Add every player's wins, ties and shares over all boards that the unseen cards can make."""
    players = hands.shape[0]
    keys = np.zeros(players, np.uint64)
    held, held_bits = np.zeros((players, 4), np.int64), np.zeros((players, 4), np.uint64)
    for player in range(players):
        for place in range(2):
            rank, suit = hands[player, place] >> 2, hands[player, place] & 3
            keys[player] += RANK_KEYS[rank]
            held[player, suit] += 1
            held_bits[player, suit] |= ONE << np.uint64(rank)
    left, live = np.zeros(13, np.int64), np.zeros(4, np.uint64)
    for card in unseen:
        left[card >> 2] += 1
        live[card & 3] |= ONE << np.uint64(card >> 2)
    unsuited = weights_of_fives(left)
    beside = np.empty(13, np.int64)
    ranks, weights = np.empty((players, ROOM), np.uint16), np.empty(ROOM, np.int64)
    for suit in range(4):
        for rank in range(13):
            beside[rank] = left[rank] - np.int64(live[suit] >> np.uint64(rank) & ONE)
        hole_cards = (keys, held, held_bits)
        count_suited(table, hole_cards, suit, live[suit], beside, unsuited, ranks, weights, counts)
    count_unsuited(table, keys, unsuited, ranks, counts)
