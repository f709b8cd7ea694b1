"""Founding the streams: once, again without harm, and never on top of a stream that could lose commits."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from nats.aio.client import Client
from nats.js.api import StorageType

from riverrun.contracts.subjects import TABLES_STREAM
from riverrun.runtime.nats.passwords import passwords_in
from riverrun.runtime.nats.stream_configs import stream_configs
from riverrun.runtime.nats.streams import UnsafeStream, found_streams
from riverrun.runtime.nats.users import OPERATOR
from tests.support.nats_server import NatsServers


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServers]:
    servers = NatsServers(tmp_path)
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


@pytest_asyncio.fixture
async def operator(server: NatsServers) -> AsyncIterator[Client]:
    client = await server.connect(OPERATOR)
    yield client
    await client.close()


async def test_founding_again_changes_nothing(operator: Client) -> None:
    await found_streams(operator)
    before = await operator.jetstream().stream_info(TABLES_STREAM)
    await found_streams(operator)
    after = await operator.jetstream().stream_info(TABLES_STREAM)
    assert before.config == after.config
    assert after.config.deny_delete
    assert after.config.deny_purge


@pytest.mark.parametrize(
    "unsafe",
    [
        {"max_age": 60.0},
        {"max_msgs": 1000},
        {"max_bytes": 1_000_000},
        {"max_msgs_per_subject": 10},
        {"storage": StorageType.MEMORY},
        {"deny_delete": False},
        {"deny_purge": False},
        {"subjects": ["tables.0.>"]},
        {"allow_direct": False},
    ],
    ids=str,
)
async def test_a_stream_that_could_lose_commits_is_refused(operator: Client, unsafe: dict[str, Any]) -> None:
    await operator.jetstream().add_stream(replace(stream_configs(1)[0], **unsafe))
    with pytest.raises(UnsafeStream, match=next(iter(unsafe))):
        await found_streams(operator)


async def test_fewer_replicas_than_asked_for_are_refused(operator: Client) -> None:
    await found_streams(operator, replicas=1)
    with pytest.raises(UnsafeStream, match="num_replicas"):
        await found_streams(operator, replicas=3)


def test_passwords_are_drawn_once_and_are_their_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "passwords.json"
    first = passwords_in(file)
    assert passwords_in(file) == first
    assert len(set(first.values())) == len(first) > 3
    assert file.stat().st_mode & 0o777 == 0o600
