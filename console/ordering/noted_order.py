"""An operator's order in the audit log, with what came of it."""

import asyncio
import os
import platform
import secrets
from pathlib import Path

import click
from nats.aio.client import Client

from console.supervisor.data_folder import DataFolder
from riverrun.contracts.audit_log import AuditRecord
from riverrun.contracts.operator_commands import OrderRequest
from riverrun.contracts.table_commands import Reply
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.audit.trail import SealedTrail
from riverrun.runtime.clock import SystemClock
from riverrun.runtime.sealing.ring_file import RingExposed, load_ring

KEYS_VARIABLE = "RIVERRUN_AUDIT_KEYS"
WRITTEN_WITHIN_S = 5.0


def audit_keys(data: Path, url: str | None) -> Path | None:
    """The ring that seals the audit log: the folder's; for another server, which a variable names."""
    if url is None:
        return DataFolder(data).audit_keys
    named = os.environ.get(KEYS_VARIABLE, "")
    return Path(named) if named else None


async def note_order(
    client: Client, keys: Path | None, table: TableId, order: OrderRequest, reply: Reply | None
) -> None:
    """Write it down; where that fails the order stands, and the person is told."""
    result = "unanswered" if reply is None else reply.code
    record = AuditRecord(
        SystemClock().now_ms(),
        f"operator-{order.operator}",
        "",
        f"console on {platform.node()}",
        f"order {order.body.__struct_config__.tag}",
        table,
        order.id,
        result,
        {"reason": order.body.reason},
    )
    await note_act(client, keys, record)


async def note_act(client: Client, keys: Path | None, record: AuditRecord) -> None:
    """Write down what an operator did; where that fails it is done, and the person is told."""
    if keys is None:
        click.secho(f"not in the audit log: {KEYS_VARIABLE} names no ring", err=True)
        return
    try:
        trail = SealedTrail(client, load_ring(keys), SystemClock(), f"operator-{secrets.token_hex(6)}")
        trail.note(record)
        async with asyncio.timeout(WRITTEN_WITHIN_S):
            await trail.finish()
    except (OSError, ValueError, TimeoutError, RingExposed) as error:
        click.secho(f"not in the audit log: {error!r}", fg="red", err=True)
