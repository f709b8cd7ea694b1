"""Monte Carlo: a hand against others of which nothing is known, or how likely each pair of hole cards is.

An attempt is a function of the seed and its number alone, whoever makes it, in whatever order. It may fail:
two ranges can want the same card. Of the deck only as much is shuffled as is dealt, and then put back.
"""

import numpy as np
from numba import types

from services.evaluator.kernels.compiled import CARDS, HANDS, TABLE, compiled, inlined
from services.evaluator.kernels.ranking import ONE, rank_of_seven
from services.evaluator.kernels.runouts import board_sums, sums_of
from services.evaluator.keys import BITS, KEYS
from services.evaluator.random_words import GOLDEN, MIX_1, MIX_2, WORDS

NUMBER = np.uint64(20)
"""A card of the deck is its key with its number above the suits' counters, where seven numbers find room."""
SIX_BITS = np.uint64(63)
HALF = np.uint64(32)
LOWER = np.uint64(0xFFFFFFFF)
NONE, TWO = np.uint64(0), np.uint64(2)

RANGES = types.Tuple(
    [
        HANDS,
        types.Array(types.uint32, 1, "C", readonly=True),
        types.Array(types.int64, 1, "C", readonly=True),
        types.Array(types.int64, 1, "C", readonly=True),
    ]
)
"""Pairs, how often they are kept, what is taken instead, where each range begins (`opponents`)."""


@inlined
def random_word(seed, attempt, at):
    """The word of that number among an attempt's (`random_words`)."""
    word = seed + (np.uint64(attempt) * WORDS + at) * GOLDEN
    word = (word ^ word >> np.uint64(30)) * MIX_1
    word = (word ^ word >> np.uint64(27)) * MIX_2
    return word ^ word >> np.uint64(31)


@inlined
def draw_hands(seed, attempt, opponents, keys, bits):
    """Hole cards for each range; the taken cards' numbers as bits, all set where two ranges want the same."""
    pairs, keep, instead, begins = opponents
    taken = NONE
    for at in range(keys.shape[0]):
        word = random_word(seed, attempt, np.uint64(at))
        pair = begins[at] + np.int64((word >> HALF) * np.uint64(begins[at + 1] - begins[at]) >> HALF)
        if word & LOWER >= keep[pair]:
            pair = instead[pair]
        one, two = pairs[pair, 0], pairs[pair, 1]
        wanted = ONE << np.uint64(one) | ONE << np.uint64(two)
        taken = ~NONE if taken & wanted else taken | wanted
        keys[at], bits[at] = KEYS[one] + KEYS[two], BITS[one] | BITS[two]
    return taken


@inlined
def deal(deck, places, drawn, many, seed, attempt, ranges, taken):
    """Deal so many cards that no range has taken: their keys' sum, their bits, and how many were drawn."""
    key, bits, dealt = NONE, NONE, NONE
    left = np.uint64(deck.shape[0])
    while dealt < many:
        word = random_word(seed, attempt, ranges + (drawn >> ONE))
        half = word << ((drawn & ONE) << np.uint64(5)) >> HALF
        place = drawn + (half * (left - drawn) >> HALF)
        card = deck[place]
        deck[place] = deck[drawn]
        places[drawn] = place
        drawn += ONE
        number = card >> NUMBER & SIX_BITS
        if taken >> number & ONE:
            continue
        key += card
        bits |= BITS[number]
        dealt += ONE
    return key, bits, drawn


@inlined
def new_deck(unseen):
    deck = np.empty(unseen.shape[0], np.uint64)
    for at in range(unseen.shape[0]):
        deck[at] = KEYS[unseen[at]] | np.uint64(unseen[at]) << NUMBER
    return deck


@inlined
def put_back(deck, places, drawn, fresh):
    for at in range(drawn):
        deck[places[at]] = fresh[places[at]]


@inlined
def known_sums(hand, board):
    hand_key, hand_bits = sums_of(hand)
    board_key, board_bits = board_sums(board)
    return hand_key, hand_bits, board_key, board_bits, np.uint64(5 - board.shape[0])


@inlined
def winners_of(table, deck, places, known, opponents, seed, attempt, keys, bits, taken):
    """Deal an attempt to its end: by how many the win is shared, 0 if not the hand's; how many were drawn."""
    hand_key, hand_bits, board_key, board_bits, to_come = known
    ranges = keys.shape[0]
    words = np.uint64(ranges)
    come, come_bits, drawn = deal(deck, places, NONE, to_come, seed, attempt, words, taken)
    come, come_bits = come + board_key, come_bits | board_bits
    mine = rank_of_seven(table, come + hand_key, come_bits | hand_bits)
    winners, other = 1, 0
    while True:
        if other < ranges:
            key, key_bits = keys[other], bits[other]
        else:
            key, key_bits, drawn = deal(deck, places, drawn, TWO, seed, attempt, words, taken)
        theirs = rank_of_seven(table, come + key, come_bits | key_bits)
        # Not a branch: half of the time it would surprise the processor.
        winners = (winners + int(theirs == mine)) * int(theirs <= mine)
        other += 1
        if other == opponents or winners == 0:
            return winners, drawn


@compiled(TABLE, CARDS, CARDS, CARDS, types.int64, types.uint64, types.int64, types.int64, types.int64[::1])
def sample_unknown(table, hand, board, unseen, unknown, seed, first, last, outcomes):
    """Count for the attempts `first` to `last` by how many the win is shared; 0: the hand does not win.

    A kernel apart from the next one: with no range, nothing can be taken, and the compiler leaves that out.
    """
    fresh = new_deck(unseen)
    deck, places = fresh.copy(), np.empty(unseen.shape[0], np.uint64)
    known = known_sums(hand, board)
    nobody = np.empty(0, np.uint64)
    for attempt in range(first, last):
        winners, drawn = winners_of(table, deck, places, known, unknown, seed, attempt, nobody, nobody, NONE)
        outcomes[winners] += 1
        put_back(deck, places, drawn, fresh)


@compiled(
    TABLE, CARDS, CARDS, CARDS, types.int64, RANGES,
    types.uint64, types.int64, types.int64, types.int64, types.int64[::1],
)  # fmt: skip
def sample_ranges(table, hand, board, unseen, unknown, opponents, seed, first, last, most, outcomes):
    """The same with ranges, until so many have not failed: two ranges can want the same card."""
    fresh = new_deck(unseen)
    deck, places = fresh.copy(), np.empty(unseen.shape[0], np.uint64)
    known = known_sums(hand, board)
    ranges = opponents[3].shape[0] - 1
    keys, bits = np.empty(ranges, np.uint64), np.empty(ranges, np.uint64)
    for attempt in range(first, last):
        taken = draw_hands(seed, attempt, opponents, keys, bits)
        if taken == ~NONE:
            continue
        if most == 0:
            return
        most -= 1
        winners, drawn = winners_of(
            table, deck, places, known, ranges + unknown, seed, attempt, keys, bits, taken
        )
        outcomes[winners] += 1
        put_back(deck, places, drawn, fresh)
