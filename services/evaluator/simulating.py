"""How long a simulation goes on, and what is known of the hand's equity so far."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from services.evaluator.counts import SPLIT, WHOLE
from services.evaluator.engine import Engine, Simulation

RANKS_AN_ATTEMPT = 8
"""What dealing and ranking one hand costs, in hands ranked."""
LEAST_SAMPLES = 10_000
"""Before so many, no standard error is believed."""
MOST_FAILURES = 2_000_000
"""Attempts without a single sample after which the ranges are taken to exclude each other."""


class NoSuchDeal(ValueError):
    """The opponents' ranges cannot, or hardly ever, be dealt together."""


@dataclass(frozen=True)
class Found:
    """What the samples say: how often the hand lost, won, tied with one other, with two others and so on."""

    outcomes: NDArray[np.int64]

    @property
    def samples(self) -> int:
        return int(self.outcomes.sum())

    @property
    def standard_error(self) -> float:
        """Of the equity; never below one sample's weight, as if one more had come out the other way."""
        samples = self.samples
        shares = SPLIT / WHOLE
        mean = float(self.outcomes @ shares) / samples
        variance = float(self.outcomes @ (shares - mean) ** 2) / samples
        return sqrt(variance / samples + 1 / samples**2)


@dataclass(frozen=True)
class Enough:
    """When to stop: after so many samples, or once the standard error is no greater."""

    samples: int
    standard_error: float = 0.0

    def reached(self, found: Found) -> bool:
        if found.samples < min(self.samples, LEAST_SAMPLES):
            return False
        return found.samples >= self.samples or found.standard_error <= self.standard_error


def simulation_steps(engine: Engine, simulation: Simulation, enough: Enough) -> Iterator[Found]:
    """What was found so far, until it is enough. Raises `NoSuchDeal`."""
    step = max(1, engine.hands_a_slice // (RANKS_AN_ATTEMPT * (1 + simulation.opponents.many)))
    outcomes = np.zeros(10, np.int64)
    attempts, samples = 0, 0
    while True:
        numbers = range(attempts, attempts + step)
        outcomes = outcomes + engine.sample(simulation, numbers, enough.samples - samples)
        attempts, samples = numbers.stop, int(outcomes.sum())
        if samples == 0 and attempts >= MOST_FAILURES:
            raise NoSuchDeal
        if samples:
            yield Found(outcomes)
            if enough.reached(Found(outcomes)):
                return
