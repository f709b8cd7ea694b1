"""Exact equity of hands, one of which may be unknown, as steps whose last one is the answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from services.evaluator.counts import Counts, no_counts
from services.evaluator.engine import Engine
from services.evaluator.match_ups import MatchUps
from services.evaluator.spot import Spot

FOUND_A_STEP = 100
"""Match-ups that are looked up in a fraction of a millisecond."""


@dataclass(frozen=True)
class EquityQuestion:
    """The known hands in a spot, and where among them an unknown one stands, if there is one."""

    spot: Spot
    unknown_at: int | None = None

    @property
    def ways(self) -> int:
        """In how many ways the board, and the unknown hand, can be completed."""
        unseen = len(self.spot.unseen)
        if self.unknown_at is None:
            return self.spot.ways(unseen)
        return comb(unseen, 2) * self.spot.ways(unseen - 2)


def equity_steps(engine: Engine, match_ups: MatchUps, question: EquityQuestion) -> Iterator[Counts]:
    """Counts so far, players in the question's order."""
    spot, at = question.spot, question.unknown_at
    if at is None:
        yield _known(engine, match_ups, spot)
        return
    steps = _dealt_steps if len(spot.board) >= 3 else _guessed_steps
    for counts in steps(engine, match_ups, spot):
        yield np.insert(counts[:-1], at, counts[-1], axis=0)


def _known(engine: Engine, match_ups: MatchUps, spot: Spot) -> Counts:
    if _is_match_up(spot, len(spot.holes)):
        found = match_ups.find(*spot.holes)
        if found is not None:
            return found
    return engine.count(spot)


def _is_match_up(spot: Spot, hands: int) -> bool:
    return hands == 2 and not spot.board and not spot.dead


def _dealt_steps(engine: Engine, _match_ups: MatchUps, spot: Spot) -> Iterator[Counts]:
    """Most of the board is dealt: way by way to complete it, with every unknown hand at once."""
    counts = no_counts(len(spot.holes) + 1)
    unseen = len(spot.unseen)
    ways = spot.ways(unseen)
    step = max(1, engine.hands_a_slice // comb(unseen - spot.to_come, 2))
    for first in range(0, ways, step):
        counts += engine.count_unknown(spot, range(first, min(first + step, ways)))
        yield counts


def _guessed_steps(engine: Engine, match_ups: MatchUps, spot: Spot) -> Iterator[Counts]:
    """Little of the board is dealt: unknown hand by unknown hand, with every way to complete the board."""
    counts = no_counts(len(spot.holes) + 1)
    step = FOUND_A_STEP if match_ups.complete and _is_match_up(spot, len(spot.holes) + 1) else 1
    guesses = list(combinations(spot.unseen, 2))
    for first in range(0, len(guesses), step):
        for hole in guesses[first : first + step]:
            counts += _known(engine, match_ups, Spot((*spot.holes, hole), spot.board, spot.dead))
        yield counts
