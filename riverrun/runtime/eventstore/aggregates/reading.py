"""Reading aggregates: the tail from the leader, a range of versions without what is before it, the log."""

from collections.abc import Sequence
from functools import partial

from eventsourcing.persistence import Notification, StoredEvent

from riverrun.runtime.eventstore.aggregates.entry import OriginatorId, Placed, placed
from riverrun.runtime.eventstore.aggregates.finding import first_after
from riverrun.runtime.eventstore.aggregates.room import Room
from riverrun.runtime.nats.jetstream_api import BATCH, JetStreamApi


class EntryReader:
    """Reads what is stored. Raises nats-py's errors when the log does not answer, and `ApiRefused`."""

    def __init__(self, api: JetStreamApi, room: Room) -> None:
        self._api = api
        self._room = room

    async def tail(self, subject: str, timeout_s: float | None = None) -> Placed | None:
        """The newest entry of a subject, from the stream's leader."""
        found = await self._api.message(self._room.stream, {"last_by_subj": subject}, timeout_s)
        return None if found is None else placed(found)

    async def next_from(self, subject: str, seq: int, timeout_s: float | None = None) -> Placed | None:
        """A subject's first entry at or after a place, from the leader."""
        query = {"seq": seq, "next_by_subj": subject}
        found = await self._api.message(self._room.stream, query, timeout_s)
        return None if found is None else placed(found)

    async def versions(
        self, originator: OriginatorId, after: int | None, up_to: int | None, limit: int | None = None
    ) -> list[StoredEvent]:
        """An aggregate's events in order, with versions above `after` and up to `up_to`."""
        subject = self._room.events_of(originator)
        tail = await self.tail(subject)
        if tail is None or (after is not None and tail.entry.version <= after):
            return []
        if up_to is not None and up_to <= (after if after is not None else -1):
            return []
        found: list[StoredEvent] = []
        # What was found already needs not be fetched once more.
        batch = [] if after is None else [await first_after(partial(self.next_from, subject), after, tail)]
        from_seq = batch[0].seq if batch else 1
        wanted = BATCH if up_to is None or after is None else min(BATCH, up_to - after)
        while from_seq <= tail.seq:
            batch = batch or await self._batch(subject, from_seq, tail.seq, wanted)
            if not batch:
                break
            for event in (event for one in batch for event in one.entry.events()):
                version = event.originator_version
                if up_to is not None and version > up_to:
                    return found
                if after is None or version > after:
                    found.append(event)
                    if len(found) == limit or version == up_to:
                        return found
            from_seq, batch = batch[-1].seq + 1, []
        return found

    async def newest(
        self, originator: OriginatorId, after: int | None, up_to: int | None
    ) -> StoredEvent | None:
        """An aggregate's newest event within the bounds."""
        tail = await self.tail(self._room.events_of(originator))
        if tail is None or (after is not None and tail.entry.version <= after):
            return None
        if up_to is None or tail.entry.version <= up_to:
            return tail.entry.events()[-1]
        found = await self.versions(originator, max(up_to - 1, after if after is not None else -1), up_to)
        return found[-1] if found else None

    async def notifications(
        self, start: int, limit: int, stop: int | None, topics: Sequence[str]
    ) -> list[Notification]:
        """The log of all aggregates from a place on."""
        last = await self.last_seq()
        if stop is not None:
            last = min(last, stop)
        found: list[Notification] = []
        from_seq = max(start, 1)
        while from_seq <= last:
            batch = await self._batch(self._room.all_events, from_seq, last, max(limit, 64))
            for one in batch:
                for told in one.entry.notifications(one.seq):
                    if not topics or told.topic in topics:
                        found.append(told)
                        if len(found) == limit:
                            return found
            if not batch:
                break
            from_seq = batch[-1].seq + 1
        return found

    async def last_seq(self) -> int:
        """The newest place of an event in the log; 0 for none."""
        tail = await self.tail(self._room.all_events)
        return 0 if tail is None else tail.seq

    async def _batch(self, subject: str, from_seq: int, up_to_seq: int, limit: int) -> list[Placed]:
        batch = await self._api.batch(self._room.stream, subject, from_seq, limit)
        found = [placed(message) for message in batch.messages if message.seq <= up_to_seq]
        if not found:
            # The replica that answered does not know the newest entries yet: the leader does.
            newest = await self.next_from(subject, from_seq)
            if newest is not None and newest.seq <= up_to_seq:
                return [newest]
        return found
