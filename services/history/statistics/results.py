"""What a player won hand by hand, with and without luck, what insurance brought, and stay by stay."""

from datetime import datetime

import msgspec

from services.history.database import Database

MOST_POINTS = 2_000
"""As many as a picture can show."""


class Point(msgspec.Struct, frozen=True):
    """After so many hands: chips won in all, what equity in place of luck had brought, and insurance."""

    played: int
    at_ms: int
    won: int
    expected: float
    insured: int


class Stay(msgspec.Struct, frozen=True):
    """From sitting down to standing up; `went` None: still there."""

    table: str
    came: datetime
    went: datetime | None
    bought: int
    cashed_out: int

    @property
    def won(self) -> int:
        """Chips taken along less those brought; of a stay that goes on, nothing is known."""
        return self.cashed_out - self.bought if self.went is not None else 0


class Results:
    """Reads a player's. Raises `DatabaseFailed`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def points(self, player: str, since_ms: int = 0, currency: str = "") -> list[Point]:
        """From his first hand since then to the last, every so many of them; voided hands do not count."""
        rows = self._database.query(
            "SELECT * FROM ("
            "SELECT row_number() OVER w AS played, ended_ms AS at_ms, sum(net) OVER w AS won,"
            " sum(ev_milli) OVER w / 1000 AS expected, sum(insurance) OVER w AS insured,"
            " count() OVER () AS hands FROM seats WHERE player = {player:String}"
            " AND ended_ms >= {since:UInt64} AND NOT voided"
            " AND ({currency:String} = '' OR currency = {currency:String})"
            " WINDOW w AS (ORDER BY ended_ms, table_id, hand ROWS UNBOUNDED PRECEDING)"
            ") WHERE played = hands OR played % greatest(1, intDiv(hands, {most:UInt32})) = 0"
            " ORDER BY played",
            {"player": player, "since": since_ms, "currency": currency, "most": MOST_POINTS},
        )
        names = Point.__struct_fields__
        return [Point(**{name: row[name] for name in names}) for row in rows]

    def stays(self, player: str, since_ms: int = 0) -> list[Stay]:
        """His stays at tables that began since then, in their order."""
        rows = self._database.query(
            "SELECT table_id AS table, came, went, bought, cashed_out FROM sessions"
            " WHERE player = {player:String} AND came >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')"
            " ORDER BY came, table",
            {"player": player, "since": since_ms},
        )
        return [Stay(**row) for row in rows]
