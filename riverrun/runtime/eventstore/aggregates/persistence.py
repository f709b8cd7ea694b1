"""The persistence module for the library's applications: `PERSISTENCE_MODULE` names it.

Environment: `NATS_URL` (several with commas), `NATS_USER` and that user's password variable; `EVENT_STREAM`
and `EVENT_ROOT` say where the application's events live (`LEDGER`, `ledger`), `SNAPSHOT_STREAM` and
`SNAPSHOT_ROOT` where its snapshots do. Streams are founded by the operator beforehand, never from here.
"""

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    InfrastructureFactory,
    InfrastructureFactoryError,
    ProcessRecorder,
    TrackingRecorder,
)
from eventsourcing.utils import Environment, resolve_topic
from nats.aio.client import Client

from riverrun.runtime.eventstore.aggregates.reading import EntryReader
from riverrun.runtime.eventstore.aggregates.recorders import (
    JetStreamAggregateRecorder,
    JetStreamApplicationRecorder,
    JetStreamProcessRecorder,
    JetStreamTrackingRecorder,
    PackingRecorder,
)
from riverrun.runtime.eventstore.aggregates.room import Room
from riverrun.runtime.eventstore.aggregates.snapshots import NewestSnapshotRecorder
from riverrun.runtime.eventstore.aggregates.writing import EntryWriter
from riverrun.runtime.eventstore.loop_thread import LoopThread
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import User, user_named


class AggregatesFactory(InfrastructureFactory[JetStreamTrackingRecorder]):
    """Makes recorders over one connection, which lives on a loop thread until `close`."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self._loop: LoopThread | None = None
        self._client: Client | None = None

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """Events, or for the purpose `snapshots` snapshots."""
        if purpose == "snapshots":
            return self.newest_only(self._named("SNAPSHOT_STREAM"), self._named("SNAPSHOT_ROOT"))
        return JetStreamAggregateRecorder(*self._parts())

    def newest_only(self, stream: str, root: str) -> AggregateRecorder:
        """A recorder that keeps one thing an id, in place of the one before."""
        loop, client = self._connected()
        room = Room(stream, root)
        return NewestSnapshotRecorder(room, client, EntryReader(self._api(client), room), loop)

    def application_recorder(self) -> ApplicationRecorder:
        """Events with their order among each other."""
        topic = self.env.get(self.APPLICATION_RECORDER_TOPIC)
        made: type[JetStreamApplicationRecorder] = (
            resolve_topic(topic) if topic else JetStreamApplicationRecorder
        )
        return made(*self._parts())

    @property
    def loop(self) -> LoopThread:
        """Where the connection lives."""
        return self._connected()[0]

    def packing_recorder(self) -> PackingRecorder:
        """Events, packed, for an application that is not followed."""
        return PackingRecorder(*self._parts())

    def tracking_recorder(
        self, tracking_recorder_class: type[JetStreamTrackingRecorder] | None = None
    ) -> JetStreamTrackingRecorder:
        """Places of upstream applications."""
        topic = self.env.get(self.TRACKING_RECORDER_TOPIC)
        named: type[TrackingRecorder] | None = resolve_topic(topic) if topic else None
        made = tracking_recorder_class or named or JetStreamTrackingRecorder
        assert issubclass(made, JetStreamTrackingRecorder)
        return made(*self._parts())

    def process_recorder(self) -> ProcessRecorder:
        """Both together."""
        topic = self.env.get(self.PROCESS_RECORDER_TOPIC)
        made: type[JetStreamProcessRecorder] = resolve_topic(topic) if topic else JetStreamProcessRecorder
        return made(*self._parts())

    def close(self) -> None:
        """Close the connection and end its thread."""
        if self._loop is not None:
            if self._client is not None:
                self._loop.call(self._client.close(), 10)
            self._loop.stop()
        self._loop = self._client = None

    def _parts(self) -> tuple[Room, EntryReader, EntryWriter, LoopThread]:
        loop, client = self._connected()
        room = Room(self._named("EVENT_STREAM"), self._named("EVENT_ROOT"))
        reader = EntryReader(self._api(client), room)
        return room, reader, EntryWriter(client, reader, room), loop

    def _connected(self) -> tuple[LoopThread, Client]:
        if self._loop is None or self._client is None:
            self._loop = LoopThread()
            servers = self.env.get("NATS_URL", "nats://127.0.0.1:4222").split(",")
            password = self.env.get(self._user.password_variable, "")
            self._client = self._loop.call(connect(NatsSettings(self._user, password, tuple(servers))))
        return self._loop, self._client

    def _api(self, client: Client) -> JetStreamApi:
        return JetStreamApi(client, self._user.api_prefix)

    @property
    def _user(self) -> User:
        return user_named(self._named("NATS_USER"))

    def _named(self, variable: str) -> str:
        value = self.env.get(variable)
        if not value:
            raise InfrastructureFactoryError(f"{variable} is not set")
        return value
