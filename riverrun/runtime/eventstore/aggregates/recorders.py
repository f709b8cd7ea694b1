"""The library's recorders over JetStream; they block, and so belong into a thread of their own."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Subscription,
    Tracking,
    TrackingRecorder,
)

from riverrun.runtime.eventstore.aggregates.asking import answered, asked
from riverrun.runtime.eventstore.aggregates.following import LogSubscription
from riverrun.runtime.eventstore.aggregates.reading import EntryReader
from riverrun.runtime.eventstore.aggregates.room import Room
from riverrun.runtime.eventstore.aggregates.writing import EntryWriter
from riverrun.runtime.eventstore.loop_thread import LoopThread


class JetStreamAggregateRecorder(AggregateRecorder):
    """Events of aggregates, each in an order of its own."""

    def __init__(self, room: Room, reader: EntryReader, writer: EntryWriter, loop: LoopThread) -> None:
        self._room = room
        self._reader = reader
        self._writer = writer
        self._loop = loop

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Store all or nothing. Raises `IntegrityError` if another was first, `Unsettled`."""
        self._insert(stored_events, kwargs.get("tracking"))
        return None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """An aggregate's events with versions above `gt` and up to `lte`."""
        if desc and limit == 1:
            newest = asked(self._loop, self._reader.newest(originator_id, gt, lte))
            return [] if newest is None else [newest]
        ahead = None if desc else limit
        events = asked(self._loop, self._reader.versions(originator_id, gt, lte, ahead))
        if desc:
            events.reverse()
        return events[:limit]

    def _insert(self, stored_events: Sequence[StoredEvent], tracking: Tracking | None) -> list[int]:
        return asked(self._loop, self._writer.append(stored_events, tracking))


class JetStreamApplicationRecorder(JetStreamAggregateRecorder, ApplicationRecorder):
    """Events of aggregates, and their order among each other: the stream's own."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        """Store all or nothing; the events' places in the stream. Raises as above."""
        return self._insert(stored_events, kwargs.get("tracking"))

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """See the library."""
        first = 1 if start is None else start + (0 if inclusive_of_start else 1)
        return asked(self._loop, self._reader.notifications(first, limit, stop, topics))

    def max_notification_id(self) -> int | None:
        """The place of the newest event."""
        return asked(self._loop, self._reader.last_seq()) or None

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Follow the log."""
        return LogSubscription(self, gt, topics)


class PackingRecorder(JetStreamApplicationRecorder):
    """Packs what is saved of one aggregate into one message, for applications whose log nobody follows.

    Events of one save have one number in the log of notifications.
    """

    async def append(self, stored_events: Sequence[StoredEvent]) -> None:
        """As `insert_events`, for who is in the loop thread."""
        await answered(self._writer.append(stored_events, pack=True))

    async def read(self, originator_id: str, *, gt: int, lte: int | None = None) -> list[StoredEvent]:
        """As `select_events`, for who is in the loop thread."""
        return await answered(self._reader.versions(originator_id, gt, lte))

    def _insert(self, stored_events: Sequence[StoredEvent], tracking: Tracking | None) -> list[int]:
        return asked(self._loop, self._writer.append(stored_events, tracking, pack=True))


class JetStreamTrackingRecorder(TrackingRecorder):
    """How far upstream applications were followed."""

    def __init__(self, room: Room, reader: EntryReader, writer: EntryWriter, loop: LoopThread) -> None:
        self._room = room
        self._reader = reader
        self._writer = writer
        self._loop = loop

    def insert_tracking(self, tracking: Tracking) -> None:
        """Move on. Raises `IntegrityError` for a place that was passed."""
        asked(self._loop, self._writer.append([], tracking))

    def max_tracking_id(self, application_name: str) -> int | None:
        """How far that application was followed."""
        subject = self._room.tracking_of(application_name)
        tail = asked(self._loop, self._reader.tail(subject))
        return None if tail is None else tail.entry.version


class JetStreamProcessRecorder(JetStreamTrackingRecorder, JetStreamApplicationRecorder, ProcessRecorder):
    """Events together with how far an upstream application was followed: both are stored, or neither."""
