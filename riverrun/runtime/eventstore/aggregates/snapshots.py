"""Snapshots of aggregates: the newest only, on a subject each; they may be lost without loss."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import AggregateRecorder, StoredEvent
from nats.aio.client import Client

from riverrun.runtime.eventstore.aggregates.asking import asked
from riverrun.runtime.eventstore.aggregates.entry import encode_entry, entry_of
from riverrun.runtime.eventstore.aggregates.reading import EntryReader
from riverrun.runtime.eventstore.aggregates.room import Room
from riverrun.runtime.eventstore.loop_thread import LoopThread


class NewestSnapshotRecorder(AggregateRecorder):
    """Keeps the last snapshot of each aggregate; one asked for at an older version is not there."""

    def __init__(self, room: Room, client: Client, reader: EntryReader, loop: LoopThread) -> None:
        self._room = room
        self._client = client
        self._reader = reader
        self._loop = loop

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        **kwargs: Any,  # noqa: ARG002  the library's signature
    ) -> Sequence[int] | None:
        """Put a snapshot in place of the one before. Raises `OperationalError`."""
        for one in stored_events:
            subject = self._room.events_of(one.originator_id)
            asked(self._loop, self._put(subject, encode_entry(entry_of(one, ""))))
        return None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,  # noqa: ARG002  there is at most one
        limit: int | None = None,  # noqa: ARG002
    ) -> Sequence[StoredEvent]:
        """The snapshot, if it lies within the bounds."""
        tail = asked(self._loop, self._reader.tail(self._room.events_of(originator_id)))
        if tail is None:
            return []
        version = tail.entry.version
        within = (gt is None or version > gt) and (lte is None or version <= lte)
        return tail.entry.events() if within else []

    async def _put(self, subject: str, data: bytes) -> None:
        await self._client.request(subject, data, timeout=5)
