"""A nats-server for one measurement, in a folder that is gone afterwards."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from nats.aio.client import Client

from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.embedded import EmbeddedServer
from riverrun.runtime.nats.passwords import draw_passwords
from riverrun.runtime.nats.server_config import server_config
from riverrun.runtime.nats.streams import found_streams
from riverrun.runtime.nats.users import OPERATOR, TABLE, User


@asynccontextmanager
async def throwaway_log(sync_interval: str) -> AsyncIterator[Client]:
    """A connection as the table service has it, to founded streams on a server of its own."""
    passwords = draw_passwords()
    port, monitor_port = _free_port(), _free_port()
    with TemporaryDirectory(prefix="riverrun-bench-") as folder:
        config = server_config(Path(folder), port, monitor_port=monitor_port, sync_interval=sync_interval)
        server = EmbeddedServer(Path(folder), config, passwords, port=port, monitor_port=monitor_port)

        async def log_in(user: User) -> Client:
            return await connect(NatsSettings(user, passwords[user.password_variable], (server.url,)))

        server.start()
        try:
            await asyncio.to_thread(server.wait_until_ready)
            operator = await log_in(OPERATOR)
            await found_streams(operator)
            await operator.close()
            table = await log_in(TABLE)
            yield table
            await table.close()
        finally:
            server.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
