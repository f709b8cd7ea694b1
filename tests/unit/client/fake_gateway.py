"""Stands for the gateway: a WebSocket server that a test scripts, connection by connection."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import aiohttp
import msgspec
from aiohttp import web

from tests.support.patience import LONG_S

TABLE = "s0-fake1234"
SEATED = {
    "table": TABLE,
    "config": {},
    "hand_number": 1,
    "seats": [{"seat": 1, "player": "g-ann", "name": "Ann", "stack": 100, "standing": "active"}],
    "hand": {
        "hand": 1,
        "phase": "betting",
        "street": "preflop",
        "button": 1,
        "small_blind": 1,
        "big_blind": 2,
        "boards": [""],
        "pot": 0,
        "pots": [],
        "current_bet": 0,
        "commitment": "",
        "turn": {
            "turn": 3,
            "seat": 1,
            "call_amount": 0,
            "min_raise_to": 10,
            "max_raise_to": 100,
            "deadline_ms": 0,
        },
    },
    "you": {"seat": 1},
}


class Talk:
    """One connection as the server sees it."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket

    async def heard(self, type_: str) -> dict[str, Any]:
        """The next message, which must be of this type."""
        frame = await self._socket.receive(timeout=LONG_S)
        assert frame.type is aiohttp.WSMsgType.TEXT, frame
        message: dict[str, Any] = msgspec.json.decode(frame.data)
        assert message["type"] == type_, message
        return message

    async def say(self, type_: str, **fields: Any) -> None:
        await self._socket.send_str(msgspec.json.encode({"type": type_, **fields}).decode())

    async def welcome(self) -> None:
        hello = await self.heard("hello")
        limits = {
            "watched_tables": 4,
            "message_bytes": 4096,
            "messages_per_s": 20,
            "messages_burst": 40,
            "unanswered": 16,
            "heartbeat_s": 15,
        }
        await self.say(
            "welcome", id=hello["id"], protocol=1, player="g-ann", name="Ann", now_ms=1_000, limits=limits
        )

    async def ack(self, message: dict[str, Any], result: Any = None) -> None:
        await self.say("ack", id=message["id"], result=result)

    async def refuse(self, message: dict[str, Any], code: str, **details: Any) -> None:
        await self.say("error", id=message["id"], code=code, message="no", details=details)

    async def show(self, version: int = 1, feed: str = "f1", table: str = TABLE) -> None:
        await self.say(
            "snapshot",
            table=table,
            feed=feed,
            version=version,
            channel="player",
            now_ms=1_000,
            view={**SEATED, "table": table},
        )

    async def tell(self, version: int, *events: dict[str, Any], feed: str = "f1") -> None:
        await self.say("events", table=TABLE, feed=feed, version=version, at_ms=1_000, events=list(events))

    async def watched(self) -> None:
        """A client greets and watches the table."""
        await self.welcome()
        await self.ack(await self.heard("watch"))
        await self.show()

    async def until_closed(self) -> None:
        """Wait for the client to go."""
        while (await self._socket.receive()).type is aiohttp.WSMsgType.TEXT:
            pass


Script: TypeAlias = Callable[[Talk], Awaitable[None]]


@asynccontextmanager
async def fake_gateway(*scripts: Script) -> AsyncIterator[str]:
    """A server whose first connection follows the first script, and so on; it hangs up at the end of each."""
    waiting = list(scripts)
    failures: list[BaseException] = []

    async def enter(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if waiting:
            try:
                await waiting.pop(0)(Talk(socket))
            except Exception as failure:
                failures.append(failure)
                raise
        return socket

    app = web.Application()
    app.add_routes([web.get("/v1/ws", enter)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port, *_ = runner.addresses[0]
    try:
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()
    assert failures == []
    assert waiting == [], "connections that never came"
