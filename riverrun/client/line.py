"""One WebSocket to the gateway, from its greeting to its end."""

import asyncio
import time
from collections.abc import AsyncIterator

import aiohttp
import msgspec

from riverrun.client.clock import ServerClock
from riverrun.client.refusal import Refused
from riverrun.contracts.client_messages import PROTOCOLS, AnyClientMessage, HelloMessage
from riverrun.contracts.server_messages import AnyServerMessage, ErrorMessage, WelcomeMessage

GREETING_TIMEOUT_S = 10
SEND_TIMEOUT_S = 10
HEARTBEAT_S = 15
FAREWELL_S = 2
LONGEST_MESSAGE = 4 * 1024 * 1024

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyServerMessage)


class LineLost(ConnectionError):
    """The connection ended, or could not be made; another may be tried."""


class Line:
    """Made by `connect`; it is iterated until it is lost, which ends the iteration."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.welcome: WelcomeMessage

    @classmethod
    async def connect(
        cls, http: aiohttp.ClientSession, url: str, token: str, clock: ServerClock, device: str = ""
    ) -> "Line":
        """Connect and agree on a protocol. Raises `LineLost`; `Refused` where the server says no for good."""
        try:
            async with asyncio.timeout(GREETING_TIMEOUT_S):
                socket = await http.ws_connect(
                    f"{url}/v1/ws",
                    heartbeat=HEARTBEAT_S,
                    max_msg_size=LONGEST_MESSAGE,
                    timeout=aiohttp.ClientWSTimeout(ws_close=FAREWELL_S),
                )
                line = cls(socket)
                await line._greet(token, clock, device)
                return line
        except (aiohttp.ClientError, TimeoutError, OSError) as lost:
            raise LineLost(f"no connection to {url}: {lost!r}") from lost

    async def _greet(self, token: str, clock: ServerClock, device: str) -> None:
        asked = time.monotonic()
        await self.send(HelloMessage(id="hello", protocol=list(PROTOCOLS), token=token, device=device))
        async for message in self:
            if isinstance(message, WelcomeMessage):
                self.welcome = message
                clock.forget()
                clock.heard(message.now_ms, (time.monotonic() - asked) * 1_000)
                return
            if isinstance(message, ErrorMessage):
                await self._socket.close()
                raise Refused(message.code, message.message, message.details)
        raise LineLost("closed before the greeting")

    async def send(self, message: AnyClientMessage) -> None:
        """Raises `LineLost`."""
        await self.send_text(_encoder.encode(message).decode())

    async def send_text(self, text: str) -> None:
        """Raises `LineLost`."""
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await self._socket.send_str(text)
        except (aiohttp.ClientError, TimeoutError, OSError) as lost:
            raise LineLost("the connection was lost while sending") from lost

    async def __aiter__(self) -> AsyncIterator[AnyServerMessage]:
        # Silence is found out by the heartbeat, which then ends the iteration.
        async for frame in self._socket:
            if frame.type is aiohttp.WSMsgType.TEXT:
                message = _read(frame.data)
                if message is not None:
                    yield message

    async def close(self) -> None:
        """End it in order."""
        await self._socket.close()


def _read(text: str) -> AnyServerMessage | None:
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError:
        # Messages only grow: a type that this client does not know is passed over.
        return None
