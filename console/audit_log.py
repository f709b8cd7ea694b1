"""`riverrun audit-log`: who did what, when, from where, and what came of it."""

import asyncio
import re
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from console.giving_up import give_up
from console.reading.log_source import LogSource, log_options, open_source
from console.supervisor.data_folder import DataFolder
from riverrun.contracts.audit_log import AuditRecord
from riverrun.runtime.audit.reading import AuditReader, ReadAudit
from riverrun.runtime.nats.connection import connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR
from riverrun.runtime.sealing.key_ring import CannotOpen, KeyRing, NotAKeyRing
from riverrun.runtime.sealing.ring_file import RingExposed, load_ring

BROKEN, NO_KEYS = 1, 2
_AGO = re.compile(r"(\d+)([smhd])")
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


@dataclass(frozen=True)
class Sought:
    """What a record must be like; empty is anything."""

    player: str = ""
    table: str = ""
    act: str = ""
    address: str = ""
    result: str = ""

    def fits(self, record: AuditRecord) -> bool:
        """Whether it is one of those."""
        return (
            self.player in ("", record.actor)
            and self.table in ("", record.table)
            and self.act.lower() in record.act.lower()
            and self.address in ("", record.address)
            and (
                self.result in ("", record.result or "done")
                or (self.result == "refused" and record.result != "")
            )
        )


@click.command("audit-log")
@log_options
@click.option("--keys", type=click.Path(path_type=Path, dir_okay=False), help="The ring; else the folder's.")
@click.option("--player", default="", metavar="ID", help="Only this player's acts.")
@click.option("--table", default="", metavar="ID", help="Only acts at this table.")
@click.option("--act", default="", metavar="WORD", help="Only acts whose name holds this, such as sit_down.")
@click.option("--address", default="", help="Only acts from this address.")
@click.option("--result", default="", metavar="CODE", help="`done`, `refused`, or a refusal's code.")
@click.option("--since", default="", metavar="AGO", help="Only the last 30s, 15m, 2h or 7d.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def audit_log(
    data: Path,
    nats: str | None,
    keys: Path | None,
    player: str,
    table: str,
    act: str,
    address: str,
    result: str,
    since: str,
    as_json: bool,
) -> None:
    """Search the audit log: players' and owners' acts and refusals, and operators' orders.

    Exit code 0: the log is whole; 1: pages are missing or changed; 2: no log, or no keys to it.
    """
    ring = _ring(keys or DataFolder(data).audit_keys)
    sought = Sought(player, table, act, address, result)
    since_ms = _since_ms(since)
    with open_source(data, nats) as source:
        try:
            found = asyncio.run(_tell(source, ring, sought, since_ms, as_json))
        except CannotOpen as shut:
            raise click.ClickException(f"a page does not open: {shut}") from shut
    for broken in found.broken:
        click.secho(broken, fg="red", err=True)
    if found.shut:
        click.secho(f"{found.shut} pages stay shut: their keys were destroyed", err=True)
    sys.exit(BROKEN if found.broken else 0)


async def _tell(source: LogSource, ring: KeyRing, sought: Sought, since_ms: int, as_json: bool) -> ReadAudit:
    client = await connect(source.login)
    try:
        reader = AuditReader(JetStreamApi(client, AUDITOR.api_prefix), ring)
        async for record in reader.records(since_ms):
            if sought.fits(record):
                click.echo(_as_json(record) if as_json else _as_line(record))
        return reader.found
    finally:
        await client.close()


def _as_line(record: AuditRecord) -> str:
    at = datetime.fromtimestamp(record.at_ms / 1_000, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
    details = " ".join(f"{name}={value}" for name, value in sorted(record.details.items()))
    words = (
        at,
        record.actor or "-",
        record.address or "-",
        record.connection or "-",
        record.act,
        record.table,
    )
    return " ".join(word for word in (*words, record.result or "done", record.command, details) if word)


def _as_json(record: AuditRecord) -> str:
    return msgspec.json.encode(
        {name: getattr(record, name) for name in AuditRecord.__struct_fields__}
    ).decode()


def _since_ms(ago: str) -> int:
    if not ago:
        return 0
    found = _AGO.fullmatch(ago)
    if found is None:
        raise click.BadParameter("such as 30s, 15m, 2h or 7d", param_hint="--since")
    return int((time.time() - int(found[1]) * _SECONDS[found[2]]) * 1_000)


def _ring(path: Path) -> KeyRing:
    try:
        return load_ring(path)
    except (OSError, RingExposed, NotAKeyRing) as error:
        give_up(f"no keys to the audit log: {error}", NO_KEYS)
