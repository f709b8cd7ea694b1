"""Finished hands out of ClickHouse, each for one viewer: his own cards are opened for him, and no others'."""

import structlog

from riverrun.holdem.own_cards import bound_to_owner, openings_in
from riverrun.kernel.cards import text_of
from riverrun.runtime.sealing.key_ring import CannotOpen, KeyRing
from services.history.database import Database
from services.history.hands.told_hand import ToldHand, decode_told

log = structlog.get_logger(__name__)

_KEY = "table_id = {table:String} AND hand = {hand:UInt32}"


class StoredHands:
    """Reads finished hands; without a history key ring nobody's own cards. Raises `DatabaseFailed`."""

    def __init__(self, database: Database, history: KeyRing | None = None) -> None:
        self._database = database
        self._history = history

    def told(self, table: str, hand: int, viewer: str = "") -> ToldHand | None:
        """The hand as `viewer` may know it, or everybody (empty); None where it is not over, or never was."""
        found = self._database.query(f"SELECT told FROM replays WHERE {_KEY}", {"table": table, "hand": hand})  # noqa: S608
        if not found:
            return None
        public = decode_told(found[0]["told"])
        if all(player.player != viewer for player in public.players):
            return public
        return public.known_to(viewer, self._own(table, hand, viewer))

    def _own(self, table: str, hand: int, viewer: str) -> str:
        """The viewer's own cards; empty where the key is gone."""
        found = self._database.query(
            f"SELECT seat, key_id, box FROM sealed_cards WHERE {_KEY} AND player = {{viewer:String}}",  # noqa: S608
            {"table": table, "hand": hand, "viewer": viewer},
        )
        if not found or self._history is None:
            return ""
        (row,) = found
        bound = bound_to_owner(table, hand, row["seat"], viewer)
        try:
            content = self._history.open(row["key_id"], bytes.fromhex(row["box"]), *bound)
        except CannotOpen as error:
            log.warning("own_cards_stay_shut", table=table, hand=hand, error=str(error))
            return ""
        return text_of(opening.card for opening in openings_in(content))
