"""All albums as an application of the event-sourcing library; it blocks."""

from collections.abc import Iterable, Sequence
from typing import Any

from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import ApplicationRecorder, Mapper

from riverrun.contracts.subjects import ALBUMS_STREAM
from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.eventstore.aggregates.persistence import AggregatesFactory
from riverrun.runtime.eventstore.codec import EventCodec
from riverrun.runtime.eventstore.mapper import CodecMapper, Recorded
from riverrun.runtime.nats.users import HISTORY
from services.history.albums.album import Album, evolve
from services.history.albums.album_events import TOPICS

KEPT = "500"
"""Albums kept in memory; what was written since is read each time, so that no process sees an old one."""

codec = EventCodec(TOPICS)


def environment(password: str, servers: tuple[str, ...]) -> dict[str, str]:
    """What the library's environment says about where albums live."""
    return {
        "PERSISTENCE_MODULE": "riverrun.runtime.eventstore.aggregates.persistence",
        "NATS_URL": ",".join(servers),
        "NATS_USER": HISTORY.name,
        HISTORY.password_variable: password,
        "EVENT_STREAM": ALBUMS_STREAM,
        "EVENT_ROOT": "albums",
        "AGGREGATE_CACHE_MAXSIZE": KEPT,
        "DEEPCOPY_FROM_AGGREGATE_CACHE": "n",
    }


class AlbumsApplication(Application[str]):
    """Stores and rebuilds albums. Raises the library's persistence errors."""

    name = "albums"

    def construct_mapper(self) -> Mapper[str]:
        """Our codec's mapper, with the library's compressor and cipher where asked for."""
        return CodecMapper(codec, None, self.factory.compressor(), self.factory.cipher())

    def construct_recorder(self) -> ApplicationRecorder:
        """One that packs: nobody follows the albums' log."""
        assert isinstance(self.factory, AggregatesFactory)
        return self.factory.packing_recorder()

    def album(self, player: PlayerId) -> Album:
        """A player's album as it stands; an empty one where he has never kept anything."""
        projector: Any = project
        try:
            found: Any = self.repository.get(player, projector_func=projector, deepcopy_from_cache=False)
        except AggregateNotFoundError:
            return Album(player)
        assert isinstance(found, Album)
        return found

    def record(self, album: Album, events: Sequence[Any]) -> None:
        """Store events behind the album, all or none."""
        self.save(*[Recorded(album.player, album.version + i, event) for i, event in enumerate(events, 1)])


def project(found: Any, events: Iterable[Any]) -> Any:
    """The library's projector: `evolve` over what is recorded."""
    album: Album | None = found
    for one in events:
        assert isinstance(one, Recorded)
        album = evolve(album or Album(one.originator_id), one.event)
    return album
