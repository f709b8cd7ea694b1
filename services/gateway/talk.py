"""What is said at tables, as this gateway hears it: one NATS subscription a table, shared by all."""

from typing import Protocol

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from riverrun.contracts.subjects import table_in, talk_at
from riverrun.kernel.identifiers import PlayerId, TableId


class TalkListener(Protocol):
    """Who listens."""

    def hear_talk(self, speaker: PlayerId, frame: bytes) -> None: ...


class _Speaker(msgspec.Struct, frozen=True):
    player: PlayerId


_speaker_of = msgspec.json.Decoder(_Speaker).decode


class _Room:
    __slots__ = ("listeners", "subscription")

    def __init__(self) -> None:
        self.listeners: dict[TalkListener, None] = {}
        self.subscription: Subscription | None = None

    async def heard(self, message: Msg) -> None:
        table = table_in(message.subject).encode()
        frame = b'{"type":"talk","table":"%b",%b' % (table, message.data[1:])
        speaker = _speaker_of(message.data).player
        for listener in tuple(self.listeners):
            listener.hear_talk(speaker, frame)


class TalkRooms:
    """Subscribes when the first listener comes and lets go when the last one leaves."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._rooms: dict[TableId, _Room] = {}

    async def listen(self, table: TableId, listener: TalkListener) -> None:
        """Hear what is said from here on. Raises nats-py's errors."""
        room = self._rooms.get(table)
        if room is not None:
            room.listeners[listener] = None
            return
        room = self._rooms[table] = _Room()
        room.listeners[listener] = None
        room.subscription = await self._client.subscribe(talk_at(table), cb=room.heard)

    async def leave(self, table: TableId, listener: TalkListener) -> None:
        """Listen no more; does nothing for who does not listen."""
        room = self._rooms.get(table)
        if room is None:
            return
        room.listeners.pop(listener, None)
        if not room.listeners:
            del self._rooms[table]
            if room.subscription is not None and not self._client.is_closed:
                await room.subscription.unsubscribe()
