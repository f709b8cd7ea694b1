"""Tables played live are rebuilt by the library's Repository exactly as by the asyncio path."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from eventsourcing.application import Repository
from eventsourcing.persistence import InfrastructureFactory

from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table
from riverrun.runtime.eventstore.mapper import Recorded
from riverrun.runtime.eventstore.persistence import CommitsFactory
from riverrun.runtime.eventstore.replay import Replay
from riverrun.runtime.nats.users import AUDITOR
from services.table.codec import codec
from services.table.host.record import Record, fold
from tests.support.live_table import TABLE
from tests.support.nats_server import NatsServers
from tests.support.table_life import TableLife
from tests.support.till import Log

bytes_of = msgspec.msgpack.encode


def project(table: Table | None, recorded: Iterable[Recorded]) -> Table | None:
    for one in recorded:
        table = evolve(table, one.event)
    return table


@pytest.fixture
def factory(servers: NatsServers) -> Iterator[CommitsFactory]:
    made = InfrastructureFactory.construct(
        {
            "PERSISTENCE_MODULE": "riverrun.runtime.eventstore.persistence",
            "EVENT_CODEC_TOPIC": "services.table.codec:codec",
            "NATS_URL": ",".join(servers.urls),
            AUDITOR.password_variable: servers.passwords[AUDITOR.password_variable],
        }
    )
    assert isinstance(made, CommitsFactory)
    yield made
    made.close()


async def test_the_librarys_repository_and_the_asyncio_path_rebuild_the_same_table(
    servers: NatsServers, factory: CommitsFactory, log: Log
) -> None:
    life = TableLife(404)
    await life.play(12)
    table = f"s0-replay{servers.replicas}"
    seq = 0
    for commit in life.live.log.commits:
        assert commit.table == TABLE
        # Sent again where a cluster changes its leader just then.
        seq = await log.store.append(msgspec.structs.replace(commit, table=table), seq)

    states: dict[int, bytes] = {}
    state: Table | None = None
    for commit in life.live.log.commits:
        for at, event in enumerate(codec.decode_all(commit)):
            state = evolve(state, event)
            states[commit.first_version + at] = bytes_of(state)

    def rebuild(versions: list[int]) -> list[bytes]:
        repository: Repository[str] = Repository(factory.event_store())
        projector: Any = project
        return [
            bytes_of(repository.get(table, version=version, projector_func=projector)) for version in versions
        ]

    versions = [*range(1, len(states), 29), len(states)]
    assert await asyncio.to_thread(rebuild, versions) == [states[version] for version in versions]

    replay = Replay[Record](log.reader, log.snapshots, codec, fold, Record, "fold")
    loaded = await replay.load(table)
    assert loaded.state is not None
    assert bytes_of(loaded.state.table) == states[len(states)]
    assert loaded.version == len(states)
    assert bytes_of(loaded.state) == bytes_of(life.live.hosted.record)
