"""Follows all tables' commits for who sits where, and keeps that for the next start."""

import asyncio
from collections.abc import Callable, Iterator
from typing import TypeVar

import nats.errors
import structlog
from eventsourcing.persistence import PersistenceError

from riverrun.contracts.table_events import TOPICS
from riverrun.kernel.identifiers import SLOTS_PER_SHARD, PlayerId, TableId, slot_of
from riverrun.runtime.eventstore.codec import EventCodec
from riverrun.runtime.eventstore.logged import LoggedCommit, logged
from riverrun.runtime.nats.answers import ApiRefused
from services.club.bouncer.seat_shelf import SeatShelf
from services.club.bouncer.seatings import HEARD, Left, Sitting, SlotSeatings, TableSeats
from services.club.tables.tables_log import LogCutShort, Mark, TablesLog

log = structlog.get_logger(__name__)

AWAY = (nats.errors.Error, OSError, TimeoutError, ApiRefused, PersistenceError)
UNLIKE_THE_LOG = (KeyError, ValueError, LogCutShort)
"""What is raised where the log does not go with what is known."""
LOOKS_EVERY_S = 0.1
SHELVES_EVERY_S = 20.0
PAUSE_S = 0.5
_HEARD = frozenset(topic for topic, event in TOPICS.items() if event in HEARD)

codec = EventCodec(TOPICS)
T = TypeVar("T")
InThread = Callable[[Callable[[], T]], "asyncio.Future[T]"]


class SeatFollower:
    """`in_thread` runs what blocks; `level_ms` is when the log was last known to hold nothing more."""

    def __init__(
        self,
        tables_log: TablesLog,
        shelf: SeatShelf,
        in_thread: "InThread[object]",
        now_ms: Callable[[], int],
    ) -> None:
        self._log = tables_log
        self._shelf = shelf
        self._in_thread = in_thread
        self._now_ms = now_ms
        self._slots: list[SlotSeatings] = []
        self._changed = False
        self._shelved_s = 0.0
        self._turn = asyncio.Lock()
        self.level_ms = 0

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            try:
                await self.catch_up()
                await self._shelve()
            except AWAY as away:
                log.warning("seats_not_followed", reason=repr(away))
                await asyncio.sleep(PAUSE_S)
            await asyncio.sleep(LOOKS_EVERY_S)

    async def catch_up(self) -> None:
        """Take all that the log holds. Raises any of `AWAY`."""
        async with self._turn:
            try:
                if not self._slots:
                    await self._begin()
                await self._read_on()
            except UNLIKE_THE_LOG:
                log.exception("seats_read_anew")
                self._slots = [SlotSeatings() for _ in range(SLOTS_PER_SHARD)]
                await self._read_anew()

    async def _begin(self) -> None:
        slots: list[SlotSeatings] = await self._in_thread(self._shelf.all)  # type: ignore[assignment]
        for mark in {Mark(slot.place, slot.mark) for slot in slots if slot.mark}:
            if not await self._log.holds(mark):
                raise LogCutShort(f"another message stands at {mark.seq} now, or none")
        self._slots = slots

    async def _read_anew(self) -> None:
        """Past what does not go with the log even so: all other tables are followed on."""
        while True:
            try:
                return await self._read_on()
            except LogCutShort:
                self._slots = [SlotSeatings() for _ in range(SLOTS_PER_SHARD)]
            except UNLIKE_THE_LOG:
                log.exception("seats_uncertain")

    async def _read_on(self) -> None:
        while True:
            asked_ms = self._now_ms()
            next_seq = min(slot.place for slot in self._slots) + 1
            messages = await self._log.read_from(next_seq)
            if not messages:
                break
            for message in messages:
                self._take(logged(message))
            # What concerns no slot of ours is behind them all the same.
            mark = self._log.mark
            for slot in self._slots:
                if mark is not None and mark.seq >= slot.place:
                    slot.place, slot.mark = mark.seq, mark.digest
            # Not only when nothing comes: where tables write all the time, something always does.
            if not self._log.pending:
                break
        self.level_ms = asked_ms

    def _take(self, one: LoggedCommit) -> None:
        commit = one.commit
        slot = self._slots[slot_of(commit.table)]
        if one.seq <= slot.place:
            return
        slot.place = one.seq
        for stored in commit.events:
            if stored.topic in _HEARD:
                slot.take(commit.table, codec.decode(stored), commit.at_ms)
                self._changed = True

    async def _shelve(self) -> None:
        now_s = asyncio.get_running_loop().time()
        if not self._changed or now_s - self._shelved_s < SHELVES_EVERY_S:
            return
        self._shelved_s = now_s
        async with self._turn:
            self._changed = False
            await self._in_thread(lambda: self._shelf.put(self._slots))

    # -- what is asked

    def tables_of(self, player: PlayerId) -> list[tuple[TableId, TableSeats, Sitting | None]]:
        """The tables where somebody sits or waits."""
        return [found for slot in self._slots for found in slot.of(player)]

    def left_by(self, player: PlayerId) -> list[Left]:
        """From where somebody stood up today or yesterday."""
        return [left for slot in self._slots for left in slot.left if left.player == player]

    def at_clubs(self) -> Iterator[tuple[TableId, TableSeats]]:
        """All tables of clubs."""
        for slot in self._slots:
            for table, there in slot.tables.items():
                if there.club:
                    yield table, there

    def everybody(self) -> set[PlayerId]:
        """All who sit or wait anywhere."""
        found: set[PlayerId] = set()
        for slot in self._slots:
            for there in slot.tables.values():
                found.update(sitting.player for sitting in there.seats.values())
                found.update(there.waiting)
        return found
