"""Finding hands: by player, table, stakes, cards, size of the pot, all-in, insurance and date."""

from dataclasses import dataclass

import msgspec

from riverrun.kernel.cards import cards, text_of
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
        rows = self._database.query(_query(wanted), parameters)
        return [FoundHand(*row.values()) for row in rows]


_SEATS = ("seats", "arrayStringConcat([board, other_boards, shown])", "closed_all_in", "shown, net")
_HANDS = ("hands", "concat(board, arrayStringConcat(other_boards))", "all_in", "'' AS shown, 0 AS net")


def _query(wanted: Wanted) -> str:
    """A player's rows lie together by time, and know of their hands what is looked for."""
    table, known_cards, all_in, own = _SEATS if wanted.player else _HANDS
    return (
        f"SELECT table_id AS table, hand, table_name, ended_ms, currency, big_blind, players, pot, board,"  # noqa: S608
        f" toString(ended_by) AS how, toBool({all_in}) AS was_all_in, toBool(insured) AS was_insured, {own}"
        f" FROM {table} WHERE {' AND '.join(_conditions(wanted, known_cards, all_in))}"
        " ORDER BY ended_ms DESC, table_id DESC, hand DESC LIMIT {most:UInt32}"
    )


def _conditions(wanted: Wanted, known_cards: str, all_in: str) -> list[str]:
    found = [
        condition
        for asked, condition in (
            (wanted.player, "player = {player:String}"),
            (wanted.since_ms, "ended_ms >= {since:UInt64}"),
            (wanted.table, "table_id = {table:String}"),
            (wanted.big_blind, "big_blind = {big_blind:UInt64}"),
            (wanted.pot_from, "pot >= {pot_from:UInt64}"),
            (wanted.all_in, all_in),
            (wanted.insured, "insured"),
            (wanted.showdown, "ended_by = 'showdown'"),
        )
        if asked
    ]
    found.append("ended_ms < {before:UInt64}")
    # Two characters a card, each pair at an even place: a card is never found across two others.
    found += [f"has(extractAll({known_cards}, '..'), '{text_of([card])}')" for card in cards(wanted.cards)]
    return found
