"""Lives of tables written into a real log, as the table service would, and forged where a test wants it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from console.supervisor.data_folder import DataFolder
from console.supervisor.ports import free_ports
from riverrun.contracts.commits import Commit, encode_commit
from riverrun.contracts.subjects import commits_of
from riverrun.contracts.table_events import TableEvent
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.embedded import EmbeddedServer
from riverrun.runtime.nats.server_config import server_config
from riverrun.runtime.nats.streams import found_streams
from riverrun.runtime.nats.users import OPERATOR, TABLE
from services.table.codec import codec
from tests.support.patience import LONG_S
from tests.support.table_life import TableLife


def lived(seed: int, hands: int = 12) -> list[Commit]:
    """A table's commits; the last hand has only begun."""
    life = TableLife(seed)
    asyncio.run(life.play(hands))
    return life.live.log.commits


def renamed(commits: Sequence[Commit], table: str) -> list[Commit]:
    """The same life under another table's id, as far as the log is concerned."""
    return [replace(commit, table=table) for commit in commits]


def forget_transfers(commits: list[Commit]) -> list[Commit]:
    """Lives in tests share one table id, and transfers bear it: make another's of them."""
    return [
        replace(
            commit,
            events=tuple(
                replace(event, state=event.state.replace(b"s0-test1234", b"s0-another1"))
                for event in commit.events
            ),
        )
        for commit in commits
    ]


def forged(commits: Sequence[Commit], version: int, event: TableEvent) -> list[Commit]:
    """The same commits with another event at one version."""
    result = []
    for commit in commits:
        events = list(commit.events)
        if commit.first_version <= version <= commit.last_version:
            events[version - commit.first_version] = codec.encode(event)
        result.append(replace(commit, events=tuple(events)))
    return result


def event_at(commits: Sequence[Commit], kind: type[TableEvent]) -> tuple[int, TableEvent]:
    """The first event of a kind, and its version."""
    for commit in commits:
        for version, event in enumerate(codec.decode_all(commit), commit.first_version):
            if type(event) is kind:
                return version, event
    raise AssertionError(f"no {kind.__name__} in this life")


class StoredLog:
    """A data folder with a nats-server that can be started and stopped."""

    def __init__(self, path: Path) -> None:
        self.folder = DataFolder(path)
        self.folder.prepare()
        self.passwords = self.folder.passwords()
        port, monitor_port = free_ports(2)
        config = server_config(self.folder.nats, port, monitor_port=monitor_port, sync_interval="10s")
        self._server = EmbeddedServer(
            self.folder.nats, config, self.passwords, port=port, monitor_port=monitor_port
        )
        self.url = self._server.url

    def start(self) -> None:
        self._server.start()
        self._server.wait_until_ready()

    def stop(self) -> None:
        self._server.stop()

    async def found(self) -> None:
        client = await connect(
            NatsSettings(OPERATOR, self.passwords[OPERATOR.password_variable], (self.url,))
        )
        await found_streams(client)
        await client.close()

    async def write(self, commits: Sequence[Commit]) -> None:
        """As the table's user, without asking whether it is right."""
        client = await connect(NatsSettings(TABLE, self.passwords[TABLE.password_variable], (self.url,)))
        for commit in commits:
            await client.request(commits_of(commit.table), encode_commit(commit), timeout=LONG_S)
        await client.close()
