"""Having a club's table opened where tables are hosted; the same command opens it once."""

import secrets
from collections.abc import Callable

import nats.errors
from nats.aio.client import Client

from riverrun.contracts.subjects import commands_to
from riverrun.contracts.table_commands import OpenTable, Request, decode_reply, encode_request
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from services.club.clubs import refusals

WITHIN_S = 3.0
OPEN_BEFORE = "table_exists"


class TableOpener:
    """Sends the command. Raises `TableAway`, for the caller to ask again under the same id."""

    def __init__(self, client: Client, now_ms: Callable[[], int]) -> None:
        self._client = client
        self._now_ms = now_ms

    async def open(self, table: TableId, config: TableConfig, owner: PlayerId, command: CommandId) -> None:
        """Return when the table is open."""
        expires_ms = self._now_ms() + round(WITHIN_S * 1_000)
        trace = secrets.token_hex(16)
        request = Request(command, owner, "", expires_ms, trace, OpenTable(config))
        try:
            answer = await self._client.request(commands_to(table), encode_request(request), timeout=WITHIN_S)
        except (nats.errors.Error, OSError, TimeoutError):
            raise refusals.TableAway(table=table) from None
        reply = decode_reply(answer.data)
        if reply.code and reply.code != OPEN_BEFORE:
            raise refusals.TableAway(table=table, code=reply.code)
