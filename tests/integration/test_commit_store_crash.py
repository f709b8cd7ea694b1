"""A nats-server killed while tables are written: nothing acknowledged is lost, nothing stands twice."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import nats.errors
import nats.js.errors
import pytest
import pytest_asyncio
from nats.aio.client import Client

from riverrun.contracts.commits import Commit
from riverrun.contracts.subjects import TABLES_STREAM
from riverrun.runtime.nats.embedded import EmbeddedServer, NatsServerFailed
from riverrun.runtime.nats.server_config import server_config
from riverrun.runtime.nats.stream_configs import stream_configs
from riverrun.runtime.nats.users import OPERATOR
from tests.support.nats_server import NatsServers, free_port
from tests.support.patience import LONG_S
from tests.support.till import ChipsPutIn, Log, commit_of, new_table, open_log
from tests.support.waiting import until


class Writer:
    """Writes one table until told to stop, and remembers what was acknowledged."""

    def __init__(self, log: Log) -> None:
        self.table = new_table()
        self.acknowledged: list[tuple[int, Commit]] = []
        self._log = log

    async def write(self, stop: asyncio.Event) -> None:
        seq = await self._log.open(self.table)
        version = 2
        while not stop.is_set():
            commit = commit_of(self.table, version, ChipsPutIn(version))
            seq = await self._log.store.append(commit, seq)
            self.acknowledged.append((seq, commit))
            version += 1

    async def goes_on(self) -> None:
        """Wait until more is acknowledged than is now."""
        before = len(self.acknowledged)
        while len(self.acknowledged) <= before:  # noqa: ASYNC110  what it waits for has no event
            await asyncio.sleep(0.05)

    async def check(self, log: Log) -> None:
        """All that was acknowledged stands where it was said to stand, once, and nothing else does."""
        tail = await log.reader.tail(self.table)
        assert tail is not None
        batches = log.reader.commits(self.table, 1, tail.seq)
        stored = [(one.seq, one.commit) async for batch in batches for one in batch]
        assert stored[1:] == self.acknowledged
        rebuilt = await log.replay.load(self.table)
        assert rebuilt.version == len(stored)


async def write_while(log: Log, trouble: asyncio.Task[None]) -> list[Writer]:
    """Eight tables written before, during and after the trouble."""
    stop = asyncio.Event()
    writers = [Writer(log) for _ in range(8)]
    async with asyncio.timeout(LONG_S), asyncio.TaskGroup() as tasks:
        for writer in writers:
            tasks.create_task(writer.write(stop))
        await trouble
        await asyncio.gather(*[writer.goes_on() for writer in writers])
        stop.set()
    return writers


async def kill_and_restart(server: EmbeddedServer, times: int) -> None:
    for _ in range(times):
        await asyncio.sleep(0.3)
        server.kill()
        await asyncio.sleep(0.1)
        server.start()
        await asyncio.to_thread(server.wait_until_ready)


async def test_one_server_killed_in_mid_append_loses_nothing_acknowledged(tmp_path: Path) -> None:
    servers = NatsServers(tmp_path)
    try:
        servers.start()
        await servers.found()
        log = await open_log(servers)
        trouble = asyncio.create_task(kill_and_restart(servers.servers[0], times=3))
        writers = await write_while(log, trouble)
        for writer in writers:
            await writer.check(log)
        await log.close()
    finally:
        servers.stop()


class Cluster:
    """Three servers that other tests use as well, as the operator sees them."""

    def __init__(self, servers: NatsServers, operator: Client) -> None:
        self._servers = servers
        self._jetstream = operator.jetstream(timeout=2)
        self.seen: object = "nothing yet"

    async def leader(self) -> EmbeddedServer:
        """The server that leads the tables' stream, once one does."""
        await until(self.is_whole, seen=lambda: self.seen)
        cluster = (await self._jetstream.stream_info(TABLES_STREAM)).cluster
        assert cluster is not None
        return next(one for one in self._servers.servers if one.log_file.parent.name == cluster.leader)

    async def is_whole(self) -> bool:
        """Whether every stream has a leader, and every server all of every stream."""
        try:
            streams = [await self._jetstream.stream_info(name) for name in self._names()]
        except (nats.errors.Error, nats.js.errors.Error) as refused:
            # A cluster that changes its leader loses what it is asked.
            self.seen = refused
            return False
        self.seen = clusters = [one.cluster for one in streams]
        return all(
            one and one.leader and all(peer.current and not peer.offline for peer in one.replicas or ())
            for one in clusters
        )

    def _names(self) -> list[str]:
        return [str(config.name) for config in stream_configs(self._servers.replicas)]


@pytest_asyncio.fixture
async def cluster(three_servers: NatsServers) -> AsyncIterator[Cluster]:
    """Left as whole as it was found: the next test of these servers asks them something at once."""
    operator = await three_servers.connect(OPERATOR)
    shared = Cluster(three_servers, operator)
    yield shared
    await until(shared.is_whole, seen=lambda: shared.seen)
    await operator.close()


async def test_a_killed_leader_of_three_loses_nothing_acknowledged(
    three_servers: NatsServers, cluster: Cluster
) -> None:
    leader = await cluster.leader()
    log = await open_log(three_servers)
    trouble = asyncio.create_task(kill_and_restart(leader, times=1))
    writers = await write_while(log, trouble)
    for writer in writers:
        await writer.check(log)
    await log.close()


def test_a_server_that_cannot_start_says_why(one_server: NatsServers, tmp_path: Path) -> None:
    taken = int(one_server.urls[0].rsplit(":", 1)[1])
    second = EmbeddedServer(
        tmp_path,
        server_config(tmp_path, taken, monitor_port=(monitor_port := free_port())),
        one_server.passwords,
        port=taken,
        monitor_port=monitor_port,
    )
    second.start()
    with pytest.raises(NatsServerFailed, match="address already in use"):
        second.wait_until_ready()
