"""What a period holds about who met whom, as sums: parts of a period may be added."""

from collections import defaultdict
from dataclasses import dataclass, field

Pair = tuple[str, str]
"""Two players, the lesser id first."""
DIFFICULTIES = 5


@dataclass(slots=True)
class Choices:
    """How often one could, and did."""

    could: int = 0
    did: int = 0


@dataclass(slots=True)
class Shared:
    """Hands that two were both dealt into, in big blinds of each hand, all-in luck taken out.

    `flow` is what went from the first to the second, less what came back; `both` what the two won together.
    """

    hands: int = 0
    flow: float = 0.0
    flow_squared: float = 0.0
    both: float = 0.0
    both_squared: float = 0.0


@dataclass(slots=True)
class Paced:
    """Logarithms of thinking times, in decisions of one difficulty."""

    decisions: int = 0
    log_ms: float = 0.0
    log_ms_squared: float = 0.0


@dataclass(slots=True)
class Alone:
    """One player: his hands, his results as in `Shared`, his thinking times, his hours by the day."""

    hands: int = 0
    won: float = 0.0
    won_squared: float = 0.0
    paces: list[Paced] = field(default_factory=lambda: [Paced() for _ in range(DIFFICULTIES)])
    hours: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    """Day since 1970 -> a bit for each hour of it with a decision."""


@dataclass(slots=True)
class Meetings:
    """All of a period; `choices` by who was asked, against whom, in which cell."""

    choices: dict[tuple[str, str, int], Choices] = field(default_factory=lambda: defaultdict(Choices))
    shared: dict[Pair, Shared] = field(default_factory=lambda: defaultdict(Shared))
    alone: dict[str, Alone] = field(default_factory=lambda: defaultdict(Alone))


def pair_of(one: str, other: str) -> Pair:
    """Two players in the order of their ids."""
    return (one, other) if one < other else (other, one)
