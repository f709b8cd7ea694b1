"""Carrying out what players wish of their albums, behind what others write; it blocks."""

from collections.abc import Callable
from typing import Protocol

from eventsourcing.persistence import IntegrityError

from riverrun.kernel.identifiers import PlayerId
from services.history.albums import refusals
from services.history.albums.album import Album, Share
from services.history.albums.deciding import Happenings
from services.history.albums.links import link_in

ATTEMPTS = 8


class WrittenAllTheTime(RuntimeError):
    """Others wrote to the album each time that we were about to."""


class StoredAlbums(Protocol):
    """Where albums are; `AlbumsApplication` is one."""

    def album(self, player: PlayerId) -> Album: ...

    def record(self, album: Album, events: Happenings) -> None: ...


class Albums:
    """Raises refusals and the library's persistence errors."""

    def __init__(self, stored: StoredAlbums) -> None:
        self._stored = stored

    def of(self, player: PlayerId) -> Album:
        """A player's album as it stands."""
        return self._stored.album(player)

    def carry_out(self, player: PlayerId, decide: Callable[[Album], Happenings]) -> Album:
        """The album with what follows recorded."""
        for _ in range(ATTEMPTS):
            album = self._stored.album(player)
            events = decide(album)
            if not events:
                return album
            try:
                self._stored.record(album, events)
            except IntegrityError:
                continue
            return self._stored.album(player)
        raise WrittenAllTheTime(player)

    def behind(self, token: str, now_ms: int) -> tuple[PlayerId, Share]:
        """Who shared, and what. Raises `UnknownShare`."""
        link = link_in(token)
        share = self._stored.album(link.player).shares.get(link.share)
        if share is None or not share.shows(now_ms):
            raise refusals.UnknownShare
        return link.player, share
