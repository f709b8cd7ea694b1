"""A nats-server for one measurement, in a folder that is gone afterwards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from nats.aio.client import Client

from console.supervisor.ports import free_ports
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.embedded import EmbeddedServer
from riverrun.runtime.nats.passwords import draw_passwords
from riverrun.runtime.nats.server_config import server_config
from riverrun.runtime.nats.streams import found_streams
from riverrun.runtime.nats.users import OPERATOR, TABLE, User


@dataclass(frozen=True)
class ThrowawayServer:
    """Where it is, how to log in, and a folder that ends with it."""

    url: str
    passwords: dict[str, str]
    folder: Path
    pid: int

    async def log_in(self, user: User) -> Client:
        """Connect as a user."""
        return await connect(NatsSettings(user, self.passwords[user.password_variable], (self.url,)))


@asynccontextmanager
async def throwaway_server(sync_interval: str, keep: Path | None = None) -> AsyncIterator[ThrowawayServer]:
    """A server with founded streams; with `keep`, in that folder, and its streams are there next time."""
    passwords = draw_passwords()
    port, monitor_port = free_ports(2)
    with TemporaryDirectory(prefix="riverrun-bench-") if keep is None else nullcontext(str(keep)) as folder:
        config = server_config(Path(folder), port, monitor_port=monitor_port, sync_interval=sync_interval)
        server = EmbeddedServer(Path(folder), config, passwords, port=port, monitor_port=monitor_port)
        server.start()
        try:
            await asyncio.to_thread(server.wait_until_ready)
            throwaway = ThrowawayServer(server.url, passwords, Path(folder), server.pid or 0)
            operator = await throwaway.log_in(OPERATOR)
            await found_streams(operator)
            await operator.close()
            yield throwaway
        finally:
            server.stop()


@asynccontextmanager
async def throwaway_log(sync_interval: str) -> AsyncIterator[Client]:
    """A connection as the table service has it, to founded streams on a server of its own."""
    async with throwaway_server(sync_interval) as server:
        table = await server.log_in(TABLE)
        yield table
        await table.close()
