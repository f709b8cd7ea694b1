"""Finding hands: by player, table, stakes, cards, size of the pot, all-in, insurance and date."""

from dataclasses import dataclass

import msgspec

from riverrun.kernel.cards import cards
from services.history.database import Database

MOST = 500


class FoundHand(msgspec.Struct, frozen=True):
    """A line of a list of hands: what everybody at the table knows, and what the player looked for won."""

    table: str
    hand: int
    table_name: str
    ended_ms: int
    currency: str
    big_blind: int
    players: int
    pot: int
    board: str
    ended_by: str
    all_in: bool
    insured: bool
    shown: str = ""
    net: int = 0


@dataclass(frozen=True)
class Wanted:
    """What hands are looked for; whatever is empty does not matter.

    `cards` have all lain on a board or been shown by the player, or by anybody where no player is named.
    """

    player: str = ""
    table: str = ""
    big_blind: int = 0
    cards: str = ""
    pot_from: int = 0
    all_in: bool = False
    insured: bool = False
    showdown: bool = False
    since_ms: int = 0
    before_ms: int = 4_000_000_000_000
    most: int = 20


class HandSearch:
    """Reads lists of hands, the newest first. Raises `DatabaseFailed`, `NotACard`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, wanted: Wanted) -> list[FoundHand]:
        """The hands, of a player with what he won and showed."""
        parameters = {
            "player": wanted.player,
            "table": wanted.table,
            "big_blind": wanted.big_blind,
            "pot_from": wanted.pot_from,
            "since": wanted.since_ms,
            "before": wanted.before_ms,
            "most": min(wanted.most, MOST),
        }
        rows = self._database.query(
            self._by_player(wanted) if wanted.player else self._all(wanted), parameters
        )
        return [FoundHand(**row) for row in rows]

    def _by_player(self, wanted: Wanted) -> str:
        """His rows lie by time: as few as needed are joined with their hands."""
        shown = "concat(h.board, arrayStringConcat(h.other_boards), s.shown)"
        return (
            f"SELECT {_COLUMNS}, s.shown AS shown, s.net AS net FROM ("  # noqa: S608
            "SELECT table_id, hand, ended_ms, shown, net FROM seats WHERE player = {player:String}"
            " AND ended_ms >= {since:UInt64} AND ended_ms < {before:UInt64}) AS s"
            " INNER JOIN (SELECT * FROM hands WHERE (table_id, hand) IN (SELECT table_id, hand FROM seats"
            " WHERE player = {player:String} AND ended_ms >= {since:UInt64}"
            " AND ended_ms < {before:UInt64})) AS h"
            f" ON s.table_id = h.table_id AND s.hand = h.hand WHERE {_conditions(wanted, shown)} {_ORDER}"
        )

    def _all(self, wanted: Wanted) -> str:
        shown = "concat(h.board, arrayStringConcat(h.other_boards))"
        return (
            f"SELECT {_COLUMNS} FROM hands AS h WHERE h.ended_ms >= {{since:UInt64}}"  # noqa: S608
            f" AND h.ended_ms < {{before:UInt64}} AND {_conditions(wanted, shown)} {_ORDER}"
        )


_COLUMNS = (
    "h.table_id AS table, h.hand AS hand, h.table_name AS table_name, h.ended_ms AS ended_ms,"
    " h.currency AS currency, h.big_blind AS big_blind, h.players AS players, h.pot AS pot, h.board AS board,"
    " toString(h.ended_by) AS ended_by, h.all_in = 1 AS all_in, h.insured = 1 AS insured"
)
_ORDER = "ORDER BY h.ended_ms DESC, h.table_id, h.hand DESC LIMIT {most:UInt32}"


def _conditions(wanted: Wanted, known_cards: str) -> str:
    found = ["h.pot >= {pot_from:UInt64}"]
    if wanted.table:
        found.append("h.table_id = {table:String}")
    if wanted.big_blind:
        found.append("h.big_blind = {big_blind:UInt64}")
    for flag, condition in (
        (wanted.all_in, "h.all_in"),
        (wanted.insured, "h.insured"),
        (wanted.showdown, "h.ended_by = 'showdown'"),
    ):
        if flag:
            found.append(condition)
    # Two characters a card, each pair at an even place: a card is never found across two others.
    found += [
        f"has(extractAll({known_cards}, '..'), '{wanted.cards[at : at + 2]}')"
        for at in range(0, 2 * len(cards(wanted.cards)), 2)
    ]
    return " AND ".join(found)
