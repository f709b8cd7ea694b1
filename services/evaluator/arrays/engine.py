"""The engine of arrays: slower than the compiled one, and needing nothing but NumPy."""

import numpy as np
from numpy.typing import NDArray

from services.evaluator.arrays.counting import count_runouts, count_unknown
from services.evaluator.arrays.preflop import count_preflop
from services.evaluator.arrays.ranking import rank_hands
from services.evaluator.arrays.sampling import sample
from services.evaluator.counts import Counts
from services.evaluator.engine import NotAHand, Simulation
from services.evaluator.rank_table import RankTable
from services.evaluator.spot import Spot

BLOCK = 16_384
"""Hands whose arrays stay in a core's cache."""


class NumpyEngine:
    """The same answers as the compiled engine's, those of simulations included."""

    name = "numpy"
    hands_a_slice = 65_536

    def __init__(self, table: RankTable) -> None:
        self._table = table

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        ranks = np.empty(len(hands), np.uint16)
        for start in range(0, len(hands), BLOCK):
            try:
                ranks[start : start + BLOCK] = rank_hands(self._table, hands[start : start + BLOCK])
            except NotAHand as wrong:
                raise NotAHand(start + wrong.at, wrong.code) from None
        return ranks

    def count(self, spot: Spot) -> Counts:
        return count_runouts(self._table, spot) if spot.board else count_preflop(self._table, spot)

    def count_unknown(self, spot: Spot, ways: range) -> Counts:
        return count_unknown(self._table, spot, ways)

    def sample(self, simulation: Simulation, attempts: range, most: int) -> NDArray[np.int64]:
        return sample(self._table, simulation, attempts, most)
