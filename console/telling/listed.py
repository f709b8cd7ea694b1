"""A list of things of one kind, drawn: a column a field, or as JSON for scripts."""

from collections.abc import Sequence
from datetime import UTC, datetime

import click
import msgspec
from rich.table import Table as Grid

from console.supervisor.log_line import printable
from console.telling.shown_table import wide_console

PER_CENT_BPS = 100


def tell(
    listed: Sequence[msgspec.Struct], *, as_json: bool, nothing: str, fields: Sequence[str] = ()
) -> None:
    """Print it; `nothing` is said of an empty one."""
    if as_json:
        click.echo(msgspec.json.encode(listed))
    elif not listed:
        click.echo(nothing)
    else:
        wide_console().print(listed_grid(listed, fields))


def tell_one(one: msgspec.Struct, *, as_json: bool) -> None:
    """Print a thing that stands alone."""
    if as_json:
        click.echo(msgspec.json.encode(one))
    else:
        wide_console().print(listed_grid([one]))


def listed_grid(listed: Sequence[msgspec.Struct], fields: Sequence[str] = ()) -> Grid:
    """A column for each of the fields, for all where none are named."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    columns = fields or listed[0].__struct_fields__
    for field in columns:
        number = isinstance(getattr(listed[0], field), int) and not field.endswith("_ms")
        heading = field.removesuffix("_ms").removesuffix("_bps").replace("_", " ")
        grid.add_column(heading, justify="right" if number else "left")
    for one in listed:
        grid.add_row(*[shown(field, getattr(one, field)) for field in columns])
    return grid


def shown(field: str, value: object) -> str:
    """A value as people read it; its unit stands in the field's name."""
    match value:
        case bool():
            return "yes" if value else ""
        case int() if field.endswith("_ms"):
            return at(value) if value else ""
        case int() if field.endswith("_bps"):
            return f"{value / PER_CENT_BPS:g} %" if value else ""
        case int():
            return f"{value:,}"
        case dict():
            return ", ".join(f"{printable(str(name))} {shown(field, one)}" for name, one in value.items())
        case _:
            return printable(str(value))


def at(ms: int) -> str:
    """A moment, in UTC."""
    return datetime.fromtimestamp(ms / 1_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
