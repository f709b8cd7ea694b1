"""The whole system on this machine: NATS, evaluator, insurance, club, two table processes, gateway."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from nats.aio.client import Client

from riverrun.contracts.subjects import TABLES_STREAM, commands_to
from riverrun.contracts.table_commands import Request, View, encode_request
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.lease_book import LeaseBook
from riverrun.runtime.nats.users import CLUB, GATEWAY, IDENTITY, OPERATOR, TABLE
from riverrun.runtime.sealing.ring_file import create_ring
from services.table.ownership.shares import slot_of_table
from tests.chaos.child import Child
from tests.chaos.cluster import ChaosServers
from tests.chaos.proxy import Proxy
from tests.support.nats_server import free_port
from tests.support.waiting import until

SLOTS = 16
SETTLED_S = 60.0
BEFORE_TABLES = ("evaluator", "insurance", "club")
BESIDE = ("evaluator", "insurance", "gateway")


class System:
    """`start`, break, `settle`, `stop`. `tables` are those that people play at."""

    def __init__(self, folder: Path, servers: int) -> None:
        self.servers = ChaosServers(folder / "nats", servers)
        self.tables: list[TableId] = []
        self.hosts: dict[str, str] = {}
        self._folder = folder
        self._evaluator_port, self._insurance_port = free_port(), free_port()
        self._club_port, self._gateway_port = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self._gateway_port}"
        self.club_target = f"127.0.0.1:{self._club_port}"
        # Each table process has lines of its own to the servers.
        self.lines = {
            f"table-{number}": [Proxy(free_port(), _port_of(server.url)) for server in self.servers.servers]
            for number in (1, 2)
        }
        self.children = {name: self._table(name) for name in self.lines}
        self.children["evaluator"] = self._child(
            "evaluator",
            {
                "RIVERRUN_EVALUATOR_PORT": str(self._evaluator_port),
                "RIVERRUN_EVALUATOR_ENGINE": "numpy",
                "RIVERRUN_EVALUATOR_CACHE": str(folder / "evaluator"),
            },
        )
        self.children["insurance"] = self._child(
            "insurance",
            {
                "RIVERRUN_INSURANCE_PORT": str(self._insurance_port),
                "RIVERRUN_INSURANCE_EVALUATOR_TARGET": f"127.0.0.1:{self._evaluator_port}",
            },
        )
        self.children["club"] = self._club()
        self.children["gateway"] = self._gateway()

    # -- starting and stopping

    async def start(self, beside: Iterable[str] = BESIDE) -> None:
        """Club and tables, and the services `beside` them."""
        await self.servers.open_routes()
        for disk in self.servers.disks:
            disk.mount()
        await asyncio.to_thread(self.servers.start)
        await self.servers.found()
        for proxy in (proxy for line in self.lines.values() for proxy in line):
            await proxy.start()
        await self._connect()
        wanted = ("club", *beside)
        for name in (name for name in BEFORE_TABLES if name in wanted):
            await self.children[name].start()
        await asyncio.gather(*(self.start_table(name) for name in self.lines))
        if "gateway" in wanted:
            await self.children["gateway"].start()
        await self.settle()

    async def stop(self) -> None:
        for name in ("gateway", "table-1", "table-2", "club", "insurance", "evaluator"):
            if self.children[name].alive:
                await self.children[name].kill()
        for client in (self._asker, self._reader, self.operator):
            await client.close()
        for proxy in (proxy for line in self.lines.values() for proxy in line):
            await proxy.stop()
        await asyncio.to_thread(self.servers.stop)
        await self.servers.close_routes()
        for disk in self.servers.disks:
            disk.unmount()

    async def start_table(self, name: str, **more: str) -> None:
        ready = await self.children[name].start(**more)
        self.hosts[name] = str(ready["host"])

    async def settle(self) -> None:
        """Wait until two table processes share the slots, and every table answers."""
        await until(self.is_shared, within_s=SETTLED_S)
        await self.all_answer()

    # -- what stands where

    async def is_shared(self) -> bool:
        owners = await self.owners()
        return set(owners) == set(self.hosts.values()) and set(owners.values()) == {SLOTS // 2}

    async def owners(self) -> dict[str, int]:
        """How many slots each process holds."""
        try:
            entries = await self._book.read("slot")
        except Exception:  # noqa: BLE001  whatever it is, it is asked again
            return {}
        return dict(Counter(entry.holder for entry in entries.values()))

    async def handed_over(self, name: str) -> float:
        """Seconds until the other process holds every slot."""

        async def all_elsewhere() -> bool:
            owners = await self.owners()
            return self.hosts[name] not in owners and max(owners.values(), default=0) == SLOTS

        return await until(all_elsewhere, within_s=SETTLED_S)

    async def owner_of_most(self) -> str:
        """The process that hosts most of the tables played at."""
        entries = await self._book.read("slot")
        hosts = {host: name for name, host in self.hosts.items()}
        slots = [slot_of_table(table) for table in self.tables]
        holders = [entries[slot].holder for slot in slots if slot in entries]
        found = Counter(hosts[holder] for holder in holders if holder in hosts)
        return found.most_common(1)[0][0]

    async def leader(self) -> int:
        """Which server leads the tables' stream."""
        info = await self.operator.jetstream(timeout=2).stream_info(TABLES_STREAM)
        assert info.cluster is not None
        return next(
            number
            for number, server in enumerate(self.servers.servers)
            if f"server-{number}" == info.cluster.leader
        )

    async def caught_up(self) -> None:
        """Wait until every server has all of every stream, so that any one of them may go."""
        await until(self._has_caught_up, within_s=SETTLED_S)

    async def _has_caught_up(self) -> bool:
        try:
            streams = await self.operator.jetstream(timeout=2).streams_info()
        except Exception:  # noqa: BLE001  whatever it is, it is asked again
            return False
        peers = [peer for one in streams if one.cluster for peer in one.cluster.replicas or ()]
        return all(peer.current and not peer.offline for peer in peers) and all(
            one.cluster is None or one.cluster.leader for one in streams
        )

    async def all_answer(self) -> float:
        """Seconds until every table has answered a question."""
        began = time.monotonic()
        await asyncio.gather(*(self._answers(table) for table in self.tables))
        return time.monotonic() - began

    async def _answers(self, table: TableId) -> None:
        request = encode_request(Request("probe", "probe", "probe", 0, "", View()))
        while True:
            try:
                await self._asker.request(commands_to(table), request, timeout=0.5)
            except Exception:  # noqa: BLE001  whatever it is, it is asked again
                await asyncio.sleep(0.03)
            else:
                return

    @property
    def reader(self) -> Client:
        """A connection that may read the log."""
        return self._reader

    async def _connect(self) -> None:
        self._asker = await self.servers.connect(GATEWAY)
        self._reader = await self.servers.connect(TABLE)
        self.operator = await self.servers.connect(OPERATOR)
        self._book = LeaseBook(self._reader, JetStreamApi(self._reader))

    # -- what is told to whom

    def _child(self, name: str, environ: Mapping[str, str]) -> Child:
        return Child(name, f"services.{name.partition('-')[0]}", environ, self._folder)

    def _ring(self, name: str) -> str:
        """A file with keys."""
        path = self._folder / f"{name}.json"
        if not path.exists():
            create_ring(path, name)
        return str(path)

    def _club(self) -> Child:
        servers = ",".join(self.servers.urls)
        return self._child(
            "club",
            {
                "RIVERRUN_CLUB_PORT": str(self._club_port),
                "RIVERRUN_CLUB_NATS_URL": servers,
                "RIVERRUN_CLUB_NATS_PASSWORD": self.servers.passwords[CLUB.password_variable],
                "RIVERRUN_IDENTITY_NATS_URL": servers,
                "RIVERRUN_IDENTITY_NATS_PASSWORD": self.servers.passwords[IDENTITY.password_variable],
                "RIVERRUN_IDENTITY_PEOPLE_KEYS": self._ring("people"),
                "RIVERRUN_IDENTITY_NAME_KEYS": self._ring("names"),
                "RIVERRUN_IDENTITY_SIGNING_KEYS": self._ring("signing"),
            },
        )

    def _table(self, name: str) -> Child:
        return self._child(
            name,
            {
                "RIVERRUN_NATS_URL": ",".join(f"nats://127.0.0.1:{one.port}" for one in self.lines[name]),
                "RIVERRUN_NATS_PASSWORD": self.servers.passwords[TABLE.password_variable],
                "RIVERRUN_EVALUATOR_TARGET": f"127.0.0.1:{self._evaluator_port}",
                "RIVERRUN_INSURANCE_TARGET": f"127.0.0.1:{self._insurance_port}",
                "RIVERRUN_CLUB_TARGET": self.club_target,
                "RIVERRUN_LIVE_KEYS": self._ring("live"),
                "RIVERRUN_HISTORY_KEYS": self._ring("history"),
                "RIVERRUN_SANDBOX": "1",
            },
        )

    def _gateway(self) -> Child:
        (self._folder / "token.key").write_text("k" * 64)
        return self._child(
            "gateway",
            {
                "RIVERRUN_NATS_URL": ",".join(self.servers.urls),
                "RIVERRUN_NATS_PASSWORD": self.servers.passwords[GATEWAY.password_variable],
                "RIVERRUN_CLUB_TARGET": self.club_target,
                "RIVERRUN_GATEWAY_PORT": str(self._gateway_port),
                "RIVERRUN_GATEWAY_GUESTS_BURST": "10000",
                "RIVERRUN_GATEWAY_TABLES_A_PLAYER": "10000",
                "RIVERRUN_GATEWAY_REQUESTS_PER_S": "10000",
                "RIVERRUN_GATEWAY_MESSAGES_PER_S": "1000",
                "RIVERRUN_TOKEN_KEY": str(self._folder / "token.key"),
            },
        )


def _port_of(url: str) -> int:
    return int(url.rsplit(":", 1)[1])
