"""What `riverrun history verify` says of each table: equal, or not."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rich.table import Table as Grid

from services.history.projection.checksums import TABLES, Sum
from services.history.projection.summed_tables import Compared


def of_the_log(expected: Mapping[str, Sum], found: Mapping[str, Sum]) -> Grid:
    """A line for each table that is made of the log."""
    grid = _grid("table", "rows in the log", "in ClickHouse")
    for table in TABLES:
        _add(grid, table, expected.get(table, Sum()), found[table])
    return grid


def of_seats(sums: Mapping[str, Compared]) -> Grid:
    """A line for each table that sums up `seats`."""
    grid = _grid("sums of seats", "hands in seats", "in the sums")
    for table, one in sums.items():
        _add(grid, table, one.in_seats, one.in_table)
    return grid


def plain_verdict(
    expected: Mapping[str, Sum], found: Mapping[str, Sum], sums: Mapping[str, Compared]
) -> dict[str, Any]:
    """The same for scripts, the checksums with it."""
    return {
        "tables": {table: _both(expected.get(table, Sum()), found[table]) for table in TABLES},
        "sums": {table: _both(one.in_seats, one.in_table) for table, one in sums.items()},
    }


def _both(wanted: Sum, got: Sum) -> dict[str, Any]:
    return {"expected": asdict(wanted), "found": asdict(got), "equal": wanted == got}


def _grid(what: str, wanted: str, got: str) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    grid.add_column(what)
    grid.add_column(wanted, justify="right")
    grid.add_column(got, justify="right")
    grid.add_column("verdict")
    return grid


def _add(grid: Grid, table: str, wanted: Sum, got: Sum) -> None:
    verdict = "[green]equal[/]" if wanted == got else "[bold red]DIFFERS[/]"
    grid.add_row(table, f"{wanted.rows:,}", f"{got.rows:,}", verdict)
