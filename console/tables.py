"""`riverrun tables`: all tables in the log, with what the list of tables says of them."""

import asyncio
import time
from pathlib import Path

import click
import msgspec
from rich.table import Table as Grid

from console.reading.log_source import LogSource, log_options, open_source
from console.supervisor.log_line import printable
from console.telling.shown_table import wide_console
from riverrun.contracts.subjects import LOBBY_BUCKET
from riverrun.contracts.views import LobbyEntry
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.bucket import Bucket
from riverrun.runtime.nats.connection import connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR


class ListedTable(msgspec.Struct, frozen=True):
    """A table by its last commit; `entry` is what clients are shown, which may lag or be missing."""

    table: str
    version: int
    hand: int
    last_ms: int
    entry: LobbyEntry | None


@click.command()
@log_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object a table, in an array.")
def tables(data: Path, nats: str | None, as_json: bool) -> None:
    """List the tables, of a running system or a stopped one. Exit code 2: there is no log."""
    with open_source(data, nats) as source:
        listed = asyncio.run(_listed(source))
    if as_json:
        click.echo(msgspec.json.encode(listed))
    elif not listed:
        click.echo("There are no tables yet.")
    else:
        wide_console().print(_grid(listed, time.time_ns() // 1_000_000))


async def _listed(source: LogSource) -> list[ListedTable]:
    client = await connect(source.login)
    try:
        reader = CommitReader(JetStreamApi(client, AUDITOR.api_prefix))
        entries = await Bucket(client, LOBBY_BUCKET, AUDITOR.api_prefix).entries()
        listed: list[ListedTable] = []
        for table in await reader.tables():
            tail = await reader.tail(table)
            assert tail is not None, f"{table} is in the log and has no commit"
            entry = msgspec.json.decode(entries[table], type=LobbyEntry) if table in entries else None
            commit = tail.commit
            listed.append(ListedTable(table, commit.last_version, commit.hand, commit.at_ms, entry))
        return listed
    finally:
        await client.close()


def _grid(listed: list[ListedTable], now_ms: int) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    grid.add_column("table", no_wrap=True)
    grid.add_column("name")
    for column in ("blinds", "players", "hand", "version", "last event"):
        grid.add_column(column, justify="right", no_wrap=True)
    for one in listed:
        entry = one.entry
        grid.add_row(
            one.table,
            printable(entry.name) if entry else "",
            f"{entry.small_blind:,}/{entry.big_blind:,}" if entry else "",
            f"{entry.seated} of {entry.seats}" if entry else "",
            f"{one.hand:,}",
            f"{one.version:,}",
            _ago(now_ms - one.last_ms),
        )
    return grid


def _ago(ms: int) -> str:
    seconds = max(ms // 1000, 0)
    for unit, size in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {unit} ago"
    return f"{seconds} s ago"
