"""When what happened in all tables together: to tell what followed a fault."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from riverrun.contracts.table_events import (
    ClocksExtended,
    PlayerChecked,
    PlayerFolded,
    TableEvent,
    TableHosted,
    TurnStarted,
)
from riverrun.kernel.identifiers import TableId
from services.table.codec import codec
from tests.support.judged_history import History

AFTER_MS = 25_000
"""How long after a fault a stall still counts as caused by it."""
OUTAGE_MS = 1_500
"""A time without a commit of any table that is long enough to be one; only more than a second is promised."""
MEASURED_MS = 1_000
"""By how much an outage seen in the log may be longer than it was: nobody acted just before or after."""


class Timeline:
    """All commits' times, all moves, and all clocks that were extended."""

    def __init__(self, histories: dict[TableId, History]) -> None:
        self._histories = histories
        self._times: list[int] = []
        self._moves: list[int] = []
        self._extended: list[int] = []
        self._faults_of_log: Sequence[tuple[int, int]] = ()
        for history in histories.values():
            self._read(history)
        for times in (self._times, self._moves, self._extended):
            times.sort()

    def _read(self, history: History) -> None:
        host = ""
        for one in history.commits:
            at_ms = one.commit.at_ms
            self._times.append(at_ms)
            for event in codec.decode_all(one.commit):
                if isinstance(event, TableHosted):
                    # The same process on the same table, after a doubt, is no move.
                    if host and event.host != host:
                        self._moves.append(one.seq)
                    host = event.host
                elif isinstance(event, ClocksExtended):
                    self._extended.append(at_ms)

    def stall_s(self, at_ms: int, until_ms: int) -> float:
        """The longest time without a commit of any table, of what began before `until_ms`."""
        first = max(0, bisect_left(self._times, at_ms) - 1)
        last = bisect_right(self._times, max(until_ms, at_ms) + AFTER_MS)
        times = self._times[first : last + 1]
        gaps = [
            later - earlier for earlier, later in pairwise(times) if later >= at_ms and earlier <= until_ms
        ]
        return max(gaps, default=0) / 1000

    def moves(self, after_seq: int, up_to_seq: int) -> int:
        """How often a table changed its process, by places in the log: clocks may be wrong."""
        return _within(self._moves, after_seq + 1, up_to_seq)

    def extended(self, at_ms: int, until_ms: int) -> int:
        """How often an open deadline was moved by an outage."""
        return _within(self._extended, at_ms, until_ms)

    def robbed(self, decision_ms: int, faults_of_log: Sequence[tuple[int, int]]) -> list[str]:
        """Turns answered by the clock before the player had his time (R8.9).

        Stalls in one of these stretches (Unix ms), in which the log was broken, are not his time.
        """
        self._faults_of_log = faults_of_log
        return [one for history in self._histories.values() for one in self._robbed_at(history, decision_ms)]

    def _robbed_at(self, history: History, decision_ms: int) -> Iterator[str]:
        asked_ms = 0
        for at_ms, events in _decoded(history):
            if any(_by_the_clock(event) for event in events):
                away_ms = self._away_ms(asked_ms, at_ms)
                had_ms = at_ms - asked_ms - away_ms
                if had_ms < decision_ms:
                    yield (
                        f"{history.table}: answered by the clock after {had_ms} of {decision_ms} ms, "
                        f"with the log away for {away_ms} ms"
                    )
            if any(isinstance(event, TurnStarted) for event in events):
                asked_ms = at_ms

    def _away_ms(self, from_ms: int, to_ms: int) -> int:
        """How much of that stretch was surely an outage."""
        first = max(0, bisect_left(self._times, from_ms) - 1)
        times = self._times[first : bisect_right(self._times, to_ms) + 1]
        away_ms = 0
        for earlier, later in pairwise(times):
            broken = any(at_ms <= later and earlier <= until_ms for at_ms, until_ms in self._faults_of_log)
            if broken and later - earlier >= OUTAGE_MS:
                away_ms += max(0, min(later, to_ms) - max(earlier, from_ms) - MEASURED_MS)
        return away_ms


def _within(times: Sequence[int], at_ms: int, until_ms: int) -> int:
    return bisect_right(times, until_ms) - bisect_left(times, at_ms)


def _by_the_clock(event: TableEvent) -> bool:
    return isinstance(event, PlayerFolded | PlayerChecked) and event.cause == "clock"


def _decoded(history: History) -> Iterator[tuple[int, tuple[TableEvent, ...]]]:
    for one in history.commits:
        yield one.commit.at_ms, codec.decode_all(one.commit)
