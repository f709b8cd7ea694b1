"""`riverrun history`: how far history has come, whether it is whole, and making it again from the log."""

import asyncio
import contextlib
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from console.account.errand_options import json_option
from console.analysts.table_export import export
from console.giving_up import give_up
from console.reading.history_log import IMPORTED, PLAYED, HistoryLog, Tell
from console.reading.history_source import clickhouse_option, imported_option, open_history, running
from console.reading.log_source import LogSource, log_options, open_source
from console.telling.history_verdict import of_seats, of_the_log, plain_verdict
from console.telling.words import hands_told
from riverrun.runtime.nats.connection import connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR
from services.history.database import Database, DatabaseFailed
from services.history.projection.checksums import TABLES, Sum, stored_sums
from services.history.projection.plans import Overtaken, Plans
from services.history.projection.settling import settled
from services.history.projection.summed_tables import settled_sums

DIFFERS = 1
NEXT_LOOK_S = 0.5
STALLED_S = 120.0

Answer = TypeVar("Answer")


@click.group()
def history() -> None:
    """What happened, in ClickHouse: how far it has come, whether it is whole, made again from the log."""


history.add_command(export)


@history.command()
@imported_option
@log_options
@clickhouse_option
@json_option
def status(imported: bool, data: Path, nats: str | None, clickhouse: str | None, as_json: bool) -> None:
    """Say how far history has come behind the log. Exit code 2: there is no log, or no history."""
    log = IMPORTED if imported else PLAYED
    with open_source(data, nats) as source, open_history(data, clickhouse, imported=imported) as database:
        last = asyncio.run(_with_log(source, log.last))
        position = Plans(database, log.stream).position()
        (held,) = database.query("SELECT count() AS hands, max(ended_ms) AS newest FROM hands")
    if as_json:
        told = {"position": position, "last": last, "behind": last - position, "hands": held["hands"]}
        click.echo(msgspec.json.encode({**told, "newest_ms": held["newest"]}))
        return
    console = Console(highlight=False)
    console.print(f"commits      {position:,} of {last:,}: {last - position:,} behind")
    console.print(f"hands        {held['hands']:,}")
    if held["newest"]:
        console.print(f"newest hand  {time.time() - held['newest'] / 1000:,.0f} s ago")


@history.command()
@imported_option
@log_options
@clickhouse_option
@json_option
def verify(imported: bool, data: Path, nats: str | None, clickhouse: str | None, as_json: bool) -> None:
    """Compare counts and checksums of all tables with what the log says, and sums with what they sum up.

    Exit code 0: they are equal; 1: a table differs; 2: there is no log, or no history.
    """
    log = IMPORTED if imported else PLAYED
    with open_source(data, nats) as source, open_history(data, clickhouse, imported=imported) as database:
        position = Plans(database, log.stream).position()
        with _progress("commits read", position) as (progress, task):

            def tell(seq: int) -> None:
                progress.update(task, completed=seq)

            expected = asyncio.run(_with_log(source, lambda api: log.sums(api, position, tell)))
        found = settled(lambda: stored_sums(database, position), lambda found: _equal(expected, found))
        sums = settled_sums(database)
    if as_json:
        click.echo(msgspec.json.encode(plain_verdict(expected, found, sums)))
    else:
        console = Console()
        console.print(of_the_log(expected, found))
        console.print()
        console.print(of_seats(sums))
    whole = _equal(expected, found) and all(one.equal for one in sums.values())
    sys.exit(0 if whole else DIFFERS)


@history.command()
@imported_option
@log_options
@clickhouse_option
@click.option("--here", is_flag=True, help="Project in this process: no history service is running.")
@click.confirmation_option(prompt="Drop everything in ClickHouse and make it again from the log?")
@json_option
def rebuild(
    imported: bool, data: Path, nats: str | None, clickhouse: str | None, here: bool, as_json: bool
) -> None:
    """Drop everything and make it again from the log.

    A history service that runs does it; for a stopped data folder, or with --here, this command does. Exit
    code 1: nothing comes any more; 2: there is no log, or no ClickHouse.
    """
    run, log = running(data), IMPORTED if imported else PLAYED
    served = not here and (bool(clickhouse) or (run is not None and "history" in run.pids))
    with (
        open_source(data, nats) as source,
        open_history(data, clickhouse, found=True, imported=imported) as database,
    ):
        last = asyncio.run(_with_log(source, log.last))
        database.drop()
        with _progress("commits projected", last) as (progress, task):

            def tell(seq: int) -> None:
                progress.update(task, completed=seq)

            if served:
                _watch(database, log, last, tell)
            # Where another has projected, the last batch is planned, and its rows may be under way yet: they
            # are written here as well, once in all.
            _project_here(source, log, database, last, tell)
        database.connect_to_read()
        (held,) = database.query("SELECT count() AS hands FROM hands")
    if as_json:
        click.echo(msgspec.json.encode({"hands": held["hands"]}))
    else:
        click.echo(f"{hands_told(held['hands'])} are there again")


def _watch(database: Database, log: HistoryLog, last: int, tell: Tell) -> None:
    """Someone else projects; see how far he has come."""
    seen, seen_at = -1, time.monotonic()
    while seen < last:
        time.sleep(NEXT_LOOK_S)
        with contextlib.suppress(DatabaseFailed):
            database.connect_to_read()
            position = Plans(database, log.stream).position()
            if position != seen:
                seen, seen_at = position, time.monotonic()
                tell(position)
        if time.monotonic() - seen_at > STALLED_S:
            words = "nothing comes any more; is the history service running? --here does without"
            give_up(words, DIFFERS)


def _project_here(source: LogSource, log: HistoryLog, database: Database, last: int, tell: Tell) -> None:
    try:
        asyncio.run(_project(source, log, database, last, tell))
    except Overtaken:
        give_up("a history service makes it again at the same time: leave out --here", DIFFERS)


async def _project(source: LogSource, log: HistoryLog, database: Database, last: int, tell: Tell) -> None:
    client = await connect(source.login)
    try:
        await asyncio.to_thread(database.connect)
        await log.project(JetStreamApi(client, AUDITOR.api_prefix), database, last, tell)
    finally:
        await client.close()


async def _with_log(source: LogSource, ask: Callable[[JetStreamApi], Awaitable[Answer]]) -> Answer:
    client = await connect(source.login)
    try:
        return await ask(JetStreamApi(client, AUDITOR.api_prefix))
    finally:
        await client.close()


def _equal(expected: Mapping[str, Sum], found: Mapping[str, Sum]) -> bool:
    return all(expected.get(table, Sum()) == found[table] for table in TABLES)


@contextlib.contextmanager
def _progress(what: str, total: int) -> Iterator[tuple[Progress, TaskID]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield progress, progress.add_task(what, total=total)
