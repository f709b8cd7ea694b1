"""How lively a table has been of late: for those who choose one from the list."""

from collections import deque
from collections.abc import Iterable

from riverrun.contracts.table_events import HandEnded, PotAwarded, TableEvent
from riverrun.kernel.chips import Chips

HANDS = 30
LATE_MS = 20 * 60_000
"""Hands that ended longer ago say nothing of the table as it is."""
HOUR_MS = 3_600_000


class Pace:
    """Hears what happens at one table; knows nothing of it at first, wherever the table is taken over."""

    def __init__(self) -> None:
        self._pot = 0
        self._hands: deque[tuple[int, Chips]] = deque(maxlen=HANDS)

    def hear(self, events: Iterable[TableEvent]) -> None:
        """What was decided."""
        for event in events:
            if type(event) is PotAwarded:
                self._pot += event.amount + event.rake
            elif type(event) is HandEnded:
                # A void hand has no pot, and is none.
                if self._pot:
                    self._hands.append((event.ended_ms, self._pot))
                self._pot = 0

    def average_pot(self, now_ms: int) -> Chips:
        """Of the last hands; 0 where there are none."""
        pots = [pot for ended_ms, pot in self._hands if now_ms - ended_ms < LATE_MS]
        return sum(pots) // len(pots) if pots else 0

    def hands_an_hour(self, now_ms: int) -> int:
        """At the pace of the last hands; 0 where there were not two."""
        ended = [ended_ms for ended_ms, _ in self._hands if now_ms - ended_ms < LATE_MS]
        if len(ended) < 2 or ended[-1] == ended[0]:
            return 0
        return (len(ended) - 1) * HOUR_MS // (ended[-1] - ended[0])
