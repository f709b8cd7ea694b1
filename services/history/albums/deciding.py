"""What a player's wish makes happen to his album: nothing twice, and not more than it holds."""

from typing import TypeAlias

from riverrun.kernel.identifiers import TableId
from services.history.albums import refusals
from services.history.albums.album import Album
from services.history.albums.album_events import (
    AlbumHappening,
    HandDropped,
    HandKept,
    HandShared,
    ShareEnded,
)

MOST_FAVOURITES, MOST_SHARES = 500, 100

Happenings: TypeAlias = list[AlbumHappening]


def keep(album: Album, kept: HandKept) -> Happenings:
    """A favourite more, or another note on one. Raises `AlbumFull`."""
    known = album.favourites.get((kept.table, kept.hand))
    if known is None and len(album.favourites) >= MOST_FAVOURITES:
        raise refusals.AlbumFull(most=MOST_FAVOURITES)
    if known is not None and not known.note and not kept.note:
        return []
    return [kept]


def drop(album: Album, table: TableId, hand: int, now_ms: int) -> Happenings:
    """A favourite less; one that is none stays none."""
    return [HandDropped(now_ms, table, hand)] if (table, hand) in album.favourites else []


def share(album: Album, shared: HandShared) -> Happenings:
    """A link more; those that ran out make room. Raises `AlbumFull`, and `UnknownShare` for an ended one."""
    if shared.share in album.shares:
        return []
    if shared.share in album.ended:
        raise refusals.UnknownShare
    over = [one.share for one in album.shares.values() if not one.shows(shared.at_ms)]
    if len(album.shares) - len(over) >= MOST_SHARES:
        raise refusals.AlbumFull(most=MOST_SHARES)
    return [*(ShareEnded(shared.at_ms, one) for one in over), shared]


def end_share(album: Album, wanted: str, now_ms: int) -> Happenings:
    """The link shows nothing any more. Raises `UnknownShare`."""
    if wanted not in album.shares:
        raise refusals.UnknownShare
    return [ShareEnded(now_ms, wanted)]
