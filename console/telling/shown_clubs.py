"""Clubs' books as `riverrun audit` shows them: a line a club."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid

from console.reading.audited_ledgers import AuditedClub

_COLUMNS = (
    "transfers",
    "members",
    "on_the_way",
    "at_tables",
    "revenue",
    "fees",
    "insurance",
    "agents",
    "minted",
    "not_brought_over",
)


def show_clubs(console: Console, clubs: Sequence[AuditedClub]) -> None:
    """Nothing where there is no club."""
    if not clubs:
        return
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    grid.add_column("club", no_wrap=True)
    for column in _COLUMNS:
        grid.add_column(column.replace("_", " "), justify="right")
    grid.add_column("verdict")
    for one in clubs:
        counted = [f"{getattr(one, column):,}" for column in _COLUMNS]
        verdict = "[green]clean[/]" if one.finding is None else "[bold red]BROKEN[/]"
        grid.add_row(one.club, *counted, verdict)
    console.print()
    console.print(grid)
