"""One stored event of an aggregate as a message; its place in the stream is its notification's number.

A recorder that keeps no notification log may pack the events of one save into one message: one publish is
atomic by nature, where an atomic batch of several messages costs a single server many times as much.
"""

from collections.abc import Sequence
from typing import TypeAlias
from uuid import UUID

import msgspec
from eventsourcing.persistence import Notification, StoredEvent, Tracking

from riverrun.runtime.nats.answers import StoredMessage

ENTRY_FORMAT = 1
TRACKING = "tracking"
"""The topic of a message that says how far an upstream application was followed."""
PACKED = "packed"
"""The topic of a message that holds several events; its version is the last one's."""

OriginatorId: TypeAlias = UUID | str


class UnknownEntryFormat(ValueError):
    """A message written by a later release than this one."""


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """What a message holds. `save` tells two writers apart who happen to write the same."""

    format: int
    save: str
    originator: str
    is_uuid: bool
    version: int
    topic: str
    state: bytes

    @property
    def originator_id(self) -> OriginatorId:
        """The aggregate's id as it was given."""
        return UUID(self.originator) if self.is_uuid else self.originator

    def events(self) -> list[StoredEvent]:
        """The entry as the library's stored events."""
        if self.topic != PACKED:
            return [StoredEvent(self.originator_id, self.version, self.topic, self.state)]
        found = _unpack(self.state)
        first = self.version - len(found) + 1
        return [
            StoredEvent(self.originator_id, version, topic, state)
            for version, (topic, state) in enumerate(found, first)
        ]

    def notifications(self, seq: int) -> list[Notification]:
        """The entry as the library's notifications."""
        return [
            Notification(one.originator_id, one.originator_version, one.topic, one.state, seq)
            for one in self.events()
        ]


def entry_of(event: StoredEvent, save: str) -> Entry:
    """An event as it is stored."""
    originator = event.originator_id
    return Entry(
        ENTRY_FORMAT,
        save,
        str(originator),
        isinstance(originator, UUID),
        event.originator_version,
        event.topic,
        event.state,
    )


def entry_of_all(events: Sequence[StoredEvent], save: str) -> Entry:
    """Several events of one aggregate, one behind the other, in one entry."""
    last = entry_of(events[-1], save)
    if len(events) == 1:
        return last
    state = _pack([(one.topic, one.state) for one in events])
    return msgspec.structs.replace(last, topic=PACKED, state=state)


def entry_of_tracking(tracking: Tracking, save: str) -> Entry:
    """How far an upstream application was followed, as it is stored."""
    return Entry(
        ENTRY_FORMAT, save, tracking.application_name, False, tracking.notification_id, TRACKING, b""
    )


encode_entry = msgspec.msgpack.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[tuple[str, bytes]]).decode
_decode = msgspec.msgpack.Decoder(Entry).decode


def decode_entry(data: bytes) -> Entry:
    """Read a message of any format ever stored. Raises `UnknownEntryFormat`, `msgspec.ValidationError`."""
    entry = _decode(data)
    if entry.format != ENTRY_FORMAT:
        raise UnknownEntryFormat(f"entry format {entry.format}, this release reads {ENTRY_FORMAT}")
    return entry


class Placed(msgspec.Struct, frozen=True):
    """An entry at its place in the stream."""

    seq: int
    entry: Entry


def placed(message: StoredMessage) -> Placed:
    """Open a stored message. Raises as `decode_entry`."""
    return Placed(message.seq, decode_entry(message.data))
