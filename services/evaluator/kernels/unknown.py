"""Exact equity when one of the hands is unknown: any two cards that nobody has seen."""

import numpy as np
from numba import types

from services.evaluator.counts import SHARES, TIES, WHOLE, WINS
from services.evaluator.kernels.compiled import CARDS, COUNTS, HANDS, TABLE, compiled, inner
from services.evaluator.kernels.ranking import ONE, rank_of_seven
from services.evaluator.kernels.runouts import board_sums, hand_sums, next_choice
from services.evaluator.keys import BITS, KEYS


@inner
def best_known(table, hand_keys, hand_bits, key, bits, ranks):
    """Rank the known hands with a board's last cards; the best rank, and how many have it."""
    best, winners = np.uint16(0), 0
    for player in range(hand_keys.shape[0]):
        rank = rank_of_seven(table, hand_keys[player] + key, hand_bits[player] | bits)
        ranks[player] = rank
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    return best, winners


@inner
def count_pairs(table, key, bits, keys, key_bits, many, against):
    """Of the hands that two of these cards make on a board: how many are worth less, how many as much."""
    less = equal = 0
    for one in range(many):
        one_key, one_bits = key + keys[one], bits | key_bits[one]
        for other in range(one + ONE, many):
            rank = rank_of_seven(table, one_key + keys[other], one_bits | key_bits[other])
            less += rank < against
            equal += rank == against
    return less, equal


@inner
def split_from_the_rest(unseen, chosen, keys, key_bits):
    """The chosen cards' sums; the keys and bits of all others, and how many these are."""
    key, bits, many, next_chosen = np.uint64(0), np.uint64(0), 0, 0
    for place in range(unseen.shape[0]):
        card = unseen[place]
        if next_chosen < chosen.shape[0] and chosen[next_chosen] == place:
            key += KEYS[card]
            bits |= BITS[card]
            next_chosen += 1
        else:
            keys[many], key_bits[many] = KEYS[card], BITS[card]
            many += 1
    return key, bits, many


@inner
def add_unknown(ranks, best, winners, less, equal, more, counts):
    """Add what the known hands and the unknown one, in the last row, get on one board."""
    unknown = ranks.shape[0]
    for player in range(unknown):
        if ranks[player] == best:
            counts[player, WINS if winners == 1 else TIES] += less
            counts[player, TIES] += equal
            counts[player, SHARES] += less * (WHOLE // winners) + equal * (WHOLE // (winners + 1))
    counts[unknown, WINS] += more
    counts[unknown, TIES] += equal
    counts[unknown, SHARES] += more * WHOLE + equal * (WHOLE // (winners + 1))


@compiled(TABLE, HANDS, CARDS, CARDS, types.int64, types.int64, COUNTS)
def count_unknown(table, hands, board, unseen, first, last, counts):
    """Add wins, ties and shares of the known hands and, in the last row, of the unknown one.

    A board of three to five cards can be completed in many ways: the ones numbered `first` to `last`.
    """
    hand_keys, hand_bits = hand_sums(hands, board)
    board_key, board_bits = board_sums(board)
    ranks = np.empty(hands.shape[0], np.uint16)
    keys, key_bits = np.empty(unseen.shape[0], np.uint64), np.empty(unseen.shape[0], np.uint64)
    chosen = np.arange(5 - board.shape[0])
    for _ in range(first):
        next_choice(chosen, chosen.shape[0], unseen.shape[0])
    for _ in range(first, last):
        key, bits, many = split_from_the_rest(unseen, chosen, keys, key_bits)
        best, winners = best_known(table, hand_keys, hand_bits, key, bits, ranks)
        less, equal = count_pairs(
            table, board_key + key, board_bits | bits, keys, key_bits, np.uint64(many), best
        )
        more = many * (many - 1) // 2 - less - equal
        add_unknown(ranks, best, winners, less, equal, more, counts)
        next_choice(chosen, chosen.shape[0], unseen.shape[0])
