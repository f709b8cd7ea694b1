"""One club's ledger in this process: decides, records, and only then counts; one decision at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Any, TypeVar

import structlog
from eventsourcing.persistence import IntegrityError, PersistenceError

from riverrun.kernel.identifiers import TransferId
from services.club.ledger.application import LedgerApplication
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved
from services.club.ledger.ledger_state import LedgerState
from services.club.ledger.transfer_index import Segment, mark_of

log = structlog.get_logger(__name__)

SNAPSHOT_EVERY = 250
"""Few events are left to read at a start; a snapshot of 5,000 accounts takes as long as some 20 transfers."""
ATTEMPTS = 8

Decide = Callable[[Books, ChipsMoved | None], Sequence[Any]]
"""From the books and the transfer that has this id already, if any: the events, none if all is done."""
T = TypeVar("T")


@dataclass(frozen=True)
class Done:
    """What a decision came to: the ledger's version with it, and its last event if it was a transfer."""

    version: int
    moved: ChipsMoved | None
    repeated: bool


class LedgerAway(RuntimeError):
    """The log does not answer: what was asked may be done or not; asked again by its id, it is done once."""


class Ledger:
    """A club's ledger. Blocks; raises refusals and `LedgerAway`."""

    def __init__(self, club: str, application: LedgerApplication) -> None:
        self._club = club
        self._application = application
        self._lock = RLock()
        self._state: LedgerState | None = None

    def read(self, look: Callable[[Books], T]) -> T:
        """Look at the books."""
        with self._lock:
            return look(self._known().books)

    def decide(self, decide: Decide, transfer: TransferId | None = None) -> Done:
        """Make a decision, once for a transfer's id, and record what follows from it."""
        with self._lock:
            for _ in range(ATTEMPTS):
                done = self._attempt(decide, transfer)
                if done is not None:
                    return done
        raise LedgerAway(f"{self._club} is written by others all the time")

    def transfer(self, transfer: TransferId) -> ChipsMoved | None:
        """The transfer that has this id."""
        with self._lock:
            found = self._earlier(self._known(), transfer)
        return None if found is None else found[0]

    def entry(self, version: int) -> Any:
        """The event of a version."""
        try:
            return self._application.event(self._club, version)
        except PersistenceError as error:
            raise LedgerAway(str(error)) from error

    def _attempt(self, decide: Decide, transfer: TransferId | None) -> Done | None:
        state = self._known()
        found = None if transfer is None else self._earlier(state, transfer)
        earlier, at = (None, 0) if found is None else found
        events = list(decide(state.books, earlier))
        if not events:
            return Done(at or state.version, earlier, repeated=True)
        try:
            self._application.record(self._club, state.version, events)
        except IntegrityError:
            # Another process wrote first: what it wrote is read, and all is decided anew.
            log.info("ledger_written_by_another", club=self._club)
            self._state = None
            return None
        except (PersistenceError, TimeoutError) as error:
            self._state = None
            raise LedgerAway(str(error)) from error
        before = state.version
        for event in events:
            state.take(event)
        self._tidy_up(state, before)
        last = events[-1]
        return Done(state.version, last if isinstance(last, ChipsMoved) else None, repeated=False)

    def _known(self) -> LedgerState:
        if self._state is None:
            try:
                self._state = self._application.ledger(self._club)
            except (PersistenceError, TimeoutError) as error:
                raise LedgerAway(str(error)) from error
        return self._state

    def _earlier(self, state: LedgerState, transfer: TransferId) -> tuple[ChipsMoved, int] | None:
        if state.index.segments is None:
            state.index.segments = self._segments(state)
        version = state.index.find(transfer)
        if version is None:
            return None
        event = self.entry(version)
        if isinstance(event, ChipsMoved) and event.transfer == transfer:
            return event, version
        return None

    def _segments(self, state: LedgerState) -> list[Segment]:
        """What was sealed, from the shelf, or where it is lost from the log."""
        found: list[Segment] = []
        after = 0
        try:
            for number, up_to in enumerate(state.index.sealed):
                found.append(
                    self._application.segments.get(self._club, number) or self._sealed_again(after, up_to)
                )
                after = up_to
        except (PersistenceError, TimeoutError) as error:
            raise LedgerAway(str(error)) from error
        return found

    def _sealed_again(self, after: int, up_to: int) -> Segment:
        log.warning("segment_lost", club=self._club, versions=f"{after + 1} to {up_to}")
        events: Any = self._application.events.get(self._club, gt=after, lte=up_to)
        return Segment.of(
            (mark_of(one.event.transfer), one.originator_version)
            for one in events
            if isinstance(one.event, ChipsMoved)
        )

    def _tidy_up(self, state: LedgerState, before: int) -> None:
        """Seal and shelve now and then; what cannot be shelved is told, and read from the log next time."""
        if state.version // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
            return
        try:
            if state.index.full:
                if state.index.segments is None:
                    state.index.segments = self._segments(state)
                segment = state.index.seal(state.version)
                self._application.segments.put(self._club, len(state.index.sealed) - 1, segment)
            self._application.shelve(state)
        except (PersistenceError, TimeoutError, LedgerAway) as error:
            log.warning("snapshot_failed", club=self._club, error=repr(error))
