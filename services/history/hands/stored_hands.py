"""Finished hands out of ClickHouse, each for one viewer: his own cards are opened for him, and no others'."""

from collections.abc import Sequence
from typing import Any

import structlog

from riverrun.holdem.own_cards import bound_to_owner, openings_in
from riverrun.kernel.cards import text_of
from riverrun.runtime.sealing.key_ring import CannotOpen, KeyRing
from services.history.database import Database
from services.history.hands.told_hand import ToldHand, decode_told

log = structlog.get_logger(__name__)

_KEY = "table_id = {table:String} AND hand = {hand:UInt32}"
_TOLD = f"SELECT told, 0 AS seat, '' AS key_id, '' AS box FROM replays WHERE {_KEY}"  # noqa: S608
_OWN = f"SELECT '' AS told, seat, key_id, box FROM sealed_cards WHERE {_KEY} AND player = {{viewer:String}}"  # noqa: S608
_TOLD_AND_OWN = f"{_TOLD} UNION ALL {_OWN}"
"""At once, for a second question would cost as much as the first."""


class StoredHands:
    """Reads finished hands; without a history key ring nobody's own cards. Raises `DatabaseFailed`."""

    def __init__(self, database: Database, history: KeyRing | None = None) -> None:
        self._database = database
        self._history = history

    def told(self, table: str, hand: int, viewer: str = "") -> ToldHand | None:
        """The hand as `viewer` may know it, or everybody (empty); None where it is not over, or never was."""
        asked = {"table": table, "hand": hand, "viewer": viewer}
        rows = self._database.query(_TOLD_AND_OWN if viewer else _TOLD, asked)
        told = [row["told"] for row in rows if row["told"]]
        if not told:
            return None
        public = decode_told(told[0])
        if all(player.player != viewer for player in public.players):
            return public
        boxes = [row for row in rows if row["box"]]
        return public.known_to(viewer, self._own(table, hand, viewer, boxes))

    def _own(self, table: str, hand: int, viewer: str, boxes: Sequence[dict[str, Any]]) -> str:
        """The viewer's own cards; empty where the key is gone."""
        if not boxes or self._history is None:
            return ""
        (row,) = boxes
        bound = bound_to_owner(table, hand, row["seat"], viewer)
        try:
            content = self._history.open(row["key_id"], bytes.fromhex(row["box"]), *bound)
        except CannotOpen as error:
            log.warning("own_cards_stay_shut", table=table, hand=hand, error=str(error))
            return ""
        return text_of(opening.card for opening in openings_in(content))
