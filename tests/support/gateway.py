"""A gateway in the test's own process, on a free port, before a real NATS."""

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import msgspec

from riverrun.runtime.nats.users import GATEWAY
from riverrun.runtime.serving.process import Process, ProcessSettings
from services.gateway.service import Gateway
from services.gateway.settings import GatewaySettings
from tests.support.nats_server import NatsServers
from tests.support.waiting import waiting_for


@dataclass(frozen=True)
class RunningGateway:
    """Where it listens, and its parts for a test that must look inside."""

    url: str
    gateway: Gateway
    process: Process


@asynccontextmanager
async def running_gateway(servers: NatsServers, **settings: Any) -> AsyncIterator[RunningGateway]:
    """One gateway, ready; settings beside the test's own are defaults."""
    process = Process(ProcessSettings(), lambda _: None)
    chosen = {
        "gateway_port": 0,
        "nats_url": servers.urls,
        "nats_password": servers.passwords[GATEWAY.password_variable],
        "gateway_guests_burst": 10_000,
        "gateway_requests_per_s": 10_000,
        **settings,
    }
    gateway = Gateway(process, GatewaySettings(**chosen))
    try:
        told = await gateway.start()
        process.readiness.has("start")
        yield RunningGateway(told["http"], gateway, process)
    finally:
        await gateway.stop()
        await process.guard.cancel_all()


class Door:
    """A client written as a stranger would: JSON texts over a WebSocket, and nothing of ours."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self.http = http
        self.url = url
        self.player = ""
        self.token = ""
        self.closed_with: int | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._last: deque[dict[str, Any]] = deque(maxlen=5)
        self._count = 0

    async def login(self, name: str = "Ann") -> None:
        async with self.http.post(f"{self.url}/v1/guests", json={"name": name}) as response:
            guest = await response.json()
            assert response.status == 201, guest
        self.player, self.token = guest["player"], guest["token"]

    async def connect(self, **headers: str) -> None:
        self._socket = await self.http.ws_connect(f"{self.url}/v1/ws", headers=headers, max_msg_size=0)

    async def hello(self, **fields: Any) -> dict[str, Any]:
        hello = {"id": "hello", "type": "hello", "protocol": [1], "token": self.token, **fields}
        await self.send_text(msgspec.json.encode(hello).decode())
        return await self.next()

    async def enter(self, name: str = "Ann") -> dict[str, Any]:
        """Log in, connect and greet."""
        if not self.token:
            await self.login(name)
        await self.connect()
        return await self.hello()

    @property
    def socket(self) -> aiohttp.ClientWebSocketResponse:
        assert self._socket is not None, "connect first"
        return self._socket

    async def send_text(self, text: str) -> None:
        await self.socket.send_str(text)

    async def send(self, type_: str, **fields: Any) -> str:
        """Send a message and say its id."""
        self._count += 1
        message = {"id": f"m{self._count}", "type": type_, **fields}
        await self.send_text(msgspec.json.encode(message).decode())
        return str(message["id"])

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for its answer, passing over what is pushed meanwhile."""
        id_ = await self.send(type_, **fields)
        while True:
            message = await self.next()
            if message.get("id") == id_:
                return message

    async def next(self) -> dict[str, Any]:
        """The next message."""
        async with waiting_for("the next message", lambda: self._last):
            message = await self.socket.receive()
        if message.type is not aiohttp.WSMsgType.TEXT:
            said = message.type is aiohttp.WSMsgType.CLOSE
            self.closed_with = message.data if said else self.socket.close_code
            raise ConnectionResetError(f"closed with {self.closed_with}")
        found: dict[str, Any] = msgspec.json.decode(message.data)
        self._last.append(found)
        return found

    async def next_of(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            message = await self.next()
            if message["type"] in types:
                return message

    async def closed(self) -> int | None:
        """The close code, once everything before it was read."""
        try:
            while True:
                await self.next()
        except ConnectionResetError:
            return self.closed_with

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
