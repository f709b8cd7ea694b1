"""What this process may presently say and do: the leases it holds, and how lately the log answered it."""

from collections.abc import Collection
from dataclasses import dataclass

from riverrun.runtime.clock import Clock

LEASE_S = 2
SILENT_AFTER_S = LEASE_S - 0.5


@dataclass(slots=True)
class Held:
    """A lease: its revision, and when (steady seconds) its last renewal began."""

    seq: int
    renewed_s: float


class Tenure:
    """Written by the keeper, read by whoever hosts."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._answered_s: float | None = None
        self._alive_ms: dict[str, int] = {}
        self.leases: dict[str, Held] = {}

    @property
    def held(self) -> Collection[str]:
        """The slots held."""
        return self.leases.keys()

    def may_answer(self, slot: str) -> bool:
        """Whether the slot's lease is fresh enough to speak for its tables."""
        lease = self.leases.get(slot)
        return lease is not None and self._clock.monotonic_s() - lease.renewed_s < SILENT_AFTER_S

    def answered(self, began_s: float) -> float:
        """A round that began then was answered in full. Returns the seconds since the one before."""
        last, self._answered_s = self._answered_s, began_s
        return 0.0 if last is None else began_s - last

    def log_answered_ms(self) -> int:
        """When (Unix ms) the last round began that the log answered in full; 0 for never."""
        if self._answered_s is None:
            return 0
        return self._clock.now_ms() - int((self._clock.monotonic_s() - self._answered_s) * 1000)

    def heard_of(self, host: str, alive_ms: int) -> None:
        """A process said that it was alive then."""
        self._alive_ms[host] = alive_ms

    def last_alive_ms(self, host: str) -> int | None:
        """When (Unix ms) a process was last heard of."""
        return self._alive_ms.get(host)
