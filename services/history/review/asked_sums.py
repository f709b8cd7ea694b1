"""Meetings of a period out of ClickHouse: sums of so many hands at a time that no question grows with it."""

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
"""About a million actions, which a question sorts in half of the memory that the embedded engine has."""


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

    def of_days(self, first: int, last: int) -> "Period":
        """As much of it as lies in these days since 1970, both of them in it."""
        since_ms, until_ms = first * DAY_MS, (last + 1) * DAY_MS
        return Period(max(self.since_ms, since_ms), min(self.until_ms, until_ms), self.tables)


@dataclass(frozen=True)
class Part:
    """What one question asks of: some whole days, or of a busy day one of so many slices of its tables."""

    period: Period
    slice: int = 0
    slices: int = 1

    @property
    def parameters(self) -> dict[str, Any]:
        """As questions bind them."""
        longest = min(LONGEST_HAND_MS, self.period.since_ms)
        return {**self.period.parameters, "longest": longest, "slice": self.slice, "slices": self.slices}


def meetings_of(database: Database, period: Period, hands_at_once: int = HANDS_AT_ONCE) -> Meetings:
    """All sums of a period. Raises `DatabaseFailed`."""
    meetings = Meetings()
    for part in parts_of(database, period, hands_at_once):
        parameters = part.parameters
        _add_choices(meetings, _rows(database, "choices", parameters))
        _add_shared(meetings, _rows(database, "shared", parameters))
        _add_alone(meetings, _rows(database, "alone", parameters))
        _add_paces(meetings, _rows(database, "paces", parameters))
    return meetings


def parts_of(database: Database, period: Period, hands_at_once: int) -> Iterator[Part]:
    """Days with hands in them, as many as one question bears."""
    found = database.query(
        "SELECT intDiv(ended_ms, 86400000) AS day, count() AS hands FROM hands"
        " WHERE ended_ms >= {since:UInt64} AND ended_ms < {until:UInt64}"
        " AND ({every:UInt8} OR table_id IN {tables:Array(String)}) GROUP BY day ORDER BY day",
        period.parameters,
    )
    first = last = hands = 0
    for row in found:
        if hands and hands + row["hands"] > hands_at_once:
            yield from _slices(period.of_days(first, last), hands, hands_at_once)
            hands = 0
        first = first if hands else row["day"]
        last, hands = row["day"], hands + row["hands"]
    if hands:
        yield from _slices(period.of_days(first, last), hands, hands_at_once)


def _slices(period: Period, hands: int, hands_at_once: int) -> Iterator[Part]:
    """More than one only of a day with more hands than one question bears: all of a hand are at its table."""
    slices = -(-hands // hands_at_once)
    return (Part(period, number, slices) for number in range(slices))


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
