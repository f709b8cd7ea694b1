"""How much of what is invented review finds, and how many honest people it names."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from console.invented.world import KINDS, Population, population, sessions
from services.history.review.counting import count_rows
from services.history.review.findings import Finding, findings
from services.history.review.meetings import Meetings
from services.history.review.signals import FEWEST_HANDS

MACHINES = "machines"
HONEST_PAIRS, HONEST_PEOPLE = "honest pairs", "people"
GROUPS = (*KINDS, MACHINES, HONEST_PAIRS, HONEST_PEOPLE)


@dataclass
class Measured:
    """Of each group, how many there are and how many are found. Pairs that hardly met are not counted."""

    found: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Measured") -> None:
        self.found.update(other.found)
        self.all.update(other.all)


def played(seed: int, hands: int) -> tuple[Population, Meetings]:
    """A fortnight of invented play, as sums."""
    chance, meetings = Random(seed), Meetings()  # noqa: S311  the same play for the same seed
    everybody = population(chance)
    for rows in sessions(everybody, hands, chance):
        count_rows(meetings, rows)
    return everybody, meetings


def measured(seed: int, hands: int) -> Measured:
    """What review finds in it."""
    everybody, meetings = played(seed, hands)
    return judged(everybody, meetings, findings(meetings))


def judged(everybody: Population, meetings: Meetings, found: list[Finding]) -> Measured:
    """Holds findings against the truth."""
    told = Measured()
    named = {one.players for one in found}
    for pair, shared in meetings.shared.items():
        kind = everybody.cheats.get(pair, HONEST_PAIRS)
        if kind != HONEST_PAIRS or shared.hands >= FEWEST_HANDS:
            told.all[kind] += 1
            told.found[kind] += pair in named
    for player in everybody.styles:
        group = MACHINES if player in everybody.machines else HONEST_PEOPLE
        told.all[group] += 1
        told.found[group] += (player,) in named
    return told
