"""Monte Carlo with arrays: an attempt a row, dealt from the same random words as the kernels deal from."""

import numpy as np
from numpy.typing import NDArray

from services.evaluator.arrays.counting import sums_of
from services.evaluator.arrays.ranking import ranks_of_seven
from services.evaluator.engine import Simulation
from services.evaluator.keys import START
from services.evaluator.opponents import Opponents
from services.evaluator.random_words import random_words
from services.evaluator.rank_table import RankTable
from services.evaluator.spot import packed

HALF = np.uint64(32)
LOWER = np.uint64(0xFFFFFFFF)
ONE = np.uint64(1)


def sample(table: RankTable, simulation: Simulation, attempts: range, most: int) -> NDArray[np.int64]:
    """How often the hand loses, wins, ties with one, with two …; of attempts that do not fail, so many."""
    spot, opponents, seed = simulation.spot, simulation.opponents, simulation.seed
    numbers = np.arange(attempts.start, attempts.stop, dtype=np.uint64)
    hands, taken = _drawn_hands(opponents, seed, numbers)
    fine = np.flatnonzero(taken != ~np.uint64(0))[:most]
    numbers, hands, taken = numbers[fine], hands[fine], taken[fine]
    dealt = _dealt(packed(spot.unseen), opponents, spot.to_come, seed, numbers, taken)
    others = dealt[:, spot.to_come :].reshape(len(numbers), opponents.unknown, 2)
    board = np.broadcast_to(packed(spot.board), (len(numbers), len(spot.board)))
    board_keys, board_bits = sums_of(np.concatenate([board, dealt[:, : spot.to_come]], axis=1))
    hand_key, hand_bits = sums_of(packed(spot.holes[0]))
    mine = ranks_of_seven(table, START + board_keys + hand_key, board_bits | hand_bits)
    keys, bits = sums_of(np.concatenate([hands, others], axis=1))
    theirs = ranks_of_seven(table, START + board_keys[:, None] + keys, board_bits[:, None] | bits)
    beaten = (theirs > mine[:, None]).any(axis=1)
    winners = np.where(beaten, 0, 1 + (theirs == mine[:, None]).sum(axis=1))
    return np.bincount(winners, minlength=10)


def _drawn_hands(
    opponents: Opponents, seed: np.uint64, numbers: NDArray[np.uint64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Hole cards for each range; taken cards as bits, all set where two ranges want the same."""
    hands = np.empty((len(numbers), opponents.ranges, 2), np.uint8)
    taken = np.zeros(len(numbers), np.uint64)
    for at in range(opponents.ranges):
        begin, end = opponents.begins[at], opponents.begins[at + 1]
        words = random_words(seed, numbers, at)
        hit = begin + ((words >> HALF) * np.uint64(end - begin) >> HALF).astype(np.int64)
        pair = np.where(words & LOWER >= opponents.keep[hit], opponents.instead[hit], hit)
        hands[:, at] = opponents.pairs[pair]
        wanted = (ONE << hands[:, at].astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        taken = np.where(taken & wanted, ~np.uint64(0), taken | wanted)
    return hands, taken


def _dealt(
    unseen: NDArray[np.uint8],
    opponents: Opponents,
    to_come: int,
    seed: np.uint64,
    numbers: NDArray[np.uint64],
    taken: NDArray[np.uint64],
) -> NDArray[np.uint8]:
    """For each attempt the cards that no range has taken, from a deck of which only a part is shuffled."""
    wanted = to_come + 2 * opponents.unknown
    drawn = min(wanted + 2 * opponents.ranges, len(unseen))
    rows = np.arange(len(numbers))
    decks = np.tile(unseen, (len(numbers), 1))
    for at in range(drawn):
        words = random_words(seed, numbers, opponents.ranges + at // 2)
        halves = words & LOWER if at % 2 else words >> HALF
        places = at + (halves * np.uint64(len(unseen) - at) >> HALF).astype(np.intp)
        decks[rows, at], decks[rows, places] = decks[rows, places], decks[rows, at]
    free = taken[:, None] >> decks[:, :drawn].astype(np.uint64) & ONE == 0
    first_free = np.argsort(~free, axis=1, kind="stable")[:, :wanted]
    return np.take_along_axis(decks, first_free, axis=1)
