"""One decision about a person as stored: who asked for it, when, and the 1..n events that it made."""

import msgspec

from riverrun.contracts.commits import StoredEvent
from riverrun.kernel.identifiers import CommandId, PlayerId
from riverrun.runtime.eventstore.codec import EventCodec
from services.club.identity.person_events import STORED_NAMES, AnyPersonEvent

FORMAT = 1
CODEC = EventCodec(STORED_NAMES)


class PersonCommit(msgspec.Struct, frozen=True, array_like=True):
    """Event `i` has the version `first_version + i`. `command` makes two like decisions two."""

    format: int
    player: PlayerId
    first_version: int
    command: CommandId
    at_ms: int
    events: tuple[StoredEvent, ...]


class BrokenPerson(RuntimeError):
    """A person's commits do not follow each other, or are of a later release."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(PersonCommit).decode


def stored(
    player: PlayerId, version: int, command: CommandId, at_ms: int, events: list[AnyPersonEvent]
) -> bytes:
    """The commit that takes a person from `version` on."""
    return _encode(PersonCommit(FORMAT, player, version + 1, command, at_ms, CODEC.encode_all(events)))


def commit_in(data: bytes, player: PlayerId, version: int) -> PersonCommit:
    """A commit that must follow `version`. Raises `BrokenPerson`."""
    commit = _decode(data)
    if (commit.format, commit.player, commit.first_version) != (FORMAT, player, version + 1):
        raise BrokenPerson(f"{player} at version {version}: format {commit.format}, {commit.first_version}")
    return commit


def events_in(commit: PersonCommit) -> tuple[AnyPersonEvent, ...]:
    """What was decided."""
    return tuple([CODEC.decode(event) for event in commit.events])
