"""What can happen to a player's album; stored names are for ever."""

from typing import Any, TypeAlias

from riverrun.contracts.events.event import Event
from riverrun.kernel.identifiers import TableId


class AlbumEvent(Event, frozen=True, array_like=True):
    """What all have in common."""

    at_ms: int


class HandKept(AlbumEvent, frozen=True, array_like=True):
    """A hand is among the player's favourites, with a note in a box that opens for him (empty: none)."""

    table: TableId
    hand: int
    key_id: str
    note: bytes


class HandDropped(AlbumEvent, frozen=True, array_like=True):
    """The hand is no favourite any more."""

    table: TableId
    hand: int


class HandShared(AlbumEvent, frozen=True, array_like=True):
    """Who has the link sees the hand from here on, as the player does or, without `own_cards`, as everybody.

    `share` is the mark of the link's secret. `until_ms` 0: until it is ended.
    """

    share: str
    table: TableId
    hand: int
    own_cards: bool
    until_ms: int


class ShareEnded(AlbumEvent, frozen=True, array_like=True):
    """The link shows nothing any more."""

    share: str


class AlbumEmptied(AlbumEvent, frozen=True, array_like=True):
    """The player keeps nothing and shows nothing any more. It happens no more, and stands in older logs."""


AlbumHappening: TypeAlias = HandKept | HandDropped | HandShared | ShareEnded | AlbumEmptied

TOPICS: dict[str, type[Any]] = {
    "album.hand_kept": HandKept,
    "album.hand_dropped": HandDropped,
    "album.hand_shared": HandShared,
    "album.share_ended": ShareEnded,
    "album.emptied": AlbumEmptied,
}
