"""How long to wait before the next attempt to connect."""

import random

FIRST_S = 0.1
LONGEST_S = 5.0


class Backoff:
    """Doubles from attempt to attempt; half of each wait is drawn, so that many do not come back at once."""

    def __init__(self) -> None:
        self._next_s = FIRST_S

    def next_s(self) -> float:
        """The wait before the next attempt."""
        longest = min(LONGEST_S, self._next_s)
        self._next_s = 2 * longest
        return longest * random.uniform(0.5, 1.0)  # noqa: S311  no secret hangs on it

    def reset(self) -> None:
        """An attempt succeeded."""
        self._next_s = FIRST_S
