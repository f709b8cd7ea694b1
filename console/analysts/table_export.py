"""`riverrun history export`: a table of history as one file, for other tools to count with."""

from pathlib import Path

import click
import msgspec

from console.account.errand_options import json_option
from console.reading.history_source import history_options, imported_option, open_history
from services.history.table_files import FORMATS, TABLES, write_table


@click.command()
@click.option("--table", type=click.Choice(sorted(TABLES)), required=True, help="Which table.")
@click.option("--format", "form", type=click.Choice(sorted(FORMATS)), default="parquet", show_default=True)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The file.")
@click.option("--days", type=click.FloatRange(min=0, min_open=True), help="Of the last so many days.")
@click.option("--force", is_flag=True, help="In place of a file that is there.")
@imported_option
@history_options
@json_option
def export(
    table: str,
    form: str,
    out: Path,
    days: float | None,
    force: bool,
    imported: bool,
    data: Path,
    clickhouse: str | None,
    as_json: bool,
) -> None:
    """Write a table of history with all its columns, flags and times included, to a file.

    Nobody's hidden cards are in any of them. Exit code 1: the file is there; 2: there is no history.
    """
    if days is not None and not TABLES[table]:
        raise click.UsageError(f"no column of {table} says when: --days goes with the other tables")
    if out.exists() and not force:
        raise click.ClickException(f"{out} is there; --force writes another in its place")
    with open_history(data, clickhouse, imported=imported) as database:
        size = write_table(database, table, form, out, days)
    if as_json:
        click.echo(msgspec.json.encode({"file": str(out), "bytes": size}))
    else:
        click.echo(f"{out}: {size:,} bytes")
