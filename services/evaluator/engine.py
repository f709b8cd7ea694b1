"""What computes: compiled kernels, or arrays alone; their answers are the same."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from services.evaluator.counts import Counts
from services.evaluator.opponents import Opponents
from services.evaluator.spot import Spot


class NotAHand(ValueError):
    """The first hand in a batch that cannot be one; which card is wrong is not said."""

    def __init__(self, at: int, code: str) -> None:
        super().__init__(f"hand {at}: {code}")
        self.at = at
        self.code = code


@dataclass(frozen=True)
class Simulation:
    """One hand in a spot, against opponents; the seed decides every attempt."""

    spot: Spot
    opponents: Opponents
    seed: np.uint64


class Engine(Protocol):
    """Called from worker threads, with work for a few milliseconds."""

    @property
    def name(self) -> str:
        """`numba` or `numpy`."""

    @property
    def hands_a_slice(self) -> int:
        """How many hands are ranked in a few milliseconds, by which others cut their work."""

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """`(n, 7)` cards to n ranks. Raises `NotAHand`."""

    def count(self, spot: Spot) -> Counts:
        """Every way to complete the board; all hands are known."""

    def count_unknown(self, spot: Spot, ways: range) -> Counts:
        """With one more hand, last, of any two unseen cards: these ways to complete three or more cards."""

    def sample(self, simulation: Simulation, attempts: range, most: int) -> NDArray[np.int64]:
        """How many of these attempts the hand loses, wins, ties with one, with two …; the others failed.

        No more than so many samples are taken.
        """
