"""Exact equity with part of the board dealt: every way to complete it, one by one."""

import numpy as np

from services.evaluator.kernels.compiled import CARDS, COUNTS, HANDS, TABLE, compiled, inlined, inner
from services.evaluator.kernels.ranking import rank_of_seven
from services.evaluator.kernels.tally import ROOM, count
from services.evaluator.keys import BITS, KEYS, START

DECK = 52


@inlined
def sums_of(cards):
    """The keys of cards added up, and their bits."""
    key, bits = np.uint64(0), np.uint64(0)
    for card in cards:
        key += KEYS[card]
        bits |= BITS[card]
    return key, bits


@inner
def board_sums(board):
    """The same for the board, from where a hand's sum starts."""
    key, bits = sums_of(board)
    return START + key, bits


@inner
def hand_sums(hands, board):
    """For each player the key and the bits of hole cards and board together."""
    board_key, board_bits = board_sums(board)
    keys, bits = np.empty(hands.shape[0], np.uint64), np.empty(hands.shape[0], np.uint64)
    for player in range(hands.shape[0]):
        hand_key, hand_bits = sums_of(hands[player])
        keys[player], bits[player] = board_key + hand_key, board_bits | hand_bits
    return keys, bits


@inlined
def next_choice(chosen, many, among):
    """The next way to choose the first `many` of these places in rising order; False after the last."""
    at = many - 1
    while at >= 0 and chosen[at] == among - many + at:
        at -= 1
    if at < 0:
        return False
    chosen[at] += 1
    for after in range(at + 1, many):
        chosen[after] = chosen[after - 1] + 1
    return True


@inner
def count_boards(table, hand_keys, hand_bits, board_keys, board_bits, many, ranks, weights, counts):
    """Rank every hand on each of the first `many` boards, and count who wins them."""
    for player in range(hand_keys.shape[0]):
        key, bits = hand_keys[player], hand_bits[player]
        for at in range(many):
            ranks[player, at] = rank_of_seven(table, key + board_keys[at], bits | board_bits[at])
    count(ranks, weights, many, counts)


@compiled(TABLE, HANDS, CARDS, CARDS, COUNTS)
def count_runouts(table, hands, board, unseen, counts):
    """Add every player's wins, ties and shares over all ways to deal the rest of a board of five."""
    hand_keys, hand_bits = hand_sums(hands, board)
    board_keys, board_bits = np.zeros(ROOM, np.uint64), np.zeros(ROOM, np.uint64)
    ranks, weights = np.empty((hands.shape[0], ROOM), np.uint16), np.ones(ROOM, np.int64)
    many, before_last = 0, 4 - board.shape[0]
    going = before_last >= 0
    if not going:
        many = 1  # the board is complete: nothing comes to it
    chosen = np.arange(max(before_last, 0))
    while going:
        key, bits, after = np.uint64(0), np.uint64(0), 0
        for place in chosen:
            key += KEYS[unseen[place]]
            bits |= BITS[unseen[place]]
            after = place + 1
        for card in unseen[after:]:
            board_keys[many], board_bits[many] = key + KEYS[card], bits | BITS[card]
            many += 1
        going = next_choice(chosen, before_last, unseen.shape[0] - 1)
        if many > ROOM - DECK or not going:
            count_boards(table, hand_keys, hand_bits, board_keys, board_bits, many, ranks, weights, counts)
            many = 0
    if many:
        count_boards(table, hand_keys, hand_bits, board_keys, board_bits, many, ranks, weights, counts)
