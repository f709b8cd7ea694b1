"""An outage that several tell of, each of another part of it: how much more each of them adds."""


class Outage:
    """The last one counted, as one stretch of time (Unix ms)."""

    def __init__(self) -> None:
        self._from_ms = 0
        self._to_ms = 0

    def add(self, from_ms: int, to_ms: int) -> int:
        """Count a stretch; how much of it had not been counted."""
        if to_ms <= from_ms:
            return 0
        if from_ms > self._to_ms or to_ms < self._from_ms:
            self._from_ms, self._to_ms = from_ms, to_ms
            return to_ms - from_ms
        counted_ms = self._to_ms - self._from_ms
        self._from_ms, self._to_ms = min(from_ms, self._from_ms), max(to_ms, self._to_ms)
        return self._to_ms - self._from_ms - counted_ms
