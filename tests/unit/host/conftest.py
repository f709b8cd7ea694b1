"""Table processes that share a log; they end with their test."""

from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from tests.unit.host.fake_host import FakeHost
from tests.unit.host.fenced_log import FencedLog


@pytest.fixture
def log() -> FencedLog:
    return FencedLog()


@pytest_asyncio.fixture
async def start(log: FencedLog) -> AsyncIterator[Callable[[str], FakeHost]]:
    hosts = []

    def begin(name: str) -> FakeHost:
        hosts.append(FakeHost(name, log))
        return hosts[-1]

    yield begin
    log.answers.set()
    for host in hosts:
        await host.end()
