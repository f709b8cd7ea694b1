"""The event-sourcing library rebuilds tables from our envelopes, at any version, as the asyncio path does."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from eventsourcing.application import Repository
from eventsourcing.persistence import InfrastructureFactory, InfrastructureFactoryError, ProgrammingError

from riverrun.runtime.eventstore.mapper import CodecMapper, CommittedEvent, Recorded
from riverrun.runtime.eventstore.persistence import CommitsFactory
from riverrun.runtime.nats.users import AUDITOR
from tests.support.nats_server import NatsServers
from tests.support.till import ChipsPutIn, ChipsTakenOut, Log, Till, TillOpened, codec, evolve, new_table

bytes_of = msgspec.msgpack.encode


def project(till: Till | None, recorded: Iterable[Recorded]) -> Till | None:
    for one in recorded:
        till = evolve(till, one.event)
    return till


@pytest_asyncio.fixture
async def factory(servers: NatsServers) -> AsyncIterator[CommitsFactory]:
    made = InfrastructureFactory.construct(
        {
            "PERSISTENCE_MODULE": "riverrun.runtime.eventstore.persistence",
            "EVENT_CODEC_TOPIC": "tests.support.till:codec",
            "NATS_URL": ",".join(servers.urls),
            AUDITOR.password_variable: servers.passwords[AUDITOR.password_variable],
        }
    )
    assert isinstance(made, CommitsFactory)
    yield made
    await asyncio.to_thread(made.close)


async def test_a_table_is_rebuilt_at_every_version(log: Log, factory: CommitsFactory) -> None:
    table = new_table()
    await log.fill(table, 4, await log.open(table), 1)
    expected: list[Till] = []
    tail = await log.reader.tail(table)
    assert tail is not None
    async for batch in log.reader.commits(table, 1, tail.seq):
        for one in batch:
            for event in codec.decode_all(one.commit):
                expected.append(evolve(expected[-1] if expected else None, event))

    def rebuild_all() -> list[Any]:
        repository: Repository[str] = Repository(factory.event_store())
        versions = [*range(1, len(expected) + 1), None]
        projector: Any = project
        return [repository.get(table, version=version, projector_func=projector) for version in versions]

    rebuilt = await asyncio.to_thread(rebuild_all)
    assert [bytes_of(till) for till in rebuilt] == [bytes_of(till) for till in [*expected, expected[-1]]]
    assert rebuilt[-1] == (await log.replay.load(table)).state


async def test_events_are_selected_by_version_order_and_limit(log: Log, factory: CommitsFactory) -> None:
    table = new_table()
    await log.fill(table, 3, await log.open(table), 1)
    recorder = await asyncio.to_thread(factory.aggregate_recorder)

    async def versions(**bounds: Any) -> list[int]:
        selected = await asyncio.to_thread(recorder.select_events, table, **bounds)
        return [event.originator_version for event in selected]

    assert await versions() == [1, 2, 3, 4, 5, 6, 7]
    assert await versions(gt=2, lte=5) == [3, 4, 5]
    assert await versions(desc=True, limit=2) == [7, 6]
    assert await versions(gt=7) == []
    selected = await asyncio.to_thread(recorder.select_events, table, gt=6)
    assert isinstance(selected[0], CommittedEvent)
    assert selected[0].commit is not None
    assert selected[0].commit.actor == "player"
    assert await asyncio.to_thread(recorder.select_events, new_table()) == []


async def test_the_library_writes_no_table(factory: CommitsFactory) -> None:
    store = await asyncio.to_thread(factory.event_store)
    with pytest.raises(ProgrammingError, match="CommitStore"):
        store.put([Recorded(new_table(), 1, TillOpened("till"))])
    for refused in (factory.application_recorder, factory.tracking_recorder, factory.process_recorder):
        with pytest.raises(InfrastructureFactoryError):
            refused()


@pytest.mark.parametrize("event", [TillOpened("till"), ChipsPutIn(5), ChipsTakenOut(3, "me")])
def test_both_paths_store_the_same_bytes(event: Any) -> None:
    mapper = CodecMapper(codec)
    stored = mapper.to_stored_event(Recorded("s0-table", 7, event))
    assert (stored.topic, stored.state) == msgspec.structs.astuple(codec.encode(event))
    assert mapper.to_domain_event(stored) == Recorded("s0-table", 7, event)
