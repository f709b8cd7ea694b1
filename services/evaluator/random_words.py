"""Random numbers that are told by their place: the same for whoever asks, in whatever order (SplitMix64)."""

import numpy as np
from numpy.typing import NDArray

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
WORDS = np.uint64(32)
"""Words that an attempt may use: one for each range, half a one for each card."""


def mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Each word's bits, every one of them depending on all."""
    words = (words ^ words >> np.uint64(30)) * MIX_1
    words = (words ^ words >> np.uint64(27)) * MIX_2
    found: NDArray[np.uint64] = words ^ words >> np.uint64(31)
    return found


def random_words(seed: np.uint64, attempts: NDArray[np.uint64], at: int) -> NDArray[np.uint64]:
    """For each attempt its word of that number."""
    return mixed(seed + (attempts * WORDS + np.uint64(at)) * GOLDEN)
