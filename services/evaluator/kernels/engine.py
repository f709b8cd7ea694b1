"""The compiled engine: hands the kernels what they work on."""

import numpy as np
from numpy.typing import NDArray

from services.evaluator.counts import Counts, no_counts
from services.evaluator.engine import NotAHand, Simulation
from services.evaluator.kernels.preflop import count_preflop
from services.evaluator.kernels.ranking import rank_hands
from services.evaluator.kernels.runouts import count_runouts
from services.evaluator.kernels.sampling import sample_ranges, sample_unknown
from services.evaluator.kernels.unknown import count_unknown
from services.evaluator.rank_table import RankTable
from services.evaluator.spot import Spot, packed, packed_holes


class NumbaEngine:
    """Each call is one kernel, or nearly; none holds the interpreter's lock while it computes."""

    name = "numba"
    hands_a_slice = 1_000_000

    def __init__(self, table: RankTable) -> None:
        self._table = table

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        ranks = np.empty(len(hands), np.uint16)
        wrong = rank_hands(self._table, np.ascontiguousarray(hands), ranks)
        if wrong >= 0:
            raise NotAHand(wrong, "not_a_card" if hands[wrong].max() > 51 else "duplicate_card")
        return ranks

    def count(self, spot: Spot) -> Counts:
        counts = no_counts(len(spot.holes))
        holes, unseen = packed_holes(spot.holes), packed(spot.unseen)
        if spot.board:
            count_runouts(self._table, holes, packed(spot.board), unseen, counts)
        else:
            count_preflop(self._table, holes, unseen, counts)
        return counts

    def count_unknown(self, spot: Spot, ways: range) -> Counts:
        counts = no_counts(len(spot.holes) + 1)
        holes, board, unseen = packed_holes(spot.holes), packed(spot.board), packed(spot.unseen)
        count_unknown(self._table, holes, board, unseen, ways.start, ways.stop, counts)
        return counts

    def sample(self, simulation: Simulation, attempts: range, most: int) -> NDArray[np.int64]:
        outcomes = np.zeros(10, np.int64)
        spot = simulation.spot
        hole, board, unseen = packed(spot.holes[0]), packed(spot.board), packed(spot.unseen)
        rivals = simulation.opponents
        cards, seed, first, last = (hole, board, unseen), simulation.seed, attempts.start, attempts.stop
        if rivals.ranges:
            ranges = rivals.pairs, rivals.keep, rivals.instead, rivals.begins
            sample_ranges(self._table, *cards, rivals.unknown, ranges, seed, first, last, most, outcomes)
        else:
            last = min(last, first + most)
            sample_unknown(self._table, *cards, rivals.unknown, seed, first, last, outcomes)
        return outcomes
