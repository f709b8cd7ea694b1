"""What boards counted say of each player: whole numbers, so that any order adds up to the same."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = NDArray[np.int64]
"""`(players, 3)`: boards won alone, boards tied, and all of a player's shares."""

WINS, TIES, SHARES = 0, 1, 2
WHOLE = 2520
"""A board in shares: what one to nine players can split evenly."""
SPLIT: NDArray[np.int64] = np.array([0] + [WHOLE // winners for winners in range(1, 10)])
"""By how many split a board: what each of them gets."""


def no_counts(players: int) -> Counts:
    return np.zeros((players, 3), np.int64)


def counts_of(outcomes: NDArray[np.int64]) -> tuple[int, int, int]:
    """One player's wins, ties and shares from how often he split the board by how many; 0: not at all."""
    wins, ties = int(outcomes[1]), int(outcomes[2:].sum())
    return wins, ties, int(outcomes @ SPLIT)
