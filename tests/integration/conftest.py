"""The nats-servers that tests share: one alone, and three that form a cluster, started once."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from riverrun.runtime.nats.users import TABLE
from services.history.database import Database
from tests.support.clickhouse import RunningClickHouse, clickhouse
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import RunningGateway, running_gateway
from tests.support.history import PlayedLog, fresh_database, played_log
from tests.support.nats_server import NatsServers
from tests.support.till import Log, open_log


def _running(folder: pytest.TempPathFactory, count: int) -> Iterator[NatsServers]:
    servers = NatsServers(folder.mktemp("nats"), count)
    try:
        servers.start()
        asyncio.run(servers.found())
        yield servers
    finally:
        servers.stop()


@pytest.fixture(scope="session")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    yield from _running(tmp_path_factory, 1)


@pytest.fixture(scope="session")
def three_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    yield from _running(tmp_path_factory, 3)


@pytest.fixture(params=["one_server", "three_servers"])
def servers(request: pytest.FixtureRequest) -> NatsServers:
    """One server, then three: they differ (DESIGN, "Traps found"), so the store is tested on both."""
    found = request.getfixturevalue(request.param)
    assert isinstance(found, NatsServers)
    return found


@pytest_asyncio.fixture
async def log(servers: NatsServers) -> AsyncIterator[Log]:
    opened = await open_log(servers)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def gateway(one_server: NatsServers) -> AsyncIterator[RunningGateway]:
    """One of its own for each test."""
    async with running_gateway(one_server) as running:
        yield running


@pytest_asyncio.fixture
async def host(one_server: NatsServers, request: pytest.FixtureRequest) -> AsyncIterator[FakeTableHost]:
    """A table's side of NATS, scripted, under the id that the module calls `TABLE_ID`."""
    client = await one_server.connect(TABLE)
    fake = FakeTableHost(client, request.module.TABLE_ID)
    await fake.start()
    yield fake
    await client.close()


@pytest.fixture(scope="session")
def clickhouse_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningClickHouse]:
    """One embedded ClickHouse; each test that writes takes a database of its own."""
    with clickhouse(tmp_path_factory.mktemp("clickhouse") / "data") as running:
        yield running


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedLog]:
    """A log of finished hands that nobody writes to any more."""
    with played_log(tmp_path_factory.mktemp("history") / "played") as log:
        yield log


@pytest.fixture(scope="session")
def history(played: PlayedLog, clickhouse_server: RunningClickHouse) -> Iterator[Database]:
    """That log in ClickHouse; to be read only."""
    with fresh_database(clickhouse_server) as database:
        played.project(database)
        yield database
