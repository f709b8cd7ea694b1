"""Events to stored bytes and back: explicit names, the bytes of every version ever stored still read.

A stored name is `hand.started`, or `hand.started@2` for the second version of it. Fields added at the end,
with a default, need no new version; else an upcaster turns one version's fields into the next one's.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from riverrun.contracts.commits import Commit, StoredEvent

Upcaster = Callable[[list[Any]], list[Any]]
"""The fields of one version, in their stored order, to the fields of the next version."""


class UnknownTopic(ValueError):
    """A stored event that this release cannot read: written by a later one, or by mistake."""


class EventCodec:
    """One set of events by their stored names; used by the asyncio path and by the library's mapper alike."""

    def __init__(
        self, topics: Mapping[str, type[Any]], upcasters: Mapping[tuple[str, int], Upcaster] | None = None
    ) -> None:
        self._topics = {event: topic for topic, event in topics.items()}
        assert len(self._topics) == len(topics), "an event has two stored names"
        self._encode = msgspec.msgpack.Encoder().encode
        self._decoders: dict[str, Callable[[bytes], Any]] = {
            topic: msgspec.msgpack.Decoder(event).decode for topic, event in topics.items()
        }
        self._add_older(topics, upcasters or {})

    def encode(self, event: Any) -> StoredEvent:
        """An event as stored. Raises `KeyError` for a class that has no stored name."""
        return StoredEvent(self._topics[type(event)], self._encode(event))

    def encode_all(self, events: tuple[Any, ...] | list[Any]) -> tuple[StoredEvent, ...]:
        """The events of one decision as stored."""
        topics, encode = self._topics, self._encode
        if len(events) == 2:  # an answer and the next turn: so it is with most decisions
            first, second = events
            return (
                StoredEvent(topics[type(first)], encode(first)),
                StoredEvent(topics[type(second)], encode(second)),
            )
        return tuple([StoredEvent(topics[type(event)], encode(event)) for event in events])

    def decode(self, stored: StoredEvent) -> Any:
        """The event that was stored. Raises `UnknownTopic`, `msgspec.ValidationError`."""
        return self.decode_state(stored.topic, stored.state)

    def decode_state(self, topic: str, state: bytes) -> Any:
        """The event of a stored name and its bytes. Raises as `decode`."""
        decoder = self._decoders.get(topic)
        if decoder is None:
            raise UnknownTopic(topic)
        return decoder(state)

    def decoder(self, topic: str) -> Callable[[bytes], Any]:
        """What reads the bytes of one stored name. Raises `KeyError`."""
        return self._decoders[topic]

    def decode_all(self, commit: Commit) -> tuple[Any, ...]:
        """The events of one commit, in order."""
        return tuple([self.decode(stored) for stored in commit.events])

    def _add_older(
        self, topics: Mapping[str, type[Any]], upcasters: Mapping[tuple[str, int], Upcaster]
    ) -> None:
        for topic, event in topics.items():
            name, current = name_and_version(topic)
            for old in range(1, current):
                steps = [upcasters[name, version] for version in range(old, current)]
                self._decoders[topic_of(name, old)] = _upcasting(event, steps)


def name_and_version(topic: str) -> tuple[str, int]:
    """The parts of a stored name."""
    name, _, version = topic.partition("@")
    return name, int(version or 1)


def topic_of(name: str, version: int) -> str:
    """The stored name of a version."""
    return name if version == 1 else f"{name}@{version}"


def _upcasting(event: type[Any], steps: list[Upcaster]) -> Callable[[bytes], Any]:
    read = msgspec.msgpack.Decoder(list[Any]).decode

    def decode(state: bytes) -> Any:
        fields = read(state)
        for step in steps:
            fields = step(fields)
        return msgspec.convert(fields, event)

    return decode
