"""All heads-up match-ups before the flop: 47,008 that differ, counted once and kept, then found at once.

Suits have no order, so of all ways to name them the first one in reading order stands for the others.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from riverrun.kernel.cards import Card, Cards
from services.evaluator.counts import SHARES, TIES, WHOLE, WINS, Counts
from services.evaluator.engine import Engine
from services.evaluator.spot import Spot

BOARDS = 1_712_304
RANK_PAIRS = 91
NOT_YET = -1

Suits: TypeAlias = tuple[int, ...]

PATTERNS: tuple[Suits, ...] = tuple(
    (0, b, c, d) for b in range(2) for c in range(b + 2) for d in range(max(b, c) + 2)
)
"""The fifteen ways in which four cards can share suits, suits named as they come."""
PATTERN_NUMBER = {suits: number for number, suits in enumerate(PATTERNS)}


class MatchUps:
    """Wins of the first hand and ties, by both hands' ranks and by how the four cards share suits."""

    def __init__(self, found: NDArray[np.int32] | None = None) -> None:
        """With all that was `found` once, or with nothing yet."""
        shape = (RANK_PAIRS, RANK_PAIRS, len(PATTERNS), 2)
        self.found = np.full(shape, NOT_YET, np.int32) if found is None else found
        self.complete = found is not None

    @property
    def many(self) -> int:
        """How many are known."""
        return int(np.count_nonzero(self.found[..., 0] != NOT_YET))

    def find(self, one: Cards, other: Cards) -> Counts | None:
        """What the two hands get of all boards, if that was counted already."""
        place, turned = _place(one, other)
        wins, ties = self.found[place].tolist()
        if wins == NOT_YET:
            return None
        counts = np.array([_row(wins, ties), _row(BOARDS - wins - ties, ties)])
        return counts[::-1] if turned else counts

    def note(self, one: Cards, other: Cards, wins: int, ties: int) -> None:
        """Remember of how many boards the first hand wins, and how many are tied."""
        place, turned = _place(one, other)
        self.found[place] = BOARDS - wins - ties if turned else wins, ties

    def fill(self, engine: Engine, a_step: int) -> Iterator[int]:
        """Count one after another, so many a step; how many are done."""
        done = 0
        for one, other in match_ups():
            counts = engine.count(Spot((one, other)))
            self.note(one, other, int(counts[0, WINS]), int(counts[0, TIES]))
            done += 1
            if done % a_step == 0:
                yield done
        self.complete = True
        yield done


def match_ups() -> Iterator[tuple[Cards, Cards]]:
    """One of each match-up that differs, the higher hand first."""
    for one in _rank_pairs():
        for other in _rank_pairs():
            if other > one:
                break
            for suits in PATTERNS:
                cards = tuple(4 * rank + suit for rank, suit in zip((*one, *other), suits, strict=True))
                if len(set(cards)) == 4 and _named(suits, *_alike(one, other))[0] == suits:
                    yield cards[:2], cards[2:]


def _rank_pairs() -> Iterator[tuple[int, int]]:
    return ((high, low) for high in range(13) for low in range(high + 1))


def _row(wins: int, ties: int) -> list[int]:
    row = [0, 0, 0]
    row[WINS], row[TIES], row[SHARES] = wins, ties, WHOLE * wins + WHOLE // 2 * ties
    return row


def _alike(one: tuple[int, int], other: tuple[int, int]) -> tuple[bool, bool, bool]:
    """Which cards or hands could change places by ranks: the first hand's, the second's, the hands."""
    return one[0] == one[1], other[0] == other[1], one == other


@lru_cache(maxsize=2048)
def _named(suits: Suits, one_pair: bool, other_pair: bool, same: bool) -> tuple[Suits, bool]:
    """The pattern that stands for these suits, and whether the two hands changed places for it."""
    a, b, c, d = suits
    orders = [(a, b, c, d)]
    if one_pair:
        orders += [(b, a, c, d) for a, b, c, d in orders]
    if other_pair:
        orders += [(a, b, d, c) for a, b, c, d in orders]
    turned = [(c, d, a, b) for a, b, c, d in orders] if same else []
    named = [(_as_they_come(order), False) for order in orders]
    return min(named + [(_as_they_come(order), True) for order in turned])


def _as_they_come(suits: Suits) -> Suits:
    names: dict[int, int] = {}
    return tuple(names.setdefault(suit, len(names)) for suit in suits)


def _place(one: Cards, other: Cards) -> tuple[tuple[int, int, int], bool]:
    """Where a match-up stands, and whether its second hand stands there as the first."""
    one, other = _high_first(one), _high_first(other)
    ranks, others = (one[0] >> 2, one[1] >> 2), (other[0] >> 2, other[1] >> 2)
    turned = ranks < others
    if turned:
        one, other, ranks, others = other, one, others, ranks
    suits = (one[0] & 3, one[1] & 3, other[0] & 3, other[1] & 3)
    pattern, changed = _named(suits, *_alike(ranks, others))
    return (_pair_number(ranks), _pair_number(others), PATTERN_NUMBER[pattern]), turned != changed


def _high_first(hole: Cards) -> tuple[Card, Card]:
    a, b = hole
    return (a, b) if a > b else (b, a)


def _pair_number(ranks: tuple[int, int]) -> int:
    return ranks[0] * (ranks[0] + 1) // 2 + ranks[1]
