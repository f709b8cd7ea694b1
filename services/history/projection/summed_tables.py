"""The tables that hold sums of `seats`, beside what `seats` adds up to."""

from collections.abc import Iterable
from dataclasses import dataclass

from services.history.database import Database
from services.history.projection.checksums import Sum
from services.history.projection.settling import settled
from services.history.statistics.figures import counted

_KEY = "h.player, h.players, h.kind, h.currency, h.big_blind, h.position"
_DAY = "toDate(fromUnixTimestamp64Milli(h.ended_ms, 'UTC'))"
_RESULTS = ("h.net", "h.ev_milli", "h.rake", "h.insurance")


@dataclass(frozen=True)
class Compared:
    """How many hands `seats` holds and a table has summed, each with a checksum of all figures."""

    in_seats: Sum
    in_table: Sum

    @property
    def equal(self) -> bool:
        return self.in_seats == self.in_table


def settled_sums(database: Database) -> dict[str, Compared]:
    """By table. While somebody writes they are behind the seats for a moment: then it looks again.

    Raises `DatabaseFailed`.
    """
    return settled(lambda: compared_sums(database), lambda found: all(one.equal for one in found.values()))


def compared_sums(database: Database) -> dict[str, Compared]:
    """By table, as of this moment. Raises `DatabaseFailed`."""
    by_day = _array(f"h.{name}" for name in _summed_columns(database, "player_days"))
    in_all = _array((*counted().values(), *_RESULTS))
    told = f"arrayConcat(finalizeAggregation(h.counts), {_array(_RESULTS)})"
    return {
        "player_days": _compared(
            database,
            _sums("seats", f"{_KEY}, {_DAY}", by_day),
            _sums("player_days", f"{_KEY}, h.day", by_day),
        ),
        "player_totals": _compared(
            database, _sums("seats", _KEY, in_all), _sums("player_totals", _KEY, told)
        ),
    }


def _summed_columns(database: Database, table: str) -> list[str]:
    columns = zip(*database.columns(table), strict=True)
    return [name for name, kind in columns if kind.startswith("SimpleAggregateFunction(sum")]


def _array(values: Iterable[str]) -> str:
    return f"[{', '.join(f'toUInt64({value})' for value in values)}]"


def _sums(table: str, key: str, figures: str) -> str:
    """Each figure times a number drawn from its key and place: sums of rows, summed up, come to the same.

    So nothing is grouped, and memory does not grow with the table. All is counted in 64 bits and goes round.
    """
    counts = " WHERE NOT voided" if table == "seats" else ""
    return (
        f"SELECT '{table}' AS side, toUInt64(h.hands) AS hands_of, cityHash64({key}) AS drawn,"  # noqa: S608
        f" {figures} AS figures, arraySum(arrayMap("
        "(figure, nth) -> figure * bitOr(intHash64(drawn + nth), 1), figures, arrayEnumerate(figures)"
        f")) AS part FROM {table} AS h{counts}"
    )


def _compared(database: Database, seats: str, table: str) -> Compared:
    """Both sides in one question, so that they are as of one moment."""
    found = {
        row["side"]: Sum(int(row["hands"]), int(row["checksum"]))
        for row in database.query(
            "SELECT side, sum(hands_of) AS hands, sum(part) AS checksum"  # noqa: S608  our own names
            f" FROM ({seats} UNION ALL {table}) GROUP BY side"
        )
    }
    in_seats = found.pop("seats", Sum())
    (in_table,) = found.values() or (Sum(),)
    return Compared(in_seats, in_table)
