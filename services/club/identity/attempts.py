"""Brute force: who guesses wrong too often must wait, the longer the oftener.

An attempt is counted before it is judged, so that many at once gain nothing. Counts are by login name and by
address, whether or not the name exists, and live in this process: a restart forgives, and each process counts
for itself.
"""

from collections import OrderedDict
from dataclasses import dataclass

from services.club.identity.refusals import TooManyAttempts

FREE = 5
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 900.0
FORGIVEN_AFTER_S = 3_600.0
MOST_REMEMBERED = 100_000


@dataclass(slots=True)
class _Count:
    attempts: int = 0
    last_s: float = 0.0
    open_s: float = 0.0


class Attempts:
    """`free` attempts cost nothing; every further one doubles the wait before the next."""

    def __init__(self, free: int = FREE, longest_wait_s: float = LONGEST_WAIT_S) -> None:
        self._free = free
        self._longest_wait_s = longest_wait_s
        self._counts: OrderedDict[str, _Count] = OrderedDict()

    def begin(self, whom: str, now_s: float) -> None:
        """Count an attempt about to be made. Raises `TooManyAttempts`, which counts nothing."""
        count = self._count(whom, now_s)
        if now_s < count.open_s:
            raise TooManyAttempts(retry_ms=round((count.open_s - now_s) * 1_000) + 1)
        count.attempts += 1
        count.last_s = now_s
        beyond = count.attempts - self._free
        if beyond >= 0:
            count.open_s = now_s + min(FIRST_WAIT_S * 2.0 ** min(beyond, 30), self._longest_wait_s)

    def succeeded(self, whom: str) -> None:
        """It was the right password: all is forgiven."""
        self._counts.pop(whom, None)

    def take_back(self, whom: str) -> None:
        """It was right, but only this one: others guess wrong from the same address."""
        count = self._counts.get(whom)
        if count is not None:
            count.attempts -= 1
            if count.attempts < self._free:
                count.open_s = 0

    def _count(self, whom: str, now_s: float) -> _Count:
        count = self._counts.pop(whom, None)
        if count is None or now_s - count.last_s > FORGIVEN_AFTER_S:
            count = _Count()
        self._counts[whom] = count
        if len(self._counts) > MOST_REMEMBERED:
            self._counts.popitem(last=False)
        return count
