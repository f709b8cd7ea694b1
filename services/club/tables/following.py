"""Follows all tables' commits and brings into the clubs' ledgers what they move, each once.

The position is stored behind the transfers, so a crash repeats some and loses none; a repeated one is known
by its id. Two processes may follow at the same time: the second finds all done.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

import nats.errors
import structlog
from eventsourcing.persistence import PersistenceError

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.subjects import table_in
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.logged import logged
from riverrun.runtime.nats.answers import ApiRefused, StoredMessage
from services.club.clubs.clubs import Clubs, WrittenAllTheTime
from services.club.clubs.directory import Directory
from services.club.ledger.asked import LedgerAway
from services.club.ledger.exposure import ReleaseAsked
from services.club.ledger.ledgers import Ledgers
from services.club.tables import metrics
from services.club.tables.followed_table import FollowedTable
from services.club.tables.landmarks import Landmark, Landmarks, thinned
from services.club.tables.money import Moved, Return, returned
from services.club.tables.places import Places
from services.club.tables.tables_log import LogCutShort, TablesLog

log = structlog.get_logger(__name__)

AWAY = (nats.errors.Error, OSError, TimeoutError, ApiRefused, PersistenceError, LedgerAway, WrittenAllTheTime)
"""What passes: the log or the ledger does not answer."""

LOOKS_EVERY_S = 0.1
REMEMBERS_EVERY_S = 1.0
PAUSE_S = 0.5

T = TypeVar("T")
InThread = Callable[[Callable[[], T]], "asyncio.Future[T]"]


class TableFollower:
    """`in_thread` runs what blocks."""

    def __init__(
        self,
        tables_log: TablesLog,
        directory: Directory,
        clubs: Clubs,
        ledgers: Ledgers,
        places: Places,
        landmarks: Landmarks,
        in_thread: "InThread[object]",
        now_ms: Callable[[], int],
    ) -> None:
        self._log = tables_log
        self._directory = directory
        self._clubs = clubs
        self._ledgers = ledgers
        self._places = places
        self._landmarks = landmarks
        self._passed: list[Landmark] = []
        self._in_thread = in_thread
        self._now_ms = now_ms
        self._tables: dict[TableId, FollowedTable] = {}
        self._next_seq = 0
        self._stored = 0
        self._remembered_s = 0.0

    @property
    def place(self) -> int:
        """Up to where in the tables' stream all is in the ledgers."""
        return self._next_seq - 1

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            try:
                if not self._next_seq:
                    await self._begin()
                if not await self.step():
                    await asyncio.sleep(LOOKS_EVERY_S)
            except LogCutShort as cut:
                metrics.CUT_SHORT.inc()
                log.exception("log_cut_short", followed_to=self.place, reason=str(cut))
                self._forget()
            except AWAY as away:
                log.warning("following_interrupted", reason=repr(away))
                self._forget()
                await asyncio.sleep(PAUSE_S)

    def _forget(self) -> None:
        """To begin anew from what is stored: what was half done is done again, once."""
        self._next_seq = 0
        self._tables.clear()

    async def _begin(self) -> None:
        place: int = await self._in_thread(self._places.stored)  # type: ignore[assignment]
        passed: list[Landmark] = await self._in_thread(self._landmarks.all)  # type: ignore[assignment]
        ends = await self._log.ends()
        gone = 0
        while gone < len(passed) and not await self._log.holds(passed[gone].mark):
            gone += 1
        self._passed = passed[gone:]
        last_sure = self._passed[0].place if self._passed else 0
        # Of a place and its landmark either may be lost, if they are not of an older release.
        begins = min(place, last_sure) if passed else place
        if gone or place > ends:
            begins = min(place, last_sure)
            metrics.CUT_SHORT.inc()
            log.error("tables_log_cut_short", followed_to=place, ends=ends, goes_on_behind=begins)
            await self._in_thread(lambda: self._places.count_anew(begins))
            await self._in_thread(lambda: self._landmarks.put(self._passed))
        self._stored = begins
        self._next_seq = begins + 1

    async def step(self) -> bool:
        """Take the next commits; whether there were any. Raises `LogCutShort`."""
        messages = await self._log.read_from(self._next_seq)
        if messages:
            await self._in_thread(lambda: self._take(messages))
            self._next_seq = messages[-1].seq + 1
        await self._remember()
        return bool(messages)

    def _take(self, messages: Sequence[StoredMessage]) -> None:
        # A club knows of its table before the table's first commit: after this none is missed.
        self._directory.catch_up()
        for message in messages:
            table = self._followed(table_in(message.subject))
            if table is not None:
                one = logged(message)
                for moved in table.take(one.seq, one.commit):
                    self._move(table, moved)
                if table.closed:
                    self._clubs.table_closed(table.club, table.table, self._now_ms())
                if table.rolled_to:
                    self._go_on(table, table.rolled_to)

    def _go_on(self, table: FollowedTable, successor: TableId) -> None:
        """The club's next id of the table is followed from its first commit on."""
        self._clubs.table_rolled(table.club, table.table, successor, self._now_ms())
        self._tables.setdefault(successor, FollowedTable(successor, table.club))

    def _followed(self, table: TableId) -> FollowedTable | None:
        found = self._tables.get(table)
        if found is None:
            club = self._directory.club_of(table)
            if club is None:
                return None
            found = self._tables[table] = FollowedTable(table, club)
        return found

    def _move(self, table: FollowedTable, moved: Moved) -> None:
        try:
            self._bring_over(table, moved)
        except Refusal as refusal:
            # A fact that does not fit the books, even with all that others wrote: an audit names it; others
            # must not wait for it.
            metrics.REFUSED.inc()
            log.exception(
                "transfer_refused",
                club=table.club,
                moved=repr(moved),
                code=refusal.code,
                details=refusal.details,
            )

    def _bring_over(self, table: FollowedTable, moved: Moved) -> None:
        if isinstance(moved, ReleaseAsked):
            self._ledgers.release(table.club, moved, self._now_ms())
            return
        if isinstance(moved, Return):
            # None only by the log's word: another process of the club may have paid it just now.
            paid = self._ledgers.of(table.club).transfer(moved.transfer)
            if paid is None:
                return
            moved = returned(table.table, moved.transfer, paid.by, paid.amount)
        done = self._ledgers.move(table.club, moved, self._now_ms())
        if not done.repeated:
            metrics.MOVED.labels(moved.reason).inc()

    async def _remember(self) -> None:
        """Now and then store how far all is in the ledgers: up to the oldest hand in progress."""
        open_hands = [table.hand_from_seq - 1 for table in self._tables.values() if table.hand_from_seq]
        place = min([self._next_seq - 1, *open_hands])
        now_s = asyncio.get_running_loop().time()
        if place <= self._stored or now_s - self._remembered_s < REMEMBERS_EVERY_S:
            return
        self._remembered_s = now_s
        await self._in_thread(lambda: self._store(place))
        self._stored = place
        metrics.PLACE.set(place)

    def _store(self, place: int) -> None:
        if self._places.lost(self._stored):
            raise LogCutShort("the ledgers' log holds the place no more that was stored last")
        mark, now_ms = self._log.mark, self._now_ms()
        assert mark is not None, "nothing was followed"
        self._passed = thinned([Landmark(mark, place, now_ms), *self._passed], now_ms)
        # A place without its landmark could not be told from one in another log.
        self._landmarks.put(self._passed)
        self._places.store(place)
