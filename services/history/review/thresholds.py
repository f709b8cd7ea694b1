"""Where review begins to speak up: fixed on seeds 1 to 3 of invented play, told on others (review.md)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Thresholds:
    """For two: standard deviations at which one signal alone is a finding. For machines: see each."""

    toll: float = 4.5
    soft: float = 4.0
    folds: float = 4.5
    presses: float = 4.5
    joint: float = 5.5
    unlike: float = 0.62
    """An isolation forest's score from which on `nearly` of a signal's threshold is enough."""
    nearly: float = 0.75
    scatter: float = 0.3
    """Thinking times that scatter less are a machine's, as are those that `doubt` lengthens by less."""
    doubt: float = 0.06
    hours: int = 18
    """Hours of a day that nobody plays who sleeps."""
    machine_signs: int = 2
    """Of scatter, doubt and hours, how many make a finding."""


FIXED = Thresholds()
