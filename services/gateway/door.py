"""Where WebSockets come in: who may, how many, and how all of them are sent away."""

import asyncio
import secrets
from collections.abc import Callable

from aiohttp import web

from services.gateway.caller import Caller
from services.gateway.connection import Connection
from services.gateway.house import House
from services.gateway.metrics import CONNECTIONS
from services.gateway.origins import Origins
from services.gateway.refusals import ServerFull
from services.gateway.strangers import Strangers
from services.gateway.whence import Whence

HEARTBEAT_S = 15.0
FAREWELL_S = 1.0
"""So long the client's own closing frame is waited for."""
READABLE_BYTES = 64 * 1024
"""Beyond this a message is not even read: the connection ends with code 1009."""


class Door:
    """The route of `/v1/ws`."""

    def __init__(
        self,
        house: House,
        origins: Origins,
        address_of: Callable[[web.Request], str],
        most: int,
        strangers: Strangers,
        heartbeat_s: float = HEARTBEAT_S,
    ) -> None:
        self._house = house
        self._address_of = address_of
        self._origins = origins
        self._most = most
        self._strangers = strangers
        self._heartbeat_s = heartbeat_s
        self._inside: set[Connection] = set()
        self._closed = False

    async def enter(self, request: web.Request) -> web.StreamResponse:
        """A client comes in and stays. Raises `OriginNotAllowed`, `ServerFull`, `RateLimited`."""
        self._origins.check(request.headers.get("Origin"), request.host)
        if self._closed or len(self._inside) >= self._most:
            raise ServerFull(retry_ms=1_000)
        address = self._address_of(request)
        stranger = self._strangers.come(address)
        socket = web.WebSocketResponse(
            heartbeat=self._heartbeat_s,
            timeout=FAREWELL_S,
            max_msg_size=READABLE_BYTES,
            compress=False,
        )
        whence = Whence(address, secrets.token_hex(6))
        connection = Connection(socket, self._house, whence, stranger.is_none)
        self._inside.add(connection)
        CONNECTIONS.inc()
        try:
            await socket.prepare(request)
            await connection.run()
        finally:
            self._inside.discard(connection)
            stranger.is_none()
            CONNECTIONS.dec()
        return socket

    async def dismiss(self, unwanted: Callable[[Caller], bool]) -> None:
        """Send those away whose tokens count no more."""
        leaving = [connection for connection in self._inside if unwanted(connection.caller)]
        await asyncio.gather(*(connection.dismiss("not_authenticated") for connection in leaving))

    async def close(self) -> None:
        """Let nobody in any more and send everybody away; they come back to whoever answers then."""
        self._closed = True
        await asyncio.gather(*(connection.dismiss("restart") for connection in self._inside))
