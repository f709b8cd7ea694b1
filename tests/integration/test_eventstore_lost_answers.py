"""An aggregate's append whose answer is lost is settled by the log: stored once, told as stored."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from eventsourcing.persistence import IntegrityError, StoredEvent

from riverrun.contracts.subjects import LEDGER_STREAM
from riverrun.runtime.eventstore.aggregates.reading import EntryReader
from riverrun.runtime.eventstore.aggregates.room import Room
from riverrun.runtime.eventstore.aggregates.writing import EntryWriter
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import CLUB
from tests.support.lossy_proxy import LossyProxy
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

ROOM = Room(LEDGER_STREAM, "ledger")


class Troubled:
    """A writer whose line can be troubled, and a reader whose line is whole."""

    def __init__(self, writer: EntryWriter, reader: EntryReader, proxy: LossyProxy) -> None:
        self.writer = writer
        self.reader = reader
        self.proxy = proxy
        self.club = f"c-{secrets.token_hex(4)}"

    def events(self, first: int, count: int) -> list[StoredEvent]:
        return [StoredEvent(self.club, version, "moved", b"") for version in range(first, first + count)]

    async def versions(self) -> list[int]:
        return [one.originator_version for one in await self.reader.versions(self.club, None, None)]

    async def landed(self, version: int) -> None:
        async with asyncio.timeout(LONG_S):
            while not (found := await self.versions()) or found[-1] != version:  # noqa: ASYNC110
                await asyncio.sleep(0.02)


@pytest_asyncio.fixture
async def troubled(servers: NatsServers) -> AsyncIterator[Troubled]:
    async with AsyncExitStack() as stack:
        proxy = LossyProxy(servers.urls[0])
        stack.push_async_callback(proxy.stop)
        behind = await servers.connect(CLUB, await proxy.start())
        stack.push_async_callback(behind.close)
        whole = await servers.connect(CLUB)
        stack.push_async_callback(whole.close)
        reader = EntryReader(JetStreamApi(behind), ROOM)
        yield Troubled(EntryWriter(behind, reader, ROOM), EntryReader(JetStreamApi(whole), ROOM), proxy)


@pytest.mark.parametrize(
    ("count", "pack"), [(1, False), (3, False), pytest.param(3, True, marks=pytest.mark.slow)]
)
async def test_what_landed_without_an_answer_is_told_as_stored(
    troubled: Troubled, count: int, pack: bool
) -> None:
    await troubled.writer.append(troubled.events(1, 1))

    troubled.proxy.withhold_replies()
    appending = asyncio.create_task(troubled.writer.append(troubled.events(2, count), pack=pack))
    await troubled.landed(1 + count)
    troubled.proxy.cut()

    places = await appending
    assert len(places) == count
    assert await troubled.versions() == list(range(1, 2 + count))
    await troubled.writer.append(troubled.events(2 + count, 1))


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3])
async def test_what_never_arrived_is_sent_again(troubled: Troubled, count: int) -> None:
    await troubled.writer.append(troubled.events(1, 1))

    troubled.proxy.withhold_requests()
    appending = asyncio.create_task(troubled.writer.append(troubled.events(2, count)))
    await asyncio.sleep(0.2)
    assert await troubled.versions() == [1]
    troubled.proxy.cut()

    await appending
    assert await troubled.versions() == list(range(1, 2 + count))


async def test_who_was_overtaken_meanwhile_is_told_so(troubled: Troubled, servers: NatsServers) -> None:
    await troubled.writer.append(troubled.events(1, 1))
    other = await servers.connect(CLUB)
    try:
        reader = EntryReader(JetStreamApi(other), ROOM)
        troubled.proxy.withhold_requests()
        appending = asyncio.create_task(troubled.writer.append(troubled.events(2, 1)))
        await asyncio.sleep(0.1)
        await EntryWriter(other, reader, ROOM).append(troubled.events(2, 1))
        troubled.proxy.cut()
        with pytest.raises(IntegrityError):
            await appending
        assert await troubled.versions() == [1, 2]
    finally:
        await other.close()
