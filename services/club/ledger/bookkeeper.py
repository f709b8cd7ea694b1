"""One ledger's books in the loop thread: decides, records, and only then answers.

All ledgers of a process are kept in that one thread: handing the interpreter from one to another takes longer
than deciding. What is asked while a save is under way waits and is then recorded together, in one save: the
log's time is shared, and each decision still stands on the ones before it. What must be read first is read by
the library, in threads beside.

Other processes write to it too. A save finds that out by its fence; what saves nothing, a refusal or a look
at the books, is believed only after asking the log's leader whether there is anything newer.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import structlog
from eventsourcing.persistence import IntegrityError, PersistenceError

from riverrun.kernel.identifiers import TransferId
from services.club.ledger.application import LedgerApplication
from services.club.ledger.asked import Asked, Done, LedgerAway
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
TURNS, MOST_TURNS = 2, 4
"""So often all others in the loop get a turn before a save; more where more came together last time.

It takes some 20 µs, and saves are twice as large by it where two ask at a time (`riverrun bench ledger`).
"""
AWAY = (PersistenceError, TimeoutError)

T = TypeVar("T")


class Bookkeeper:
    """Keeps one club's ledger. All but `ask` runs in the application's loop thread.

    Raises refusals and `LedgerAway`.
    """

    def __init__(self, club: str, application: LedgerApplication) -> None:
        self._club = club
        self._application = application
        self._waiting: deque[Asked] = deque()
        self._came = 0
        self._serving: asyncio.Task[None] | None = None
        self._free = asyncio.Lock()
        self._state: LedgerState | None = None

    def ask(self, asked: Asked) -> None:
        """Have it decided; whoever asks waits for it."""
        self._waiting.append(asked)
        self._application.loop.soon(self._serve)

    async def read(self, look: Callable[[Books], T]) -> T:
        """Look at the books, with what others wrote."""
        async with self._free:
            await self._caught_up(await self._known())
            return look((await self._known()).books)

    async def require_open(self) -> None:
        """Raises `UnknownLedger`."""
        async with self._free:
            await self._known()

    async def transfer(self, transfer: TransferId) -> ChipsMoved | None:
        """The transfer that has this id."""
        async with self._free:
            found = await self._earlier(await self._known(), transfer, {})
            # What was made stays made; that it was not must be the log's word.
            if found is None and not await self._caught_up(await self._known()):
                found = await self._earlier(await self._known(), transfer, {})
        return None if found is None else found[0]

    def _serve(self) -> None:
        if self._waiting and (self._serving is None or self._serving.done()):
            self._serving = asyncio.create_task(self._serve_all(), name=f"ledger {self._club}")

    async def _serve_all(self) -> None:
        try:
            while self._waiting:
                await self._gather()
                async with self._free:
                    self._came = min(len(self._waiting), AT_ONCE)
                    await self._work([self._waiting.popleft() for _ in range(self._came)])
        except asyncio.CancelledError:
            while self._waiting:
                self._waiting.popleft().finish(LedgerAway("closing"))
            raise

    async def _gather(self) -> None:
        """Whoever was answered together asks again at about the same time."""
        for turn in range(MOST_TURNS):
            if turn >= TURNS and len(self._waiting) >= self._came:
                return
            await asyncio.sleep(0)

    async def _work(self, together: Sequence[Asked]) -> None:
        """Answer all; where that fails the books may hold what was not recorded, and are read anew."""
        failed: Exception = LedgerAway(f"{self._club} is written by others all the time")
        try:
            for attempt in range(ATTEMPTS):
                # From the second time on the books have been read since all this was asked.
                if await self._recorded(together, fresh=attempt > 0):
                    return
        except asyncio.CancelledError:
            failed = LedgerAway("closing")
            raise
        except AWAY as error:
            failed = LedgerAway(str(error))
        except Exception as error:  # noqa: BLE001  raised by those who asked
            failed = error
        finally:
            unanswered = [asked for asked in together if asked.done is None]
            if unanswered:
                self._state = None
            for asked in unanswered:
                asked.finish(failed)

    async def _recorded(self, together: Sequence[Asked], *, fresh: bool) -> bool:
        """Decide one after the other and record all in one save; false if others wrote: decide anew."""
        state = await self._known()
        before = state.version
        new: dict[int, Any] = {}
        answers = [await self._decided(state, asked, new) for asked in together]
        if new:
            try:
                await self._application.record(self._club, before, list(new.values()))
            except IntegrityError:
                log.info("ledger_written_by_another", club=self._club)
                self._state = None
                return False
            await self._tidy_up(state, before)
        elif not fresh and not await self._caught_up(state):
            return False
        for asked, answer in zip(together, answers, strict=True):
            asked.finish(answer)
        return True

    async def _decided(self, state: LedgerState, asked: Asked, new: dict[int, Any]) -> Done | Exception:
        """One decision, taken into the books at once for the next to stand on."""
        found = None if asked.transfer is None else await self._earlier(state, asked.transfer, new)
        earlier, at = (None, 0) if found is None else found
        try:
            events = list(asked.decide(state.books, earlier))
        except Exception as refusal:  # noqa: BLE001  also a fault of this decision is raised by who asked
            return refusal
        if not events:
            return Done(at or state.version, earlier, repeated=True)
        for event in events:
            state.take(event)
            new[state.version] = event
        last = events[-1]
        return Done(state.version, last if isinstance(last, ChipsMoved) else None, repeated=False)

    async def _known(self) -> LedgerState:
        if self._state is None:
            try:
                self._state = await asyncio.to_thread(self._application.ledger, self._club)
            except AWAY as error:
                raise LedgerAway(str(error)) from error
        return self._state

    async def _caught_up(self, state: LedgerState) -> bool:
        """Whether the books hold all that is in the log; if not, they do now. Raises `LedgerAway`."""
        # Were reading on to fail half-way, the books would be of no use.
        self._state = None
        try:
            newer = await self._application.newer(self._club, state.version)
        except AWAY as error:
            raise LedgerAway(str(error)) from error
        for event in newer:
            state.take(event)
        if newer and state.index.full:
            # Whoever wrote has sealed it, most likely: read from his snapshot.
            await self._known()
        else:
            self._state = state
        return not newer

    async def _earlier(
        self, state: LedgerState, transfer: TransferId, new: dict[int, Any]
    ) -> tuple[ChipsMoved, int] | None:
        if state.index.segments is None:
            state.index.segments = await asyncio.to_thread(self._segments, state)
        version = state.index.find(transfer)
        if version is None:
            return None
        event = new[version] if version in new else await self.entry(version)
        if isinstance(event, ChipsMoved) and event.transfer == transfer:
            return event, version
        return None

    async def entry(self, version: int) -> Any:
        """The event of a version."""
        try:
            return await self._application.event(self._club, version)
        except AWAY as error:
            raise LedgerAway(str(error)) from error

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

    async def _tidy_up(self, state: LedgerState, before: int) -> None:
        """Seal and shelve now and then; what cannot be shelved is told, and read from the log next time."""
        if state.version // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
            return
        try:
            await asyncio.to_thread(self._shelve, state)
        except (*AWAY, LedgerAway) as error:
            log.warning("snapshot_failed", club=self._club, error=repr(error))

    def _shelve(self, state: LedgerState) -> None:
        if state.index.full:
            if state.index.segments is None:
                state.index.segments = self._segments(state)
            after = state.index.sealed[-1] if state.index.sealed else 0
            segment = state.index.seal(state.version)
            self._application.segments.put(self._club, after, state.version, segment)
        self._application.shelve(state)
