"""One stored event of an aggregate as a message; its place in the stream is its notification's number."""

from typing import TypeAlias
from uuid import UUID

import msgspec
from eventsourcing.persistence import Notification, StoredEvent, Tracking

from riverrun.runtime.nats.answers import StoredMessage

ENTRY_FORMAT = 1
TRACKING = "tracking"
"""The topic of a message that says how far an upstream application was followed."""

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

    def event(self) -> StoredEvent:
        """The entry as the library's stored event."""
        return StoredEvent(self.originator_id, self.version, self.topic, self.state)

    def notification(self, seq: int) -> Notification:
        """The entry as the library's notification."""
        return Notification(self.originator_id, self.version, self.topic, self.state, seq)


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


def entry_of_tracking(tracking: Tracking, save: str) -> Entry:
    """How far an upstream application was followed, as it is stored."""
    return Entry(
        ENTRY_FORMAT, save, tracking.application_name, False, tracking.notification_id, TRACKING, b""
    )


encode_entry = msgspec.msgpack.Encoder().encode
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
