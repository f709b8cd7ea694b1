"""What a player would be expected to do against another, by what both do with everybody else."""

from collections import defaultdict
from collections.abc import Mapping
from math import sqrt

from services.history.review.meetings import Choices
from services.history.review.spots import CELLS

LIKE_OTHERS, AS_USUAL = 20.0, 12.0
"""Chances after which a player's own habits, and what others do against him, count as much as the average."""
MORE_THAN_CHANCE = 1.3
"""By how much decisions scatter more than coins would: moods, stacks, what is known of each other."""


class Expected:
    """A sum of choices beside what was to be expected."""

    __slots__ = ("could", "did", "expected", "variance")

    def __init__(self) -> None:
        self.could = self.did = 0
        self.expected = self.variance = 0.0

    def add(self, choices: Choices, expected: float, variance: float) -> None:
        self.could += choices.could
        self.did += choices.did
        self.expected += expected
        self.variance += variance

    @property
    def z(self) -> float:
        """How far what was done lies above that, in standard deviations; one choice is none."""
        return (self.did - self.expected) / sqrt(self.variance + 1)


class Habits:
    """How often each player takes each kind of chance, and how often others take it against him."""

    def __init__(self, choices: Mapping[tuple[str, str, int], Choices]) -> None:
        self._of: dict[tuple[str, int], Choices] = defaultdict(Choices)
        self._all: dict[int, Choices] = defaultdict(Choices)
        self._against: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
        for (player, _, cell), one in choices.items():
            for sums in (self._of[player, cell], self._all[cell]):
                sums.could += one.could
                sums.did += one.did
        for (player, other, cell), one in choices.items():
            sums_against = self._against[other, cell // CELLS]
            sums_against[0] += one.did
            sums_against[1] += one.could * self._rate(player, cell, Choices())

    def expected(
        self, player: str, other: str, cell: int, could: int, without: Choices
    ) -> tuple[float, float]:
        """How often he would do so by his habits with others and others' with that one, and its variance.

        `without`: as much of the habits as is between the two themselves.
        """
        own = self._of[player, cell]
        rate = self._rate(player, cell, without)
        did, due = self._against[other, cell // CELLS]
        did -= without.did
        due = max(0.0, due - without.could * self._rate(player, cell, Choices()))
        sway = (did + AS_USUAL) / (due + AS_USUAL)
        share = min(0.97, max(0.005, rate * sway))
        expected = could * share
        scatter = MORE_THAN_CHANCE * expected * (1 - share)
        unsure = share * (1 - share) / (own.could - without.could + LIKE_OTHERS) + share * share / (
            did + AS_USUAL
        )
        return expected, scatter + could * could * unsure

    def _rate(self, player: str, cell: int, without: Choices) -> float:
        """His share in a cell, drawn to everybody's where he had few chances."""
        own, everybody = self._of[player, cell], self._all[cell]
        usual = (everybody.did - without.did + 1) / (everybody.could - without.could + 3)
        could, did = own.could - without.could, own.did - without.did
        return (did + LIKE_OTHERS * usual) / (could + LIKE_OTHERS)
