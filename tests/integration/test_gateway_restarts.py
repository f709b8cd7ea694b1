"""Whatever is killed while people play, their clients go on by themselves and the game with them."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from riverrun.client import RiverrunClient
from riverrun.runtime.nats.users import GATEWAY
from tests.support.nats_server import NatsServers, free_port
from tests.support.patience import LONG_S
from tests.support.regulars import at_play, come_in, open_a_table
from tests.support.service_process import service_process
from tests.support.table_process import TableProcesses


@dataclass
class Room:
    """NATS, a table process and a gateway process, each of which can be killed and started again."""

    stack: AsyncExitStack
    servers: NatsServers
    tables: TableProcesses
    gateway_environ: dict[str, str]
    url: str

    async def start_table(self) -> None:
        self.table = await self.stack.enter_async_context(self.tables.running())

    async def start_gateway(self) -> None:
        self.gateway = await self.stack.enter_async_context(
            service_process("services.gateway", **self.gateway_environ)
        )
        await self.gateway.wait_for("ready")

    async def kill_table(self) -> None:
        self.table.signal(signal.SIGKILL)
        await asyncio.sleep(0.5)
        await self.start_table()

    async def kill_gateway(self) -> None:
        self.gateway.signal(signal.SIGKILL)
        await self.gateway.ended()
        await self.start_gateway()

    async def stop_gateway(self) -> None:
        self.gateway.signal(signal.SIGTERM)
        assert await self.gateway.ended() == 0
        await self.start_gateway()

    async def kill_nats(self) -> None:
        (server,) = self.servers.servers
        server.kill()
        await asyncio.sleep(0.3)
        server.start()
        await asyncio.to_thread(server.wait_until_ready)


@asynccontextmanager
async def open_room(folder: Path) -> AsyncIterator[Room]:
    servers = NatsServers(folder)
    servers.start()
    try:
        await servers.found()
        port = free_port()
        (folder / "token.key").write_text("k" * 64)
        environ = {
            "RIVERRUN_NATS_URL": ",".join(servers.urls),
            "RIVERRUN_NATS_PASSWORD": servers.passwords[GATEWAY.password_variable],
            "RIVERRUN_TOKEN_KEY": str(folder / "token.key"),
            "RIVERRUN_GATEWAY_PORT": str(port),
        }
        async with AsyncExitStack() as stack:
            tables = TableProcesses(servers, folder)
            room = Room(stack, servers, tables, environ, f"http://127.0.0.1:{port}")
            await room.start_table()
            await room.start_gateway()
            yield room
    finally:
        servers.stop()


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with open_room(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(
    "kill",
    [Room.kill_table, Room.kill_gateway, Room.stop_gateway, Room.kill_nats],
    ids=["table killed", "gateway killed", "gateway told to stop", "nats killed"],
)
async def test_clients_go_on_by_themselves(room: Room, kill: Callable[[Room], Awaitable[None]]) -> None:
    async with AsyncExitStack() as stack, asyncio.timeout(LONG_S):
        table = await open_a_table(stack, room.url)
        regulars = await come_in(stack, room.url, table, count=3)
        onlooker = await stack.enter_async_context(RiverrunClient(room.url))
        await onlooker.login_guest("Onlooker")
        lobby = await onlooker.watch_lobby()
        async with at_play(*regulars) as playing:
            await playing.goes_on(2)
            await kill(room)
            await playing.goes_on(15)

        assert all("snapshot" in regular.kinds for regular in regulars)
        another = await open_a_table(stack, room.url)
        async for tables in lobby:
            if {table, another} <= {one.table for one in tables}:
                return
