"""What one client sends; what is too long, too much or not to be read is answered here, and that is it."""

from collections.abc import AsyncIterator

from aiohttp import WSMessage, WSMsgType, web

from riverrun.contracts.client_messages import AnyClientMessage
from riverrun.contracts.server_messages import Limits
from riverrun.runtime.clock import Clock
from services.gateway.farewell import Farewell
from services.gateway.frames import error_frame
from services.gateway.metrics import MESSAGES, REFUSALS
from services.gateway.outbox import Outbox
from services.gateway.reading import Unreadable, read
from services.gateway.refusals import BadJson, MessageTooLong, RateLimited
from services.gateway.token_bucket import TokenBucket

PATIENCE = 100
PATIENCE_PER_S = 2.0
"""So many messages beyond the rate are answered with an error; whoever goes on is shown the door."""


class Inbox:
    """Iterate over it for messages; ends with the connection. Raises `Farewell` for a flood."""

    def __init__(self, socket: web.WebSocketResponse, outbox: Outbox, limits: Limits, clock: Clock) -> None:
        self._socket = socket
        self._outbox = outbox
        self._limits = limits
        self._clock = clock
        now_s = clock.monotonic_s()
        self._rate = TokenBucket(limits.messages_per_s, limits.messages_burst, now_s)
        self._patience = TokenBucket(PATIENCE_PER_S, PATIENCE, now_s)

    async def __aiter__(self) -> AsyncIterator[AnyClientMessage]:
        async for frame in self._socket:
            try:
                message = self._read(frame)
            except Unreadable as unreadable:
                REFUSALS.labels(unreadable.why.code).inc()
                self._outbox.put(error_frame(unreadable.id, unreadable.why))
                continue
            if message is not None:
                yield message

    def _read(self, frame: WSMessage) -> AnyClientMessage | None:
        if frame.type is not WSMsgType.TEXT and frame.type is not WSMsgType.BINARY:
            return None
        now_s = self._clock.monotonic_s()
        in_time = self._rate.take(now_s)
        if not in_time and not self._patience.take(now_s):
            raise Farewell("flood")
        if len(frame.data) > self._limits.message_bytes:
            raise Unreadable(MessageTooLong(message_bytes=self._limits.message_bytes), None)
        if frame.type is WSMsgType.BINARY:
            raise Unreadable(BadJson(), None)
        message = read(frame.data)
        if not in_time:
            raise Unreadable(RateLimited(retry_ms=self._rate.wait_ms()), message.id)
        MESSAGES.labels(message.__struct_config__.tag).inc()
        return message
