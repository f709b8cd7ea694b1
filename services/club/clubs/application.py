"""All clubs as an application of the event-sourcing library; it blocks."""

from collections.abc import Iterable, Sequence
from typing import Any

from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import Mapper, Notification

from riverrun.contracts.subjects import CLUB_SNAPSHOTS_STREAM, CLUBS_STREAM
from riverrun.runtime.eventstore.mapper import CodecMapper, Recorded
from riverrun.runtime.nats.users import User
from services.club.clubs import refusals
from services.club.clubs.club import Club, evolve
from services.club.clubs.codec import codec

CLUBS_ROOT = "clubs"
CLUBS_KEPT = "500"
"""Clubs kept in memory; what was written since is read each time, so that no process sees an old club."""


def environment(user: User, password: str, servers: tuple[str, ...]) -> dict[str, str]:
    """What the library's environment says about where clubs live."""
    return {
        "PERSISTENCE_MODULE": "riverrun.runtime.eventstore.aggregates.persistence",
        "NATS_URL": ",".join(servers),
        "NATS_USER": user.name,
        user.password_variable: password,
        "EVENT_STREAM": CLUBS_STREAM,
        "EVENT_ROOT": CLUBS_ROOT,
        "SNAPSHOT_STREAM": CLUB_SNAPSHOTS_STREAM,
        "SNAPSHOT_ROOT": "club_snapshots.clubs",
        "AGGREGATE_CACHE_MAXSIZE": CLUBS_KEPT,
        "DEEPCOPY_FROM_AGGREGATE_CACHE": "n",
    }


class ClubsApplication(Application[str]):
    """Stores and rebuilds clubs. Raises the library's persistence errors."""

    name = "clubs"

    def construct_mapper(self) -> Mapper[str]:
        """Our codec's mapper, with the library's compressor and cipher where asked for."""
        return CodecMapper(codec, None, self.factory.compressor(), self.factory.cipher())

    def club(self, club: str) -> Club:
        """A club as it stands. Raises `UnknownClub`."""
        projector: Any = project
        try:
            found: Any = self.repository.get(club, projector_func=projector, deepcopy_from_cache=False)
        except AggregateNotFoundError:
            raise refusals.UnknownClub from None
        assert isinstance(found, Club)
        return found

    def record(self, club: str, version: int, events: Sequence[Any]) -> None:
        """Store events behind a version, all or none."""
        self.save(*[Recorded(club, version + i, event) for i, event in enumerate(events, 1)])

    def after(self, place: int, limit: int) -> Sequence[Notification]:
        """What happened to clubs after a place in the log."""
        return self.recorder.select_notifications(place, limit, inclusive_of_start=False)


def project(found: Any, events: Iterable[Any]) -> Any:
    """The library's projector: `evolve` over what is recorded."""
    club: Club | None = found
    for one in events:
        assert isinstance(one, Recorded)
        club = evolve(club, one.event)
    return club
