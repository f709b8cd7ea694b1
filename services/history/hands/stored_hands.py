"""Finished hands out of ClickHouse, each for one viewer: his own cards are opened for him, and no others'."""

from typing import Any

import structlog

from riverrun.holdem.own_cards import bound_to_owner, openings_in
from riverrun.kernel.cards import text_of
from riverrun.runtime.sealing.key_ring import CannotOpen, KeyRing
from services.history.database import Database
from services.history.hands.told_hand import Step, ToldHand, ToldPlayer, ToldPot

log = structlog.get_logger(__name__)

_KEY = "table_id = {table:String} AND hand = {hand:UInt32}"
_STEPS = f"""
SELECT step, at_ms, toString(kind) AS kind, toString(street) AS street, seat, amount, to_total AS to, pot,
    0 AS board, all_in = 1 AS all_in, think_ms, '' AS cards FROM actions WHERE {_KEY}
UNION ALL
SELECT step, at_ms, 'board', toString(street), 0, 0, 0, 0, board, false, 0, cards FROM boards WHERE {_KEY}
UNION ALL
SELECT step, at_ms, toString(kind), '', seat, 0, 0, 0, 0, false, 0, cards FROM shows WHERE {_KEY}
UNION ALL
SELECT step, at_ms, 'award', '', seat, amount, 0, pot, board, false, 0, '' FROM awards WHERE {_KEY}
UNION ALL
SELECT step, at_ms, concat('insurance_', toString(kind)), toString(street), seat, amount, 0, pot, 0, false, 0,
    '' FROM insurance WHERE {_KEY}
"""  # noqa: S608  our own names


class StoredHands:
    """Reads finished hands; without a history key ring nobody's own cards. Raises `DatabaseFailed`."""

    def __init__(self, database: Database, history: KeyRing | None = None) -> None:
        self._database = database
        self._history = history

    def told(self, table: str, hand: int, viewer: str = "") -> ToldHand | None:
        """The hand as `viewer` may know it, or everybody (empty); None where it is not over, or never was."""
        key = {"table": table, "hand": hand}
        found = self._database.query(
            "SELECT *, toString(kind) AS kind_name, toString(ended_by) AS ended FROM hands WHERE"  # noqa: S608
            f" {_KEY} LIMIT 1",
            key,
        )
        if not found:
            return None
        (row,) = found
        own = self._own(table, hand, viewer) if viewer else ""
        pots = self._database.query(f"SELECT * FROM pots WHERE {_KEY} ORDER BY pot", key)  # noqa: S608
        return ToldHand(
            table=table,
            hand=hand,
            table_name=row["table_name"],
            started_ms=row["started_ms"],
            ended_ms=row["ended_ms"],
            kind=row["kind_name"],
            currency=row["currency"],
            small_blind=row["small_blind"],
            big_blind=row["big_blind"],
            table_seats=row["table_seats"],
            button=row["button"],
            small_blind_seat=row["small_blind_seat"],
            big_blind_seat=row["big_blind_seat"],
            bomb_pot=row["bomb_pot"],
            ended_by=row["ended"],
            pot=row["pot"],
            rake=row["rake"],
            runs=row["runs"],
            boards=(row["board"], *row["other_boards"]),
            players=self._players(key, row, viewer, own),
            pots=tuple(ToldPot(pot["amount"], pot["rake"], tuple(pot["contenders"])) for pot in pots),
            steps=self._steps(key),
        )

    def _steps(self, key: dict[str, object]) -> tuple[Step, ...]:
        return tuple(
            sorted((Step(**row) for row in self._database.query(_STEPS, key)), key=lambda one: one.step)
        )

    def _players(
        self, key: dict[str, object], hand: dict[str, Any], viewer: str, own: str
    ) -> tuple[ToldPlayer, ...]:
        # Rows of players lie by player and time.
        found = self._database.query(
            "SELECT seat, player, name, toString(position) AS position, stack, paid_in, won, net, insurance,"  # noqa: S608
            " shown FROM seats WHERE player IN {who:Array(String)} AND ended_ms = {ended:UInt64} AND"
            f" {_KEY} ORDER BY place",
            {**key, "who": hand["dealt"], "ended": hand["ended_ms"]},
        )
        return tuple(
            ToldPlayer(
                **row,
                cards=own if own and row["player"] == viewer else row["shown"],
                own=row["player"] == viewer,
            )
            for row in found
        )

    def _own(self, table: str, hand: int, viewer: str) -> str:
        """The viewer's own cards; empty where he was not dealt in, or the key is gone."""
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
