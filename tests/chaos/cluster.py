"""One nats-server, or three that reach each other through proxies, so that each can be cut off."""

from pathlib import Path

from riverrun.runtime.nats.embedded import EmbeddedServer
from riverrun.runtime.nats.server_config import ROUTE_PASSWORD_VARIABLE, Cluster, server_config
from tests.chaos.proxy import Proxy
from tests.chaos.small_disk import SmallDisk
from tests.support.nats_server import NatsServers, free_port

NOWHERE = "127.0.0.1:1"
"""Told to peers in place of the true address, or they would go round the proxies."""


class ChaosServers(NatsServers):
    """`routes[i, j]` is the line on which server i calls server j."""

    def __init__(self, folder: Path, count: int) -> None:
        super().__init__(folder, count)
        self._listen = [free_port() for _ in range(count)]
        self.routes = {
            (i, j): Proxy(free_port(), self._listen[j]) for i in range(count) for j in range(count) if i != j
        }
        if count > 1:
            self.servers = [self._behind_proxies(folder / f"server-{i}", i) for i in range(count)]
        self.disks = [SmallDisk(folder / f"server-{i}") for i in range(count)]

    def _behind_proxies(self, folder: Path, i: int) -> EmbeddedServer:
        port, monitor_port = free_port(), free_port()
        peers = tuple(f"127.0.0.1:{proxy.port}" for (from_, _), proxy in self.routes.items() if from_ == i)
        cluster = Cluster("riverrun", f"127.0.0.1:{self._listen[i]}", peers)
        config = server_config(
            folder,
            port,
            monitor_port=monitor_port,
            server_name=folder.name,
            sync_interval=self._sync_interval,
            cluster=cluster,
        ).replace("cluster {", f'cluster {{\n  advertise: "{NOWHERE}"\n  no_advertise: true', 1)
        secrets = self.passwords | cluster.environment(self.passwords[ROUTE_PASSWORD_VARIABLE])
        return EmbeddedServer(folder, config, secrets, port=port, monitor_port=monitor_port)

    async def open_routes(self) -> None:
        for proxy in self.routes.values():
            await proxy.start()

    async def close_routes(self) -> None:
        for proxy in self.routes.values():
            await proxy.stop()

    def cut_off(self, i: int) -> None:
        """No word from server i to its peers, nor back."""
        for pair, proxy in self.routes.items():
            if i in pair:
                proxy.hold()

    def heal(self) -> None:
        """All lines are whole again."""
        for proxy in self.routes.values():
            proxy.release()

    def restart(self, i: int) -> None:
        """Stop server i in order and start it again."""
        self.servers[i].stop()
        self.servers[i].start()
        self.servers[i].wait_until_ready(60)
