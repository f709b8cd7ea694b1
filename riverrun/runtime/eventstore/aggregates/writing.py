"""Appending to aggregates: fenced by each aggregate, all of one save or nothing, and settled by the log.

As with tables' commits (ADR 4) an append without an answer is sent again, the same bytes under the same
fence, until the log says what became of it: of all sendings at most one can land. Several events go as one
atomic batch of JetStream's; one event goes as one message, which is faster.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import msgspec
import nats.errors
import structlog
from eventsourcing.persistence import (
    IntegrityError,
    OperationalError,
    ProgrammingError,
    StoredEvent,
    Tracking,
)
from nats.aio.client import Client

from riverrun.runtime.eventstore.aggregates.entry import (
    TRACKING,
    Entry,
    encode_entry,
    entry_of,
    entry_of_all,
    entry_of_tracking,
)
from riverrun.runtime.eventstore.aggregates.reading import EntryReader
from riverrun.runtime.eventstore.aggregates.room import Room
from riverrun.runtime.nats.answers import (
    ANOTHER_IN_FLIGHT,
    WRONG_LAST_SEQUENCE,
    ApiRefused,
    PublishAnswer,
    decode_publish_answer,
)
from riverrun.runtime.nats.reply_box import ReplyBox

log = structlog.get_logger(__name__)

FENCE = "Nats-Expected-Last-Subject-Sequence"
PATIENCE_S = (1.0, 2.0, 4.0)
SETTLES_WITHIN_S = 20.0
TAILS_KNOWN = 50_000


class Unsettled(OperationalError):
    """The log did not answer in time: the events may be stored or not; who goes on reads first."""


@dataclass(frozen=True, slots=True)
class _Addressed:
    """An entry, where it goes, and the version of its first event."""

    subject: str
    first: int
    entry: Entry

    def follows(self, version: int) -> bool:
        """Whether it may stand behind that version: an event directly, a place of an application anywhere."""
        return self.first > version if self.entry.topic == TRACKING else self.first == version + 1


@dataclass(frozen=True, slots=True)
class _Message:
    subject: str
    data: bytes
    fence: int | None


@dataclass(frozen=True, slots=True)
class _Tail:
    version: int
    seq: int


class EntryWriter:
    """Writes entries. Raises the library's `IntegrityError` for a version that is taken, and `Unsettled`."""

    def __init__(self, client: Client, reader: EntryReader, room: Room) -> None:
        self._client = client
        self._reader = reader
        self._room = room
        self._replies = ReplyBox(client)
        self._tails: OrderedDict[str, _Tail] = OrderedDict()
        self._name = secrets.token_hex(8)
        self._saves = count(1)

    async def append(
        self, events: Sequence[StoredEvent], tracking: Tracking | None = None, *, pack: bool = False
    ) -> list[int]:
        """Store all events and the tracking, or nothing; the events' places in the stream."""
        save = f"{self._name}.{next(self._saves)}"
        _require_ascending(events)
        entries = self._packed(events, save) if pack else self._single(events, save)
        if tracking is not None:
            subject = self._room.tracking_of(tracking.application_name)
            entries.append(_Addressed(subject, tracking.notification_id, entry_of_tracking(tracking, save)))
        if not entries:
            return []
        deadline = time.monotonic() + SETTLES_WITHIN_S
        while True:
            messages = await self._fenced(entries)
            last = await self._settle(messages, deadline)
            if last is not None:
                break
        first = last - len(entries) + 1
        for i, one in enumerate(entries):
            self._remember(one.subject, _Tail(one.entry.version, first + i))
        if pack:
            return [first] * len(events)
        return [first + i for i in range(len(events))]

    def _single(self, events: Sequence[StoredEvent], save: str) -> list[_Addressed]:
        return [
            _Addressed(self._room.events_of(one.originator_id), one.originator_version, entry_of(one, save))
            for one in events
        ]

    def _packed(self, events: Sequence[StoredEvent], save: str) -> list[_Addressed]:
        if not events:
            return []
        if len({one.originator_id for one in events}) > 1:
            raise ProgrammingError("one aggregate a save: several are not packed")
        subject = self._room.events_of(events[0].originator_id)
        return [_Addressed(subject, events[0].originator_version, entry_of_all(events, save))]

    async def _fenced(self, entries: Sequence[_Addressed]) -> list[_Message]:
        """The messages; the first of each subject carries the fence. Raises `IntegrityError`."""
        messages = []
        fenced: set[str] = set()
        for one in entries:
            subject = one.subject
            fence = None
            if subject not in fenced:
                fenced.add(subject)
                tail = self._tails.get(subject) or await self._tail(subject)
                if tail is not None and not one.follows(tail.version):
                    # What is remembered may be older than what the caller has read: the leader knows.
                    tail = await self._tail(subject)
                if tail is not None and not one.follows(tail.version):
                    raise IntegrityError(f"{subject}: {one.first} does not follow {tail.version}")
                fence = 0 if tail is None else tail.seq
            messages.append(_Message(subject, encode_entry(one.entry), fence))
        return messages

    async def _tail(self, subject: str) -> _Tail | None:
        try:
            found = await self._reader.tail(subject)
        except (nats.errors.Error, OSError, ApiRefused) as error:
            raise OperationalError(f"{subject}: {error!r}") from error
        if found is None:
            return None
        tail = _Tail(found.entry.version, found.seq)
        self._remember(subject, tail)
        return tail

    async def _settle(self, messages: Sequence[_Message], deadline: float) -> int | None:
        """The place of the last message; None if the fence was wrong: then nothing of this is stored."""
        reply = self._replies.new_address()
        attempt = 0
        while True:
            answer = await self._send(messages, reply, attempt)
            if answer is not None and answer.error is None:
                return answer.seq
            code = None if answer is None or answer.error is None else answer.error.err_code
            if code == WRONG_LAST_SEQUENCE:
                return await self._judge(messages)
            if code not in {None, ANOTHER_IN_FLIGHT}:
                assert answer is not None
                assert answer.error is not None
                log.warning("entries_refused", subject=messages[0].subject, why=answer.error.description)
            if time.monotonic() > deadline or self._client.is_closed:
                self._forget(messages)
                raise Unsettled(f"{messages[0].subject}: no answer")
            attempt += 1
            await asyncio.sleep(min(0.02 * attempt, 0.25))

    async def _send(self, messages: Sequence[_Message], reply: str, attempt: int) -> PublishAnswer | None:
        patience_s = PATIENCE_S[min(attempt, len(PATIENCE_S) - 1)]
        # A batch that was given up half-sent must not be continued: each sending is a batch of its own.
        batch = secrets.token_hex(8) if len(messages) > 1 else ""
        try:
            for i, message in enumerate(messages[:-1], 1):
                await self._client.publish(message.subject, message.data, headers=_headers(message, batch, i))
            last = messages[-1]
            headers = _headers(last, batch, len(messages))
            if batch:
                headers["Nats-Batch-Commit"] = "1"
            found = await self._replies.ask(reply, last.subject, last.data, headers, patience_s)
            return None if found is None else decode_publish_answer(found.data)
        except (nats.errors.Error, OSError, msgspec.DecodeError) as error:
            log.warning("entries_unanswered", subject=messages[0].subject, why=repr(error))
            return None

    async def _judge(self, messages: Sequence[_Message]) -> int | None:
        """After a wrong fence: our own place if an earlier sending had landed, else None."""
        self._forget(messages)
        first = messages[0]
        assert first.fence is not None
        try:
            found = await self._reader.next_from(first.subject, first.fence + 1)
        except (nats.errors.Error, OSError, ApiRefused) as error:
            raise Unsettled(f"{first.subject}: {error!r}") from error
        if found is not None and encode_entry(found.entry) == first.data:
            return found.seq + len(messages) - 1
        return None

    def _remember(self, subject: str, tail: _Tail) -> None:
        self._tails[subject] = tail
        self._tails.move_to_end(subject)
        if len(self._tails) > TAILS_KNOWN:
            self._tails.popitem(last=False)

    def _forget(self, messages: Sequence[_Message]) -> None:
        for message in messages:
            self._tails.pop(message.subject, None)


def _headers(message: _Message, batch: str, number: int) -> dict[str, str]:
    headers = {} if message.fence is None else {FENCE: str(message.fence)}
    if batch:
        headers |= {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)}
    return headers


def _require_ascending(events: Sequence[StoredEvent]) -> None:
    versions: dict[object, int] = {}
    for one in events:
        before = versions.get(one.originator_id)
        if before is not None and one.originator_version != before + 1:
            raise IntegrityError(f"{one.originator_id}: {one.originator_version} does not follow {before}")
        versions[one.originator_id] = one.originator_version
