"""Favourites' notes, sealed under the history key: who reads the log does not read them."""

import structlog

from riverrun.kernel.commitment import hand_bytes
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.runtime.sealing.key_ring import CannotOpen, KeyRing
from services.history.albums import refusals
from services.history.albums.album import Favourite

log = structlog.get_logger(__name__)

_NOTE = b"riverrun/album/1/note"
NONE = ("", b"")


class Notes:
    """Without a ring there are none."""

    def __init__(self, ring: KeyRing | None) -> None:
        self._ring = ring

    def sealed(self, player: PlayerId, table: TableId, hand: int, note: str) -> tuple[str, bytes]:
        """The key's id and the box; both empty for no note. Raises `NotesShut`."""
        if not note:
            return NONE
        if self._ring is None:
            raise refusals.NotesShut
        return self._ring.current, self._ring.seal(note.encode(), *_bound_to(player, table, hand))

    def opened(self, player: PlayerId, kept: Favourite) -> str:
        """The note; empty where its key is gone."""
        if not kept.note or self._ring is None:
            return ""
        try:
            bound = _bound_to(player, kept.table, kept.hand)
            return self._ring.open(kept.key_id, kept.note, *bound).decode()
        except CannotOpen as error:
            log.warning("note_stays_shut", table=kept.table, hand=kept.hand, error=str(error))
            return ""


def _bound_to(player: PlayerId, table: TableId, hand: int) -> tuple[bytes, ...]:
    return _NOTE, player.encode(), table.encode(), hand_bytes(hand)
