"""Having a club's table opened where tables are hosted; the same command opens it once."""

import asyncio
import secrets
import time
from collections.abc import Callable

import nats.errors
from nats.aio.client import Client

from riverrun.contracts.subjects import commands_to
from riverrun.contracts.table_commands import OpenTable, Reply, Request, decode_reply, encode_request
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from services.club.clubs import refusals

WITHIN_S = 6.0
ATTEMPT_S = 2.0
PAUSE_S = 0.1
OPEN_BEFORE = "table_exists"


class TableOpener:
    """Sends the command until a host answers. Raises `TableAway`, to be asked again under the same id."""

    def __init__(self, client: Client, now_ms: Callable[[], int]) -> None:
        self._client = client
        self._now_ms = now_ms

    async def open(self, table: TableId, config: TableConfig, owner: PlayerId, command: CommandId) -> None:
        """Return when the table is open."""
        expires_ms = self._now_ms() + round(WITHIN_S * 1_000)
        request = Request(command, owner, "", expires_ms, secrets.token_hex(16), OpenTable(config))
        reply = await self._answered(commands_to(table), encode_request(request))
        if reply is None:
            raise refusals.TableAway(table=table)
        if reply.code and reply.code != OPEN_BEFORE:
            raise refusals.TableAway(table=table, code=reply.code)

    async def _answered(self, subject: str, data: bytes) -> Reply | None:
        until = time.monotonic() + WITHIN_S
        while time.monotonic() < until:
            try:
                answer = await self._client.request(subject, data, timeout=ATTEMPT_S)
                return decode_reply(answer.data)
            except (nats.errors.Error, OSError):
                # Nobody hosts the slot at the moment: a table process starts, or another takes it over.
                await asyncio.sleep(PAUSE_S)
        return None
