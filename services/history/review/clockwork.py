"""What speaks for a machine: even thinking times, the same for hard decisions, and many hours a day."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.history.review.meetings import Alone, Meetings, Paced

FEWEST_DECISIONS = 300
"""Who decided less often is not judged."""
ENOUGH_OF_A_DIFFICULTY = 15


@dataclass(frozen=True, slots=True)
class Clockwork:
    """One player's timing. `scatter` and `doubt` are of the logarithm of the milliseconds.

    `scatter`: the standard deviation among decisions of one difficulty; `doubt`: what a step of it adds.
    """

    player: str
    decisions: int
    scatter: float
    doubt: float
    busiest_day: int
    """Hours of it with a decision."""
    usual_day: float

    def features(self) -> list[float]:
        """For the isolation forest."""
        return [self.scatter, self.doubt, self.busiest_day, self.usual_day]


def clockworks(meetings: Meetings, fewest_decisions: int = FEWEST_DECISIONS) -> list[Clockwork]:
    """The timing of all who decided often enough, by player."""
    found = []
    for player, alone in sorted(meetings.alone.items()):
        decisions = sum(pace.decisions for pace in alone.paces)
        if decisions >= fewest_decisions:
            hours = [bits.bit_count() for bits in alone.hours.values()]
            found.append(
                Clockwork(
                    player,
                    decisions,
                    _scatter(alone.paces, decisions),
                    _doubt(alone),
                    max(hours),
                    sum(hours) / len(hours),
                )
            )
    return found


def _scatter(paces: Sequence[Paced], decisions: int) -> float:
    squares = sum(
        pace.log_ms_squared - pace.log_ms * pace.log_ms / pace.decisions for pace in paces if pace.decisions
    )
    return float((max(0.0, squares) / decisions) ** 0.5)


def _doubt(alone: Alone) -> float:
    """The slope of a line through the means of the difficulties, each of them as heavy as its decisions."""
    points = [
        (step, pace.log_ms / pace.decisions, pace.decisions)
        for step, pace in enumerate(alone.paces)
        if pace.decisions >= ENOUGH_OF_A_DIFFICULTY
    ]
    weight = sum(heavy for _, _, heavy in points)
    if len(points) < 2:
        return 0.0
    middle = sum(step * heavy for step, _, heavy in points) / weight
    spread = sum(heavy * (step - middle) ** 2 for step, _, heavy in points)
    return sum(heavy * (step - middle) * mean for step, mean, heavy in points) / spread
