"""The tables' feeds as this gateway hears them: one NATS subscription a feed, shared by all who listen."""

from dataclasses import dataclass
from typing import Protocol

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from riverrun.contracts.views import AWAY_HEADER, ROLLED_HEADER, SEATING_HEADER
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.runtime.clock import Clock


@dataclass(frozen=True, slots=True)
class Heard:
    """One message of a feed, ready to be sent on.

    `seating` names players whose seats were taken or freed, `away` those said to be disconnected;
    `rolled_to` the id under which the table goes on.
    """

    subject: str
    feed: str
    version: int
    seating: tuple[PlayerId, ...]
    frame: bytes
    away: tuple[PlayerId, ...] = ()
    rolled_to: TableId = ""


class Listener(Protocol):
    """Who listens; told of every message in the order in which they were published."""

    def hear(self, heard: Heard) -> None: ...

    def lost(self) -> None:
        """Messages may have been missed."""

    async def still_true(self) -> bool:
        """Whether the table says that nothing happened since the last message. Raises its refusals."""


class _Place(msgspec.Struct, frozen=True):
    """As much of a message as the gateway needs to read."""

    feed: str
    version: int


_place_in = msgspec.json.Decoder(_Place).decode


def events_frame(table: TableId, message: bytes | msgspec.Raw) -> bytes:
    """A feed's message as clients are sent it: its own bytes, with two fields put in front."""
    return b'{"type":"events","table":"%b",%b' % (table.encode(), bytes(message)[1:])


class Feed:
    """One subject with its listeners."""

    def __init__(self, subject: str, clock: Clock) -> None:
        self.subject = subject
        self.heard_s = clock.monotonic_s()
        self._clock = clock
        self.listeners: dict[Listener, None] = {}
        self.subscription: Subscription | None = None
        self._table = subject.split(".")[1]

    async def heard(self, message: Msg) -> None:
        place = _place_in(message.data)
        frame = events_frame(self._table, message.data)
        seating, away = _players(message, SEATING_HEADER), _players(message, AWAY_HEADER)
        rolled_to = (message.headers or {}).get(ROLLED_HEADER, "")
        heard = Heard(self.subject, place.feed, place.version, seating, frame, away, rolled_to)
        self.heard_s = self._clock.monotonic_s()
        for listener in tuple(self.listeners):
            listener.hear(heard)

    def lost(self) -> None:
        """Messages may have been missed by all who listen."""
        for listener in tuple(self.listeners):
            listener.lost()


def _players(message: Msg, header: str) -> tuple[PlayerId, ...]:
    named = message.headers.get(header) if message.headers else None
    return tuple(named.split(",")) if named else ()


class Feeds:
    """Subscribes when the first listener comes and lets go when the last one leaves."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._feeds: dict[str, Feed] = {}

    def all(self) -> tuple[Feed, ...]:
        """Every feed that somebody listens to."""
        return tuple(self._feeds.values())

    def silent_since(self, moment_s: float) -> list[Feed]:
        """Where nothing was heard since."""
        return [feed for feed in self._feeds.values() if feed.heard_s < moment_s]

    async def listen(self, subject: str, listener: Listener) -> None:
        """Whatever the table publishes after answering a question asked from here on is heard.

        No flush is needed for that: the server takes subscription and question from one connection in order.
        """
        feed = self._feeds.get(subject)
        if feed is not None:
            feed.listeners[listener] = None
            return
        feed = self._feeds[subject] = Feed(subject, self._clock)
        feed.listeners[listener] = None
        feed.subscription = await self._client.subscribe(subject, cb=feed.heard)

    async def leave(self, subject: str, listener: Listener) -> None:
        """Listen no more; does nothing for who does not listen."""
        feed = self._feeds.get(subject)
        if feed is None:
            return
        feed.listeners.pop(listener, None)
        if not feed.listeners:
            del self._feeds[subject]
            if feed.subscription is not None and not self._client.is_closed:
                await feed.subscription.unsubscribe()
