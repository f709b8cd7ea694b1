"""Whom a simulation plays against: ranges, drawn in constant time by Walker's tables, and unknown hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from riverrun.kernel.cards import Card

Range: TypeAlias = Mapping[tuple[Card, Card], int]
"""How likely each pair of hole cards is, compared with the others; none is impossible."""

CERTAIN = 1 << 32


@dataclass(frozen=True)
class Opponents:
    """Some with a range each, one range after another in the same arrays, and some unknown."""

    unknown: int
    pairs: NDArray[np.uint8]
    """`(n, 2)` cards."""
    keep: NDArray[np.uint32]
    """How often in 2^32 a pair is kept once it was hit, all being hit equally often."""
    instead: NDArray[np.int64]
    """Which pair is taken otherwise."""
    begins: NDArray[np.int64]
    """Where each range begins; then where the last one ends."""

    @property
    def ranges(self) -> int:
        return len(self.begins) - 1

    @property
    def many(self) -> int:
        return self.ranges + self.unknown


def against(unknown: int, ranges: Sequence[Range] = ()) -> Opponents:
    """Opponents of which so many are unknown and the others have these ranges."""
    pairs: list[tuple[Card, Card]] = []
    keep: list[int] = []
    instead: list[int] = []
    begins = [0]
    for chances in ranges:
        kept, others = _walker(list(chances.values()))
        instead += [begins[-1] + other for other in others]
        keep += kept
        pairs += chances
        begins.append(len(pairs))
    return Opponents(
        unknown,
        np.array(pairs, np.uint8).reshape(-1, 2),
        np.array(keep, np.uint32),
        np.array(instead, np.int64),
        np.array(begins, np.int64),
    )


def _walker(weights: list[int]) -> tuple[list[int], list[int]]:
    """Fill each column of one height: what a light one lacks, a heavy one gives. Rounded by 2^-32 at most."""
    total, columns = sum(weights), len(weights)
    height = [weight * columns for weight in weights]
    keep, instead = [CERTAIN - 1] * columns, list(range(columns))
    light = [at for at in range(columns) if height[at] < total]
    heavy = [at for at in range(columns) if height[at] >= total]
    while light and heavy:
        low, high = light.pop(), heavy[-1]
        keep[low], instead[low] = height[low] * CERTAIN // total, high
        height[high] -= total - height[low]
        if height[high] < total:
            light.append(heavy.pop())
    return keep, instead
