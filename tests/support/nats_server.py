"""Real nats-servers for tests: one, or a cluster of three, configured as everywhere, on free ports."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import nats.errors
import nats.js.errors
from nats.aio.client import Client

from console.supervisor.ports import free_ports
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.embedded import EmbeddedServer
from riverrun.runtime.nats.passwords import draw_passwords
from riverrun.runtime.nats.server_config import ROUTE_PASSWORD_VARIABLE, Cluster, server_config
from riverrun.runtime.nats.streams import found_streams
from riverrun.runtime.nats.users import OPERATOR, TABLE, USERS, User
from tests.support.patience import LONG_S
from tests.support.waiting import waiting_for


def free_port() -> int:
    """A port that nobody listens on and no other test draws, in whichever process."""
    (port,) = free_ports(1)
    return port


class NatsServers:
    """One nats-server or several that form a cluster, with streams of as many replicas."""

    def __init__(
        self, folder: Path, count: int = 1, sync_interval: str = "10s", extra_users: tuple[User, ...] = ()
    ) -> None:
        self.replicas = count
        self.passwords = draw_passwords()
        self.passwords |= {user.password_variable: f"p{user.name}" for user in extra_users}
        self._users = (*USERS, *extra_users)
        self._sync_interval = sync_interval
        peers = tuple(f"127.0.0.1:{free_port()}" for _ in range(count)) if count > 1 else ()
        self.servers = [self._server(folder / f"server-{i}", i, peers) for i in range(count)]

    def _server(self, folder: Path, i: int, peers: tuple[str, ...]) -> EmbeddedServer:
        port, monitor_port = free_port(), free_port()
        cluster = Cluster("riverrun", peers[i], peers) if peers else None
        config = server_config(
            folder,
            port,
            monitor_port=monitor_port,
            server_name=folder.name,
            sync_interval=self._sync_interval,
            users=self._users,
            cluster=cluster,
        )
        secrets = dict(self.passwords)
        if cluster is not None:
            secrets |= cluster.environment(self.passwords[ROUTE_PASSWORD_VARIABLE])
        return EmbeddedServer(folder, config, secrets, port=port, monitor_port=monitor_port)

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(server.url for server in self.servers)

    def start(self) -> None:
        for server in self.servers:
            server.start()
        for server in self.servers:
            server.wait_until_ready()

    def stop(self) -> None:
        for server in self.servers:
            server.stop()

    async def found(self) -> None:
        """Found the streams, as the operator does."""
        operator = await self.connect(OPERATOR)
        try:
            await found_streams(operator, replicas=self.replicas)
        finally:
            await operator.close()

    async def connect(self, user: User = TABLE, *servers: str) -> Client:
        """Log in as `user`, at any server or at those given."""
        password = self.passwords[user.password_variable]
        settings = NatsSettings(user, password, servers or self.urls, connect_timeout_s=LONG_S)
        return await connect(settings)


async def until_answered(ask: Callable[[], Awaitable[object]]) -> None:
    """A cluster that changes its leader loses what it is asked: it is asked again, which does no harm."""
    refusals: list[Exception] = []
    async with waiting_for("an answer of NATS", lambda: refusals[-5:], within_s=2 * LONG_S):
        while True:
            try:
                await ask()
            except (nats.errors.Error, nats.js.errors.Error, ApiRefused) as refusal:
                refusals.append(refusal)
                await asyncio.sleep(0.25)
            else:
                return
