"""Meetings of a period out of ClickHouse: sums of some days at a time, so that no question grows with it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from services.history.database import Database
from services.history.review.meetings import Meetings

DAY_MS = 86_400_000
LONGEST_HAND_MS = 6 * 3_600_000
"""Actions so long before a part are looked at too: their hand may have ended in it."""
HANDS_AT_ONCE = 50_000
"""About a million actions; a day with more is asked of at once."""


@dataclass(frozen=True)
class Period:
    """Which hands are reviewed: those that ended in it, at these tables (None: at all)."""

    since_ms: int
    until_ms: int
    tables: Sequence[str] | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """As questions bind them."""
        return {
            "since": self.since_ms,
            "until": self.until_ms,
            "every": int(self.tables is None),
            "tables": list(self.tables or ()),
        }

    def part(self, first: int, last: int) -> "Period":
        """As much of it as lies in these days since 1970, both of them in it."""
        since_ms, until_ms = first * DAY_MS, (last + 1) * DAY_MS
        return Period(max(self.since_ms, since_ms), min(self.until_ms, until_ms), self.tables)


def meetings_of(database: Database, period: Period) -> Meetings:
    """All sums of a period. Raises `DatabaseFailed`."""
    meetings = Meetings()
    for part in _parts(database, period):
        parameters = {**part.parameters, "longest": min(LONGEST_HAND_MS, part.since_ms)}
        _add_choices(meetings, _rows(database, "choices", parameters))
        _add_shared(meetings, _rows(database, "shared", parameters))
        _add_alone(meetings, _rows(database, "alone", parameters))
        _add_paces(meetings, _rows(database, "paces", parameters))
    return meetings


def _parts(database: Database, period: Period) -> Iterator[Period]:
    """Whole days with hands in them, as many as one question bears."""
    found = database.query(
        "SELECT intDiv(ended_ms, 86400000) AS day, count() AS hands FROM hands"
        " WHERE ended_ms >= {since:UInt64} AND ended_ms < {until:UInt64}"
        " AND ({every:UInt8} OR table_id IN {tables:Array(String)}) GROUP BY day ORDER BY day",
        period.parameters,
    )
    first = last = hands = 0
    for row in found:
        if hands and hands + row["hands"] > HANDS_AT_ONCE:
            yield period.part(first, last)
            hands = 0
        first = first if hands else row["day"]
        last, hands = row["day"], hands + row["hands"]
    if hands:
        yield period.part(first, last)


def _rows(database: Database, name: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    text = files("services.history.review").joinpath(f"{name}.sql").read_text()
    return database.query(
        "\n".join(line for line in text.splitlines() if not line.startswith("--")), parameters
    )


def _add_choices(meetings: Meetings, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        choices = meetings.choices[row["player"], row["other"], row["cell"]]
        choices.could += row["could"]
        choices.did += row["did"]


def _add_shared(meetings: Meetings, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        shared = meetings.shared[row["player"], row["other_player"]]
        shared.hands += row["hands"]
        shared.flow += row["flow"]
        shared.flow_squared += row["flow_squared"]
        shared.both += row["both"]
        shared.both_squared += row["both_squared"]


def _add_alone(meetings: Meetings, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        alone = meetings.alone[row["player"]]
        alone.hands += row["hands"]
        alone.won += row["won"]
        alone.won_squared += row["won_squared"]


def _add_paces(meetings: Meetings, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        alone = meetings.alone[row["player"]]
        alone.hours[row["day"]] |= 1 << row["hour"]
        pace = alone.paces[row["difficulty"]]
        pace.decisions += row["decisions"]
        pace.log_ms += row["log_ms"]
        pace.log_ms_squared += row["log_ms_squared"]
