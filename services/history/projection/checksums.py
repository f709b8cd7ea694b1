"""Counts and checksums of every table, worked out in the same way from the log and by ClickHouse."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from services.history.database import Database
from services.history.projection.hand_rows import Rows

_OF_HANDS = ("actions", "awards", "boards", "insurance", "pots", "replays", "sealed_cards", "seats", "shows")
_BY_SEQ = ("contexts", "ledger", "seatings")
TABLES = ("hands", *_OF_HANDS, *_BY_SEQ)


@dataclass(frozen=True)
class Sum:
    """How many rows, and the sum of their CRC-32s."""

    rows: int = 0
    checksum: int = 0

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(self.rows + other.rows, self.checksum + other.checksum)


def sum_of(rows: Iterable[Sequence[Any]]) -> Sum:
    """The sum of rows as the projector makes them."""
    count = total = 0
    for row in rows:
        count += 1
        total += crc32("|".join([_text(value) for value in row]).encode())
    return Sum(count, total)


def sums_of(rows: Rows) -> dict[str, Sum]:
    """The sums of a batch, by table."""
    return {table: sum_of(found) for table, found in rows.items() if found}


def added(one: Mapping[str, Sum], other: Mapping[str, Sum]) -> dict[str, Sum]:
    return {table: one.get(table, Sum()) + other.get(table, Sum()) for table in TABLES}


def stored_sums(database: Database, up_to_seq: int) -> dict[str, Sum]:
    """What ClickHouse holds of hands, and of what is beside them, up to a commit. Raises `DatabaseFailed`."""
    return {table: _stored(database, table, up_to_seq) for table in TABLES}


def _stored(database: Database, table: str, up_to_seq: int) -> Sum:
    names, types = database.columns(table)
    columns = ", ".join(_column(name, kind) for name, kind in zip(names, types, strict=True))
    if table == "hands":
        within = "last_seq <= {up_to:UInt64}"
    elif table in _BY_SEQ:
        within = "seq <= {up_to:UInt64}"
    else:
        # GLOBAL: on a cluster both tables are spread, and one within the other is not asked otherwise.
        later = "SELECT table_id, hand FROM hands WHERE last_seq > {up_to:UInt64}"
        within = f"(table_id, hand) GLOBAL NOT IN ({later})"
    (row,) = database.query(
        f"SELECT count() AS rows, sum(CRC32(concatWithSeparator('|', {columns}))) AS checksum"  # noqa: S608
        f" FROM {table} WHERE {within}",
        {"up_to": up_to_seq},
    )
    return Sum(int(row["rows"]), int(row["checksum"]))


def _column(name: str, kind: str) -> str:
    if kind.startswith("Enum8"):
        return f"toString(CAST({name}, 'Int8'))"
    return name if kind == "String" else f"toString({name})"


def _text(value: Any) -> str:
    if type(value) is list:
        return "[" + ",".join(f"'{one}'" if type(one) is str else str(one) for one in value) + "]"
    return str(value)
