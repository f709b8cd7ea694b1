"""All dockets as an application of the event-sourcing library; it blocks."""

from collections.abc import Iterable, Sequence
from typing import Any

from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import ApplicationRecorder, Mapper

from riverrun.contracts.subjects import REVIEWS_STREAM
from riverrun.runtime.eventstore.aggregates.persistence import AggregatesFactory
from riverrun.runtime.eventstore.codec import EventCodec
from riverrun.runtime.eventstore.mapper import CodecMapper, Recorded
from riverrun.runtime.nats.users import User
from services.history.docket.docket import Docket, evolve
from services.history.docket.docket_events import TOPICS

KEPT = "50"
"""Dockets kept in memory; what was written since is read each time, so that no process sees an old one."""

codec = EventCodec(TOPICS)


def environment(user: User, password: str, servers: Sequence[str]) -> dict[str, str]:
    """What the library's environment says about where dockets live."""
    return {
        "PERSISTENCE_MODULE": "riverrun.runtime.eventstore.aggregates.persistence",
        "NATS_URL": ",".join(servers),
        "NATS_USER": user.name,
        user.password_variable: password,
        "EVENT_STREAM": REVIEWS_STREAM,
        "EVENT_ROOT": "reviews",
        "AGGREGATE_CACHE_MAXSIZE": KEPT,
        "DEEPCOPY_FROM_AGGREGATE_CACHE": "n",
    }


class DocketsApplication(Application[str]):
    """Stores and rebuilds dockets. Raises the library's persistence errors."""

    name = "reviews"

    def construct_mapper(self) -> Mapper[str]:
        """Our codec's mapper, with the library's compressor and cipher where asked for."""
        return CodecMapper(codec, None, self.factory.compressor(), self.factory.cipher())

    def construct_recorder(self) -> ApplicationRecorder:
        """One that packs: nobody follows the dockets' log."""
        assert isinstance(self.factory, AggregatesFactory)
        return self.factory.packing_recorder()

    def docket(self, club: str) -> Docket:
        """A club's docket as it stands; an empty one where nothing was ever decided."""
        projector: Any = project
        try:
            found: Any = self.repository.get(club, projector_func=projector, deepcopy_from_cache=False)
        except AggregateNotFoundError:
            return Docket(club)
        assert isinstance(found, Docket)
        return found

    def record(self, docket: Docket, events: Sequence[Any]) -> None:
        """Store events behind the docket, all or none."""
        self.save(*[Recorded(docket.club, docket.version + i, event) for i, event in enumerate(events, 1)])


def project(found: Any, events: Iterable[Any]) -> Any:
    """The library's projector: `evolve` over what is recorded."""
    docket: Docket | None = found
    for one in events:
        assert isinstance(one, Recorded)
        docket = evolve(docket or Docket(one.originator_id), one.event)
    return docket
