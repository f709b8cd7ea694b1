"""One club's ledger in this process: decides, records, and only then answers.

One thread at a time works on a ledger. What others ask meanwhile waits and is then recorded together, in one
save: the log's time is shared, and each decision still stands on the ones before it.

Other processes write to it too. A save finds that out by its fence; what saves nothing, a refusal or a look
at the books, is believed only after asking the log's leader whether there is anything newer.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event, Lock
from typing import Any, TypeVar

import structlog
from eventsourcing.persistence import IntegrityError, PersistenceError

from riverrun.contracts.refusals import Refusal
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
AT_ONCE = 100
"""Decisions recorded together, at most."""
AWAY = (PersistenceError, TimeoutError)

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


class _Asked:
    """A decision that is wanted, and what came of it."""

    def __init__(self, decide: Decide, transfer: TransferId | None) -> None:
        self.decide = decide
        self.transfer = transfer
        self.done: Done | Exception | None = None
        self.turn = Event()
        """Set when it is done, or when nobody works on the ledger."""

    def finish(self, done: Done | Exception) -> None:
        """This came of it."""
        self.done = done
        self.turn.set()

    def answer(self) -> Done:
        assert self.done is not None, "worked on"
        if isinstance(self.done, Done):
            return self.done
        raise self.done


class Ledger:
    """A club's ledger. Blocks; raises refusals and `LedgerAway`."""

    def __init__(self, club: str, application: LedgerApplication) -> None:
        self._club = club
        self._application = application
        self._lock = Lock()
        self._waiting: deque[_Asked] = deque()
        self._state: LedgerState | None = None

    def read(self, look: Callable[[Books], T]) -> T:
        """Look at the books, with what others wrote."""
        with self._held():
            self._caught_up(self._known())
            return look(self._known().books)

    def require_open(self) -> None:
        """Raises `UnknownLedger`."""
        with self._held():
            self._known()

    def decide(self, decide: Decide, transfer: TransferId | None = None) -> Done:
        """Make a decision, once for a transfer's id, and record what follows from it."""
        asked = _Asked(decide, transfer)
        self._waiting.append(asked)
        # Whoever works on the ledger does the work of those who wait along with his own.
        while asked.done is None:
            if self._lock.acquire(blocking=False):
                with self._held(acquired=True):
                    while asked.done is None:
                        self._work([self._waiting.popleft() for _ in range(self._at_once())])
            else:
                asked.turn.wait()
                asked.turn.clear()
        return asked.answer()

    def _at_once(self) -> int:
        return min(len(self._waiting), AT_ONCE)

    @contextmanager
    def _held(self, *, acquired: bool = False) -> Iterator[None]:
        """The ledger for oneself; then the first who waits is woken."""
        if not acquired:
            self._lock.acquire()
        try:
            yield
        finally:
            self._lock.release()
            with suppress(IndexError):
                self._waiting[0].turn.set()

    def transfer(self, transfer: TransferId) -> ChipsMoved | None:
        """The transfer that has this id."""
        with self._held():
            found = self._earlier(self._known(), transfer, {})
            # What was made stays made; that it was not must be the log's word.
            if found is None and not self._caught_up(self._known()):
                found = self._earlier(self._known(), transfer, {})
        return None if found is None else found[0]

    def entry(self, version: int) -> Any:
        """The event of a version."""
        try:
            return self._application.event(self._club, version)
        except AWAY as error:
            raise LedgerAway(str(error)) from error

    def _work(self, together: list[_Asked]) -> None:
        """Answer all; where that fails the books may hold what was not recorded, and are read anew."""
        failed: Exception = LedgerAway(f"{self._club} is written by others all the time")
        try:
            for attempt in range(ATTEMPTS):
                # From the second time on the books have been read since all this was asked.
                if self._recorded(together, fresh=attempt > 0):
                    return
        except AWAY as error:
            failed = LedgerAway(str(error))
        except (LedgerAway, Refusal) as error:
            failed = error
        finally:
            unanswered = [asked for asked in together if asked.done is None]
            if unanswered:
                self._state = None
            for asked in unanswered:
                asked.finish(failed)

    def _recorded(self, together: list[_Asked], *, fresh: bool) -> bool:
        """Decide one after the other and record all in one save; false if others wrote: decide anew."""
        state = self._known()
        before = state.version
        new: dict[int, Any] = {}
        answers = [self._decided(state, asked, new) for asked in together]
        if new:
            try:
                self._application.record(self._club, before, list(new.values()))
            except IntegrityError:
                log.info("ledger_written_by_another", club=self._club)
                self._state = None
                return False
            self._tidy_up(state, before)
        elif not fresh and not self._caught_up(state):
            return False
        for asked, answer in zip(together, answers, strict=True):
            asked.finish(answer)
        return True

    def _decided(self, state: LedgerState, asked: _Asked, new: dict[int, Any]) -> Done | Exception:
        """One decision, taken into the books at once for the next to stand on."""
        found = None if asked.transfer is None else self._earlier(state, asked.transfer, new)
        earlier, at = (None, 0) if found is None else found
        try:
            events = list(asked.decide(state.books, earlier))
        except (Refusal, LedgerAway) as refusal:
            return refusal
        if not events:
            return Done(at or state.version, earlier, repeated=True)
        for event in events:
            state.take(event)
            new[state.version] = event
        last = events[-1]
        return Done(state.version, last if isinstance(last, ChipsMoved) else None, repeated=False)

    def _known(self) -> LedgerState:
        if self._state is None:
            try:
                self._state = self._application.ledger(self._club)
            except AWAY as error:
                raise LedgerAway(str(error)) from error
        return self._state

    def _caught_up(self, state: LedgerState) -> bool:
        """Whether the books hold all that is in the log; if not, they do now. Raises `LedgerAway`."""
        # Were reading on to fail half-way, the books would be of no use.
        self._state = None
        try:
            newer = self._application.newer(self._club, state.version)
        except AWAY as error:
            raise LedgerAway(str(error)) from error
        for event in newer:
            state.take(event)
        if newer and state.index.full:
            # Whoever wrote has sealed it, most likely: read from his snapshot.
            self._known()
        else:
            self._state = state
        return not newer

    def _earlier(
        self, state: LedgerState, transfer: TransferId, new: dict[int, Any]
    ) -> tuple[ChipsMoved, int] | None:
        if state.index.segments is None:
            state.index.segments = self._segments(state)
        version = state.index.find(transfer)
        if version is None:
            return None
        event = new[version] if version in new else self.entry(version)
        if isinstance(event, ChipsMoved) and event.transfer == transfer:
            return event, version
        return None

    def _segments(self, state: LedgerState) -> list[Segment]:
        """What was sealed, from the shelf, or where it is lost from the log."""
        found: list[Segment] = []
        after = 0
        try:
            for up_to in state.index.sealed:
                shelved = self._application.segments.get(self._club, after, up_to)
                found.append(shelved or self._sealed_again(after, up_to))
                after = up_to
        except AWAY as error:
            raise LedgerAway(str(error)) from error
        return found

    def _sealed_again(self, after: int, up_to: int) -> Segment:
        log.warning("segment_lost", club=self._club, versions=f"{after + 1} to {up_to}")
        events: Any = self._application.events.get(self._club, gt=after, lte=up_to)
        segment = Segment.of(
            (mark_of(one.event.transfer), one.originator_version)
            for one in events
            if isinstance(one.event, ChipsMoved)
        )
        self._application.segments.put(self._club, after, up_to, segment)
        return segment

    def _tidy_up(self, state: LedgerState, before: int) -> None:
        """Seal and shelve now and then; what cannot be shelved is told, and read from the log next time."""
        if state.version // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
            return
        try:
            if state.index.full:
                if state.index.segments is None:
                    state.index.segments = self._segments(state)
                after = state.index.sealed[-1] if state.index.sealed else 0
                segment = state.index.seal(state.version)
                self._application.segments.put(self._club, after, state.version, segment)
            self._application.shelve(state)
        except (*AWAY, LedgerAway) as error:
            log.warning("snapshot_failed", club=self._club, error=repr(error))
