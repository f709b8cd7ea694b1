"""What a benchmark reports, and how it is printed: a table for people, one JSON object a row for machines."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class BenchRow:
    """One measured value; `ratio` tells how it compares with the value of the case `against`."""

    bench: str
    case: str
    value: float
    unit: str
    ratio: float | None = None
    against: str | None = None


def print_rows(rows: Iterable[BenchRow], *, as_json: bool) -> None:
    """Print rows to the terminal."""
    if as_json:
        for row in rows:
            sys.stdout.write(msgspec.json.encode(_without_nulls(row)).decode() + "\n")
    else:
        Console().print(_table(list(rows)))


def _without_nulls(row: BenchRow) -> dict[str, object]:
    fields = msgspec.to_builtins(row)
    return {name: value for name, value in fields.items() if value is not None}


def _table(rows: list[BenchRow]) -> Table:
    table = Table(title=f"bench {rows[0].bench}" if rows else None, title_justify="left")
    table.add_column("case")
    table.add_column("value", justify="right")
    table.add_column("unit")
    table.add_column("ratio", justify="right")
    table.add_column("against")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f} x"
        table.add_row(row.case, _number(row.value), row.unit, ratio, row.against or "")
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
