"""Recording an operator's decision on a finding, in the docket and in the audit log."""

import asyncio
import platform
from pathlib import Path

from msgspec.structs import replace

from console.ordering.noted_order import audit_keys, note_act
from console.ordering.operator_login import operator_login, operator_name
from console.reading.stored_dockets import open_dockets
from riverrun.contracts.audit_log import AuditRecord
from riverrun.runtime.nats.connection import NatsSettings, connect
from services.history.docket.docket_events import FindingDecided


def decide_as_operator(
    data: Path, nats: str | None, club: str, decided: FindingDecided, operator: str | None
) -> str:
    """Who decided, as the log has it. Raises `NotAnIdentifier`, `NothingRuns`, `CannotConnect`."""
    by = f"operator-{operator_name(operator)}"
    login, keys = operator_login(data, nats), audit_keys(data, nats)
    signed = replace(decided, by=by)
    with open_dockets(login) as dockets:
        dockets.decide(club, signed)
    asyncio.run(_note(login, keys, club, signed))
    return by


async def _note(login: NatsSettings, keys: Path | None, club: str, decided: FindingDecided) -> None:
    record = AuditRecord(
        decided.at_ms,
        decided.by,
        "",
        f"console on {platform.node()}",
        "decide finding",
        details={
            "club": club,
            "finding": decided.finding,
            "verdict": decided.verdict,
            "note": decided.note,
        },
    )
    client = await connect(login)
    try:
        await note_act(client, keys, record)
    finally:
        await client.close()
