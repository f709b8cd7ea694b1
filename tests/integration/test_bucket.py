"""A key-value bucket in a real log: more entries than come at once are read whole."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from riverrun.contracts.subjects import LOBBY_BUCKET
from riverrun.runtime.nats.bucket import Bucket
from riverrun.runtime.nats.users import TABLE
from tests.support.nats_server import NatsServers


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[NatsServers]:
    """One that no other test finds so many entries in."""
    servers = NatsServers(tmp_path)
    try:
        servers.start()
        asyncio.run(servers.found())
        yield servers
    finally:
        servers.stop()


async def test_a_bucket_of_many_entries_is_read_whole(own_server: NatsServers) -> None:
    table = await own_server.connect(TABLE)
    lobby = Bucket(table, LOBBY_BUCKET)
    for number in range(1300):
        await table.publish(f"$KV.lobby.many-{number}", b"x")
    await lobby.put("last", b"x")
    assert len([key for key in await lobby.entries() if key.startswith("many-")]) == 1300
    await table.close()
