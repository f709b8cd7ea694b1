"""Asks tables, wherever they live; one that restarts is asked again under the same id until it answers."""

import asyncio
import secrets
from typing import Literal

import msgspec
import nats.errors
from nats.aio.client import Client

from riverrun.contracts.refusals import TableHasRolled, UnknownTable
from riverrun.contracts.subjects import commands_to
from riverrun.contracts.table_commands import (
    Reply,
    Request,
    Say,
    TableCommand,
    TableQuery,
    View,
    decode_reply,
    encode_request,
)
from riverrun.kernel.identifiers import CommandId, NotAnIdentifier, TableId, shard_of, table_id
from riverrun.runtime.clock import Clock
from services.gateway.caller import Caller
from services.gateway.metrics import TABLE_SECONDS
from services.gateway.refusals import RefusedByTable, TableUnavailable

ATTEMPT_S = 2.0
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 0.5
RETRY_MS = 1_000

_NO_ANSWER = (nats.errors.Error, TimeoutError, OSError)
"""Nobody there, no answer in time, or no way there: all of them may pass."""


class Standing(msgspec.Struct, frozen=True):
    """Where a viewer's feed stands, with the table or the messages missed still as the table wrote them."""

    feed: str
    version: int
    channel: Literal["public", "player"]
    now_ms: int
    view: msgspec.Raw = msgspec.Raw(b"null")
    missed: tuple[msgspec.Raw, ...] = ()
    rolled_to: TableId = ""


_decode_standing = msgspec.json.Decoder(Standing).decode


class Tables:
    """One for the process. `patience_s` bounds how long an answer is waited for, attempts included."""

    def __init__(self, client: Client, clock: Clock, shards: int = 1, patience_s: float = 5.0) -> None:
        self._client = client
        self._clock = clock
        self._shards = shards
        self._patience_s = patience_s

    def check(self, table: str) -> TableId:
        """A table's id that can be one here. Raises `UnknownTable`."""
        try:
            if shard_of(table_id(table)) < self._shards:
                return table
        except NotAnIdentifier:
            pass
        raise UnknownTable

    async def command(
        self, table: TableId, caller: Caller, id_: CommandId, body: TableCommand | Say
    ) -> msgspec.Raw:
        """Have a command carried out; what it gave. Raises `RefusedByTable`, `TableUnavailable`."""
        return await self._ask(table, caller, id_, body, self._patience_s)

    async def query(
        self, table: TableId, caller: Caller, body: TableQuery, patience_s: float | None = None
    ) -> msgspec.Raw:
        """Ask something that changes nothing. Raises `RefusedByTable`, `TableUnavailable`."""
        id_ = f"q-{secrets.token_hex(8)}"
        return await self._ask(table, caller, id_, body, patience_s or self._patience_s)

    async def standing(
        self,
        table: TableId,
        caller: Caller,
        feed: str = "",
        since: int = 0,
        patience_s: float | None = None,
    ) -> Standing:
        """The table as the caller may see it, or what he missed of a feed. Raises as `query` does."""
        return _decode_standing(await self.query(table, caller, View(feed, since), patience_s))

    async def _ask(
        self,
        table: TableId,
        caller: Caller,
        id_: CommandId,
        body: TableCommand | TableQuery | Say,
        patience_s: float,
    ) -> msgspec.Raw:
        expires_ms = self._clock.now_ms() + round(patience_s * 1_000)
        trace = secrets.token_hex(16)
        data = encode_request(Request(id_, caller.player, caller.name, expires_ms, trace, body))
        with TABLE_SECONDS.time():
            reply = await self._until_answered(commands_to(table), data, patience_s)
            while reply.code == TableHasRolled.code:
                # What was on its way to the id before is meant for the game that goes on.
                successor = str(reply.details["successor"])
                reply = await self._until_answered(commands_to(successor), data, patience_s)
        if reply.code:
            raise RefusedByTable(reply)
        return reply.result

    async def _until_answered(self, subject: str, data: bytes, patience_s: float) -> Reply:
        deadline_s = self._clock.monotonic_s() + patience_s
        pause_s = FIRST_PAUSE_S
        while True:
            left_s = deadline_s - self._clock.monotonic_s()
            if left_s <= 0:
                raise TableUnavailable(retry_ms=RETRY_MS)
            # While NATS is away nothing is sent: it would lie in a buffer and go out too late.
            if self._client.is_connected:
                try:
                    answer = await self._client.request(subject, data, timeout=min(ATTEMPT_S, left_s))
                    return decode_reply(answer.data)
                except _NO_ANSWER:
                    pass
            await asyncio.sleep(min(pause_s, max(0, left_s)))
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
