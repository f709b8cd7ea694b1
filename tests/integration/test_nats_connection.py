"""What hanging up is worth in the log: nothing when all is well, a warning in the middle of an outage."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from nats.aio.client import Client
from structlog.testing import capture_logs

from riverrun.runtime.nats.users import TABLE
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServers]:
    servers = NatsServers(tmp_path)
    servers.start()
    yield servers
    servers.stop()


async def test_hanging_up_in_the_middle_of_an_outage_is_a_warning(server: NatsServers) -> None:
    client = await server.connect(TABLE)
    server.servers[0].kill()
    await until_it_knows(client)

    assert await levels_of_hanging_up(client) == ["warning"]


async def test_hanging_up_after_an_outage_that_is_over_says_nothing(server: NatsServers) -> None:
    client = await server.connect(TABLE)
    server.servers[0].kill()
    await until_it_knows(client)
    server.start()
    async with asyncio.timeout(LONG_S):
        while not client.is_connected:  # noqa: ASYNC110  as below
            await asyncio.sleep(0.02)

    assert client.last_error is not None
    assert await levels_of_hanging_up(client) == []


async def test_why_it_cannot_come_back_is_said_once_an_outage(server: NatsServers) -> None:
    with capture_logs() as lines:
        client = await server.connect(TABLE)
        for _ in range(2):
            server.servers[0].kill()
            await until_it_knows(client)
            await asyncio.sleep(1)  # some attempts more
            server.start()
            async with asyncio.timeout(LONG_S):
                while not client.is_connected:  # noqa: ASYNC110  as below
                    await asyncio.sleep(0.02)
        await client.close()

    outages: list[list[str]] = [[]]
    for line in lines:
        if line["event"] == "nats_error":
            outages[-1].append(line["error"])
        elif line["event"] == "nats_reconnected":
            outages.append([])
    first, second, after = outages
    assert len(first) == len(set(first)) > 0
    assert len(second) == len(set(second)) > 0
    assert after == []


async def until_it_knows(client: Client) -> None:
    """Until the connection has noticed, and has tried in vain to come back."""
    async with asyncio.timeout(LONG_S):
        while client.is_connected or client.last_error is None:  # noqa: ASYNC110  nats-py tells its call-backs alone
            await asyncio.sleep(0.02)


async def levels_of_hanging_up(client: Client) -> list[str]:
    with capture_logs() as lines:
        await client.close()
    return [line["log_level"] for line in lines if line["event"] == "nats_closed"]
