"""`riverrun archive`: closed ids of tables in files of their own, with signed totals, and their check."""

import asyncio
import sys
from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from console.archiving.archive import Archive, verified
from console.archiving.manifest import ArchiveBroken
from console.archiving.signing import NotASigningKey, create_key, load_key, load_public_key
from console.giving_up import give_up
from console.reading.audited_ledgers import ClubAudit
from console.reading.audited_tables import AuditedTable, TableAudit
from console.reading.log_source import LogSource, log_options, open_source
from console.reading.stored_tables import StoredTables, stored_tables
from console.supervisor.data_folder import DEFAULT, DataFolder
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.snapshots import SnapshotStore
from riverrun.runtime.nats.connection import connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR

BROKEN, NO_KEY = 1, 2


@click.group()
def archive() -> None:
    """Keep what is past in files, and prove later that it is still the same.

    Exit code 0: done, or all is as it was signed; 1: a finding; 2: there is no log, or no key.
    """


@archive.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--key",
    envvar="RIVERRUN_ARCHIVE_KEY",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The Ed25519 key that signs, a PEM file; without one it is made in the data folder.",
)
@log_options
def export(folder: Path, key: Path | None, data: Path, nats: str | None) -> None:
    """Add to FOLDER every table id that is closed or has rolled, once its books close."""
    with open_source(data, nats) as source, stored_tables(source) as stored:
        signing = _signing_key(key, data, nats)
        try:
            looked_at = asyncio.run(_exported(source, stored, folder, signing))
        except ArchiveBroken as broken:
            give_up(str(broken), BROKEN)
    for one in looked_at:
        if one.finding is None:
            click.echo(f"{one.table}: {one.totals.hands:,} hands, {one.totals.events:,} events")
        else:
            click.secho(
                f"{one.table} is not archived, for its books do not close: see `riverrun audit`", fg="red"
            )
    added = sum(one.finding is None for one in looked_at)
    click.secho(f"{added} ids added to {folder}.", fg="green")
    sys.exit(0 if added == len(looked_at) else BROKEN)


@archive.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option(
    "--public-key",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The public half of the key that signed; by default the data folder's.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=DEFAULT,
    show_default=True,
    help="The data folder of `riverrun up`.",
)
def verify(folder: Path, public_key: Path | None, data: Path) -> None:
    """Check FOLDER's signature and that each file is the one that was signed."""
    try:
        key = load_public_key(public_key or DataFolder(data).archive_public_key)
        tables = verified(folder, key)
    except (OSError, NotASigningKey) as error:
        give_up(f"there is no public key: {error}", NO_KEY)
    except ArchiveBroken as broken:
        give_up(str(broken), BROKEN)
    click.secho(f"{len(tables)} ids, all of them as they were signed.", fg="green")


def _signing_key(key: Path | None, data: Path, nats: str | None) -> Ed25519PrivateKey:
    if key is None and nats is not None:
        give_up("--nats needs --key or RIVERRUN_ARCHIVE_KEY: who signs?", NO_KEY)
    path = key or DataFolder(data).archive_key
    try:
        if key is None:
            create_key(path)
        return load_key(path)
    except (OSError, NotASigningKey) as error:
        give_up(f"there is no signing key: {error}", NO_KEY)


async def _exported(
    source: LogSource, stored: StoredTables, folder: Path, key: Ed25519PrivateKey
) -> list[AuditedTable]:
    client = await connect(source.login)
    try:
        api = JetStreamApi(client, AUDITOR.api_prefix)
        reader = CommitReader(api)
        place = await ClubAudit(api, reader).place()
        audit = TableAudit(reader, stored, SnapshotStore(client, api))
        return await Archive(folder, key).add_closed(reader, audit, place)
    finally:
        await client.close()
