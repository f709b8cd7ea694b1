"""The event-sourcing library's own test cases pass on our recorders, on one nats-server and on three."""

import asyncio
from contextlib import suppress
from typing import Any

import nats.js.errors
import pytest
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    IntegrityError,
    ProcessRecorder,
    ProgrammingError,
    StoredEvent,
    Tracking,
    TrackingRecorder,
)
from eventsourcing.tests import persistence as cases
from eventsourcing.utils import Environment
from nats.js import JetStreamContext

from riverrun.contracts.subjects import (
    ALL_LEDGER,
    CLUB_SNAPSHOTS_STREAM,
    LEDGER_STREAM,
)
from riverrun.runtime.eventstore.aggregates.persistence import AggregatesFactory
from riverrun.runtime.eventstore.aggregates.recorders import (
    JetStreamAggregateRecorder,
    JetStreamApplicationRecorder,
    JetStreamProcessRecorder,
    JetStreamTrackingRecorder,
)
from riverrun.runtime.nats.stream_configs import events_config
from riverrun.runtime.nats.users import CLUB, OPERATOR
from tests.support.nats_server import NatsServers, until_answered


def environment(servers: NatsServers) -> Environment:
    """The ledger's stream, as the club service opens it."""
    return Environment(
        "test",
        {
            "PERSISTENCE_MODULE": "riverrun.runtime.eventstore.aggregates.persistence",
            "NATS_URL": ",".join(servers.urls),
            "NATS_USER": CLUB.name,
            CLUB.password_variable: servers.passwords[CLUB.password_variable],
            "EVENT_STREAM": LEDGER_STREAM,
            "EVENT_ROOT": "ledger",
            "SNAPSHOT_STREAM": CLUB_SNAPSHOTS_STREAM,
            "SNAPSHOT_ROOT": "club_snapshots.test",
        },
    )


async def found_anew(servers: NatsServers) -> None:
    """An empty stream: the library's cases count its notifications from one."""
    operator = await servers.connect(OPERATOR)
    try:
        jetstream = operator.jetstream(timeout=5)
        await until_answered(lambda: deleted(jetstream))
        config = events_config(LEDGER_STREAM, ALL_LEDGER, "a test's", servers.replicas)
        await until_answered(lambda: jetstream.add_stream(config))
        await until_answered(lambda: require_empty(jetstream))
    finally:
        await operator.close()


async def deleted(jetstream: JetStreamContext) -> None:
    with suppress(nats.js.errors.NotFoundError):
        await jetstream.delete_stream(LEDGER_STREAM)


class StillTheOld(nats.js.errors.Error):
    """A replica that is behind may still read from the stream of before."""


async def require_empty(jetstream: JetStreamContext) -> None:
    """Raises `StillTheOld`."""
    found = await jetstream.stream_info(LEDGER_STREAM)
    peers = [] if found.cluster is None else found.cluster.replicas or []
    if found.state.messages or not all(peer.current for peer in peers):
        raise StillTheOld


class OnServers:
    """Gives a test case of the library a factory on servers of ours."""

    servers_fixture = "one_server"
    factory: AggregatesFactory
    env: Environment

    @pytest.fixture(autouse=True)
    def _open(self, request: pytest.FixtureRequest) -> Any:
        servers = request.getfixturevalue(self.servers_fixture)
        asyncio.run(found_anew(servers))
        self.env = environment(servers)
        self.factory = AggregatesFactory(self.env)
        yield
        self.factory.close()


class TestAggregateRecorder(OnServers, cases.AggregateRecorderTestCase):
    def create_recorder(self) -> AggregateRecorder:
        return self.factory.aggregate_recorder()


class TestApplicationRecorder(OnServers, cases.ApplicationRecorderTestCase[ApplicationRecorder]):
    def create_recorder(self) -> ApplicationRecorder:
        return self.factory.application_recorder()

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestTrackingRecorder(OnServers, cases.TrackingRecorderTestCase):
    def create_recorder(self) -> TrackingRecorder:
        return self.factory.tracking_recorder()


class TestProcessRecorder(OnServers, cases.ProcessRecorderTestCase):
    def create_recorder(self) -> ProcessRecorder:
        return self.factory.process_recorder()


class TestNonInterleaving(OnServers, cases.NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> ApplicationRecorder:
        return self.factory.application_recorder()


class RememberedTracking(JetStreamTrackingRecorder):
    """A subclass, as an application may bring one."""


class TestFactory(OnServers, cases.InfrastructureFactoryTestCase[AggregatesFactory]):
    def expected_factory_class(self) -> type[AggregatesFactory]:
        return AggregatesFactory

    def expected_aggregate_recorder_class(self) -> type[AggregateRecorder]:
        return JetStreamAggregateRecorder

    def expected_application_recorder_class(self) -> type[ApplicationRecorder]:
        return JetStreamApplicationRecorder

    def expected_tracking_recorder_class(self) -> type[TrackingRecorder]:
        return JetStreamTrackingRecorder

    def tracking_recorder_subclass(self) -> type[TrackingRecorder]:
        return RememberedTracking

    def expected_process_recorder_class(self) -> type[ProcessRecorder]:
        return JetStreamProcessRecorder


class TestOurs(OnServers):
    """What the library's cases do not ask."""

    def test_a_version_that_does_not_follow_is_refused(self) -> None:
        recorder = self.factory.aggregate_recorder()
        recorder.insert_events([StoredEvent("club", 1, "opened", b"")])
        with pytest.raises(IntegrityError):
            recorder.insert_events([StoredEvent("club", 3, "moved", b"")])
        with pytest.raises(ProgrammingError):
            recorder.insert_events([StoredEvent("a.b", 1, "opened", b"")])

    def test_of_two_writers_the_second_is_refused_whatever_it_remembers(self) -> None:
        other = AggregatesFactory(self.env)
        try:
            first, second = self.factory.application_recorder(), other.application_recorder()
            first.insert_events([StoredEvent("club", 1, "opened", b"")])
            second.insert_events([StoredEvent("club", 2, "moved", b"second")])
            with pytest.raises(IntegrityError):
                first.insert_events([StoredEvent("club", 2, "moved", b"first")])
            with pytest.raises(IntegrityError):
                first.insert_events([StoredEvent("club", v, "moved", b"first") for v in (2, 3)])
            assert first.insert_events([StoredEvent("club", 3, "moved", b"first")]) == [3]
            assert [one.state for one in second.select_events("club", gt=1)] == [b"second", b"first"]
        finally:
            other.close()

    def test_a_range_of_versions_is_found_among_many_aggregates(self) -> None:
        recorder = self.factory.application_recorder()
        for version in range(1, 41):
            for club in ("ann", "bob", "cid"):
                if club != "cid" or version < 3:
                    recorder.insert_events([StoredEvent(club, version, "moved", b"")])
        assert [one.originator_version for one in recorder.select_events("bob", gt=37)] == [38, 39, 40]
        assert [one.originator_version for one in recorder.select_events("ann", gt=9, lte=11)] == [10, 11]
        assert [one.originator_version for one in recorder.select_events("cid", gt=1)] == [2]
        assert recorder.select_events("bob", gt=40) == []
        found = recorder.select_events("bob", lte=20, desc=True, limit=1)
        assert [one.originator_version for one in found] == [20]

    def test_the_newest_snapshot_takes_the_place_of_the_one_before(self) -> None:
        recorder = self.factory.aggregate_recorder("snapshots")
        for version in (10, 20):
            recorder.insert_events([StoredEvent("club", version, "balances", b"%d" % version)])
        assert [one.originator_version for one in recorder.select_events("club", desc=True, limit=1)] == [20]
        assert recorder.select_events("club", lte=19) == []

    def test_an_event_and_a_place_are_stored_both_or_neither(self) -> None:
        recorder = self.factory.process_recorder()
        recorder.insert_events([StoredEvent("club", 1, "moved", b"")], tracking=Tracking("elsewhere", 7))
        with pytest.raises(IntegrityError):
            recorder.insert_events([StoredEvent("club", 2, "moved", b"")], tracking=Tracking("elsewhere", 7))
        assert len(recorder.select_events("club")) == 1
        assert recorder.max_tracking_id("elsewhere") == 7


class TestOursOnThree(TestOurs):
    servers_fixture = "three_servers"


class TestAggregateRecorderOnThree(TestAggregateRecorder):
    servers_fixture = "three_servers"


class TestApplicationRecorderOnThree(TestApplicationRecorder):
    servers_fixture = "three_servers"


class TestTrackingRecorderOnThree(TestTrackingRecorder):
    servers_fixture = "three_servers"


class TestProcessRecorderOnThree(TestProcessRecorder):
    servers_fixture = "three_servers"


class TestNonInterleavingOnThree(TestNonInterleaving):
    servers_fixture = "three_servers"
