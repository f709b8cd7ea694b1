"""Asking for players' figures, by table size, stakes, position and period."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from services.history.database import Database
from services.history.statistics.figures import Figures, figures_of, figures_sql, total_figures_sql

LAST_DAY = 4_000_000_000_000
"""A period that does not end."""


@dataclass(frozen=True)
class Hands:
    """Which hands count: all, unless something else is said.

    `players`: the fewest and the most dealt in. `big_blind` 0, `position` and `currency` empty: any.
    """

    players: tuple[int, int] = (2, 9)
    big_blind: int = 0
    position: str = ""
    currency: str = ""
    since_ms: int = 0
    until_ms: int = LAST_DAY


@dataclass(frozen=True)
class Placed:
    """A player on a leaderboard."""

    player: str
    name: str
    figures: Figures


class Hud:
    """Reads figures; a hand counts as soon as it is there. Raises `DatabaseFailed`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, players: Sequence[str], hands: Hands = Hands()) -> dict[str, Figures]:
        """The figures of players, of those who have any."""
        always = hands.since_ms == 0 and hands.until_ms >= LAST_DAY
        query = (_ALWAYS if always else _WITHIN) + _chosen(hands)
        found = self._database.query(
            f"{query} GROUP BY player",
            {"who": list(players), "since": hands.since_ms, "until": hands.until_ms, **_parameters(hands)},
        )
        return {row["player"]: figures_of(row) for row in found}

    def leaders(self, hands: Hands = Hands(), limit: int = 20) -> list[Placed]:
        """Who has played most, from sums by day."""
        found = self._database.query(
            f"SELECT player, argMaxMerge(name) AS known_as, {figures_sql()} FROM player_days AS h"  # noqa: S608
            " WHERE day BETWEEN toDate(fromUnixTimestamp64Milli({since:Int64}, 'UTC'))"
            " AND toDate(fromUnixTimestamp64Milli({until:Int64}, 'UTC'))"
            f"{_chosen(hands)} GROUP BY player ORDER BY hands DESC, player LIMIT {{most:UInt32}}",
            {"since": hands.since_ms, "until": hands.until_ms, "most": limit, **_parameters(hands)},
        )
        return [Placed(row["player"], row["known_as"], figures_of(row)) for row in found]

    def named(self, text: str) -> list[tuple[str, str]]:
        """The players of that id or name, with the name they last had."""
        found = self._database.query(
            "SELECT player, argMax(name, ended_ms) AS known_as FROM seats"
            " WHERE player = {who:String} OR lower(name) = lower({who:String})"
            " GROUP BY player ORDER BY max(ended_ms) DESC",
            {"who": text},
        )
        return [(row["player"], row["known_as"]) for row in found]


_WHOSE = "WHERE player IN {who:Array(String)}"
_ALWAYS = f"SELECT player, {total_figures_sql()} FROM player_totals AS h {_WHOSE}"  # noqa: S608  our own names
_WITHIN = (
    f"SELECT player, {figures_sql()} FROM seats AS h {_WHOSE} AND NOT voided"  # noqa: S608  our own names
    " AND ended_ms BETWEEN {since:UInt64} AND {until:UInt64}"
)
_CHOICES = {
    "fewest": " AND players >= {fewest:UInt8}",
    "most_players": " AND players <= {most_players:UInt8}",
    "big_blind": " AND big_blind = {big_blind:UInt64}",
    "position": " AND position = {position:String}",
    "currency": " AND currency = {currency:String}",
}


def _chosen(hands: Hands) -> str:
    """Only conditions that say something: each costs ClickHouse a part of a millisecond."""
    anything, asked = _parameters(Hands()), _parameters(hands)
    return "".join(text for name, text in _CHOICES.items() if asked[name] != anything[name])


def _parameters(hands: Hands) -> Mapping[str, Any]:
    return {
        "fewest": hands.players[0],
        "most_players": hands.players[1],
        "big_blind": hands.big_blind,
        "position": hands.position,
        "currency": hands.currency,
    }
