"""`riverrun audit`: from the log alone, that no chip was made or lost at any event of any table."""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from console.archiving.archive import gone_on, verified
from console.archiving.manifest import ArchiveBroken, ArchivedTable
from console.archiving.signing import NotASigningKey, load_public_key
from console.giving_up import give_up
from console.reading.audited_ledgers import AuditedClub, ClubAudit
from console.reading.audited_tables import AuditedTable, TableAudit, with_passages
from console.reading.log_source import LogSource, log_options, open_source
from console.reading.passages import on_the_way
from console.reading.stored_tables import StoredTables, stored_tables
from console.supervisor.data_folder import DataFolder
from console.telling.shown_clubs import show_clubs
from console.telling.shown_table import wide_console
from riverrun.holdem.audit import Finding, Totals
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.snapshots import SnapshotStore
from riverrun.runtime.nats.connection import connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR

BROKEN = 1
SELDOM = frozenset({"gained by insurance", "on the way to next ids"})


class Report(msgspec.Struct, frozen=True):
    """All tables, and their books together."""

    clean: bool
    totals: Totals
    tables: list[AuditedTable]
    clubs: list[AuditedClub] = []


@click.command()
@log_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
@click.option(
    "--archive",
    "folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="An archive: the signed totals of its table ids stand in place of their events.",
)
@click.option(
    "--public-key",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The public half of the key that signed the archive; by default the data folder's.",
)
def audit(data: Path, nats: str | None, as_json: bool, folder: Path | None, public_key: Path | None) -> None:
    """Prove from the log alone that no chip was made or lost.

    Reads all tables up to one moment and checks after every event that the chips on the table are those
    bought, less those cashed out, raked and gained by insurance, and that the newest snapshots are what the
    events come to; then that clubs' ledgers hold what their
    tables say, transfer by transfer. Exit code 0: every chip is accounted for; 1: the first event that breaks
    the books is named; 2: there is no log.
    """
    archived = _archived(folder, public_key or DataFolder(data).archive_public_key)
    with open_source(data, nats) as source, stored_tables(source) as stored:
        report = asyncio.run(_report(source, stored, archived, quiet=as_json))
    if as_json:
        click.echo(msgspec.json.encode(report))
    else:
        _show(report)
    sys.exit(0 if report.clean else BROKEN)


def _archived(folder: Path | None, key: Path) -> Mapping[TableId, ArchivedTable]:
    """What the archive says, if it is what was signed; else the audit ends with that finding."""
    if folder is None:
        return {}
    try:
        return verified(folder, load_public_key(key))
    except (ArchiveBroken, NotASigningKey, OSError) as finding:
        give_up(f"BROKEN archive: {finding}", BROKEN)


async def _report(
    source: LogSource, stored: StoredTables, archived: Mapping[TableId, ArchivedTable], quiet: bool
) -> Report:
    client = await connect(source.login)
    try:
        api = JetStreamApi(client, AUDITOR.api_prefix)
        reader = CommitReader(api)
        work = TableAudit(reader, stored, SnapshotStore(client, api))
        ledgers = ClubAudit(api, reader, archived)
        place = await ledgers.place()
        whole = await work.cut()
        tables = [gone_on(one, whole.get(table)) for table, one in archived.items()]
        cut = {table: tail for table, tail in whole.items() if table not in archived}
        with _progress(quiet) as progress:
            task = progress.add_task("events", total=sum(tail.commit.last_version for tail in cut.values()))
            for table, tail in cut.items():
                tables.append(
                    await work.audited(table, tail, lambda more: progress.update(task, advance=more))
                )
        tables = with_passages(tables)
        read = [one for one in tables if one.table in cut]
        clean = {one.table: cut[one.table] for one in read if one.finding is None}
        in_play = {one.table: one.totals.in_play for one in tables}
        clubs = await ledgers.audited(place, clean, in_play, cut.keys() - clean.keys())
    finally:
        await client.close()
    findings = [one.finding for one in tables] + [one.finding for one in clubs]
    all_clean = all(finding is None for finding in findings)
    return Report(all_clean, _sum(tables), tables, clubs)


def _progress(quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet)


def _sum(tables: list[AuditedTable]) -> Totals:
    return Totals(
        **{field: sum(getattr(one.totals, field) for one in tables) for field in Totals.__struct_fields__}
    )


def _show(report: Report) -> None:
    console = wide_console()
    grid = Grid(box=None, pad_edge=False, header_style="dim", show_footer=len(report.tables) > 1)
    totals = report.totals
    grid.add_column("table", footer="all", no_wrap=True)
    grid.add_column("name")
    for field in Totals.__struct_fields__:
        grid.add_column(field.replace("_", " "), justify="right", footer=f"{getattr(totals, field):,}")
    grid.add_column("verdict")
    for one in report.tables:
        counted = [f"{getattr(one.totals, field):,}" for field in Totals.__struct_fields__]
        verdict = "[green]clean[/]" if one.finding is None else "[bold red]BROKEN[/]"
        grid.add_row(one.table, one.name, *counted, verdict)
    console.print(grid)
    for one in report.tables:
        _show_finding(console, f"table {one.table}", one.finding)
    show_clubs(console, report.clubs)
    for club in report.clubs:
        _show_finding(console, f"club {club.club}", club.finding)
    if report.clean:
        _show_sum(console, report)


def _show_sum(console: Console, report: Report) -> None:
    totals = report.totals
    passing = on_the_way({one.table: one.passages for one in report.tables})
    ways = (
        (totals.in_play, "in play"),
        (totals.cashed_out, "cashed out"),
        (totals.raked, "raked"),
        (totals.insured, "gained by insurance"),
        (passing, "on the way to next ids"),
    )
    told = [f"{amount:,} {way}" for amount, way in ways if amount or way not in SELDOM]
    console.print(
        f"\n[bold green]Every chip is accounted for:[/] {totals.bought:,} bought = {' + '.join(told)}."
    )


def _show_finding(console: Console, where: str, finding: Finding | None) -> None:
    if finding is None:
        return
    console.print(f"\n[bold red]BROKEN[/] at {where}, version {finding.version}, {finding.event}")
    console.print(f"  check     {finding.check}", markup=False)
    console.print(f"  expected  {finding.expected}", markup=False)
    console.print(f"  got       {finding.got}", markup=False)
