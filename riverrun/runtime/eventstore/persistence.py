"""The persistence module that the event-sourcing library finds by `PERSISTENCE_MODULE`: tables, for reading.

Environment: `NATS_URL` (several with commas), `NATS_USER` (default `auditor`) and that user's password
variable; `EVENT_CODEC_TOPIC` names an `EventCodec`, such as `package.module:codec`. Recorders that also
write, for aggregates that live in the library alone, stand in `aggregates/`, with a module of their own.
"""

from typing import Any

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    EventStore,
    InfrastructureFactory,
    InfrastructureFactoryError,
    Mapper,
    ProcessRecorder,
    TrackingRecorder,
    Transcoder,
)
from eventsourcing.utils import Environment, resolve_topic
from nats.aio.client import Client

from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.loop_thread import LoopThread
from riverrun.runtime.eventstore.mapper import CodecMapper
from riverrun.runtime.eventstore.recorder import CommitRecorder
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import user_named


class CommitsFactory(InfrastructureFactory[TrackingRecorder]):
    """Makes the library's read side over one connection, which lives on a loop thread until `close`."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self._loop: LoopThread | None = None
        self._client: Client | None = None

    def mapper(
        self, transcoder: Transcoder | None = None, mapper_class: type[Mapper[Any]] | None = None
    ) -> Mapper[Any]:
        """The mapper over the codec that the environment names; no other mapper reads our events."""
        assert mapper_class is None, "tables are read by CodecMapper"
        topic = self.env.get("EVENT_CODEC_TOPIC")
        if not topic:
            raise InfrastructureFactoryError("EVENT_CODEC_TOPIC is not set")
        return CodecMapper(resolve_topic(topic), transcoder, self.compressor(), self.cipher())

    def event_store(
        self, mapper: Mapper[Any] | None = None, recorder: AggregateRecorder | None = None
    ) -> EventStore[Any]:
        """The event store from which a `Repository` rebuilds tables."""
        return EventStore(mapper or self.mapper(), recorder or self.aggregate_recorder())

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """The recorder of tables' events."""
        if purpose != "events":
            raise InfrastructureFactoryError(f"no recorder for {purpose}: snapshots are not the library's")
        if self._loop is None or self._client is None:
            self._loop = LoopThread()
            self._client = self._loop.call(connect(self._settings()))
        api = JetStreamApi(self._client, user_named(self._user()).api_prefix)
        return CommitRecorder(CommitReader(api), self._loop)

    def application_recorder(self) -> ApplicationRecorder:
        """Refuse: the order of tables' events among each other is the stream's, read by a consumer."""
        raise InfrastructureFactoryError("tables have no notification log")

    def tracking_recorder(
        self,
        tracking_recorder_class: type[TrackingRecorder] | None = None,  # noqa: ARG002  the library's signature
    ) -> TrackingRecorder:
        """Refuse."""
        raise InfrastructureFactoryError("this persistence module only reads tables")

    def process_recorder(self) -> ProcessRecorder:
        """Refuse."""
        raise InfrastructureFactoryError("this persistence module only reads tables")

    def close(self) -> None:
        """Close the connection and end its thread."""
        if self._loop is not None:
            if self._client is not None:
                self._loop.call(self._client.close(), 10)
            self._loop.stop()
        self._loop = self._client = None

    def _user(self) -> str:
        return self.env.get("NATS_USER", "auditor")

    def _settings(self) -> NatsSettings:
        user = user_named(self._user())
        servers = self.env.get("NATS_URL", "nats://127.0.0.1:4222")
        return NatsSettings(user, self.env.get(user.password_variable, ""), tuple(servers.split(",")))
