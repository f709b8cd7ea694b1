"""What this process may presently say and do: the leases it holds, and how lately the log answered it."""

from dataclasses import dataclass

from riverrun.kernel.identifiers import TableId
from riverrun.runtime.clock import Clock
from services.table.ownership.shares import slot_of_table

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
        self.leases: dict[str, Held] = {}

    def may_speak_for(self, table: TableId) -> bool:
        """Whether the lease of the table's slot is fresh enough to decide and to answer."""
        lease = self.leases.get(slot_of_table(table))
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
