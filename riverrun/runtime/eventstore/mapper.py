"""The event-sourcing library's mapper for our events: explicit names and the codec's bytes."""

from dataclasses import dataclass
from typing import Any

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    Cipher,
    Compressor,
    JSONTranscoder,
    Mapper,
    Transcoder,
)
from eventsourcing.persistence import StoredEvent as LibraryEvent

from riverrun.contracts.commits import Commit
from riverrun.runtime.eventstore.codec import EventCodec


@dataclass(frozen=True)
class Recorded:
    """An event at its place in a table's history, as the library passes it on, and its commit."""

    originator_id: str
    originator_version: int
    event: Any
    commit: Commit | None = None


@dataclass(frozen=True)
class CommittedEvent(LibraryEvent):
    """The library's stored event, with the commit that holds it: its command, its actor, its time."""

    commit: Commit | None = None


class CodecMapper(Mapper[str]):
    """Maps `Recorded` events by an `EventCodec`; compressor and cipher go around the same bytes."""

    def __init__(
        self,
        codec: EventCodec,
        transcoder: Transcoder | None = None,
        compressor: Compressor | None = None,
        cipher: Cipher | None = None,
    ) -> None:
        super().__init__(transcoder or JSONTranscoder(), compressor, cipher)
        self._codec = codec

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> LibraryEvent:
        """A `Recorded` event as the library stores it."""
        assert isinstance(domain_event, Recorded)
        stored = self._codec.encode(domain_event.event)
        state = stored.state
        if self.compressor:
            state = self.compressor.compress(state)
        if self.cipher:
            state = self.cipher.encrypt(state)
        return LibraryEvent(domain_event.originator_id, domain_event.originator_version, stored.topic, state)

    def to_domain_event(self, stored_event: LibraryEvent) -> DomainEventProtocol[str]:
        """The `Recorded` event that was stored. Raises as the codec's `decode`."""
        state = stored_event.state
        if self.cipher:
            state = self.cipher.decrypt(state)
        if self.compressor:
            state = self.compressor.decompress(state)
        return Recorded(
            str(stored_event.originator_id),
            stored_event.originator_version,
            self._codec.decode_state(stored_event.topic, state),
            stored_event.commit if isinstance(stored_event, CommittedEvent) else None,
        )
