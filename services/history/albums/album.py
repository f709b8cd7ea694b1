"""A player's album as it stands, and how each event changes it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from riverrun.kernel.identifiers import PlayerId, TableId
from services.history.albums.album_events import AlbumEmptied, HandDropped, HandKept, HandShared, ShareEnded

REMEMBERED = 200


class Favourite(msgspec.Struct, frozen=True):
    """A hand that the player keeps; his note is still in its box."""

    table: TableId
    hand: int
    since_ms: int
    key_id: str = ""
    note: bytes = b""


class Share(msgspec.Struct, frozen=True):
    """A link to a hand."""

    share: str
    table: TableId
    hand: int
    since_ms: int
    own_cards: bool
    until_ms: int = 0

    def shows(self, now_ms: int) -> bool:
        """Whether it has not run out."""
        return not self.until_ms or now_ms < self.until_ms


class Album(msgspec.Struct, frozen=True):
    """One player's; nothing happened to it at version 0."""

    player: PlayerId
    version: int = 0
    favourites: dict[tuple[TableId, int], Favourite] = {}
    shares: dict[str, Share] = {}
    ended: tuple[str, ...] = ()
    """The last links that were ended: asked for again, they do not come back."""


def evolve(album: Album, event: Any) -> Album:
    """The album after an event."""
    return msgspec.structs.replace(_changed(album, event), version=album.version + 1)


def _changed(album: Album, event: Any) -> Album:
    replace = msgspec.structs.replace
    match event:
        case HandKept(table=table, hand=hand):
            known = album.favourites.get((table, hand))
            since_ms = event.at_ms if known is None else known.since_ms
            kept = Favourite(table, hand, since_ms, event.key_id, event.note)
            return replace(album, favourites={**album.favourites, (table, hand): kept})
        case HandDropped(table=table, hand=hand):
            return replace(album, favourites=_without(album.favourites, (table, hand)))
        case HandShared(share=share):
            made = Share(share, event.table, event.hand, event.at_ms, event.own_cards, event.until_ms)
            return replace(album, shares={**album.shares, share: made})
        case ShareEnded(share=share):
            return _ended(album, (share,))
        case AlbumEmptied():
            return _ended(replace(album, favourites={}), album.shares)
        case _:
            raise AssertionError(f"{type(event).__name__} does not happen to albums")


def _ended(album: Album, shares: Iterable[str]) -> Album:
    ended = (*album.ended, *shares)
    left = {name: one for name, one in album.shares.items() if name not in ended}
    return msgspec.structs.replace(album, shares=left, ended=ended[-REMEMBERED:])


def _without(found: Any, key: Any) -> Any:
    return {name: value for name, value in found.items() if name != key}
