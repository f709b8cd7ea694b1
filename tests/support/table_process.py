"""The table service as its own process on a real NATS, and players who speak to it as the gateway does."""

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import nats.errors
from msgspec.structs import replace
from nats.aio.client import Client

from riverrun.contracts.subjects import LEASES_BUCKET, commands_to
from riverrun.contracts.table_commands import (
    Call,
    Check,
    Fold,
    OpenTable,
    RaiseTo,
    Reply,
    Request,
    TableCommand,
    TableQuery,
    View,
    decode_reply,
    encode_request,
)
from riverrun.contracts.table_config import Clocks, TableConfig
from riverrun.contracts.time_options import TimeBank
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import GATEWAY, TABLE
from riverrun.runtime.sealing.ring_file import create_ring
from services.table.ownership.shares import all_slots
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.service_process import ServiceProcess, service_process

QUICK = TableConfig(
    small_blind=5,
    big_blind=10,
    min_buy_in=100,
    max_buy_in=5_000,
    clocks=Clocks(decision_ms=4_000, between_hands_ms=30, runout_ms=10),
    time_bank=TimeBank(start_ms=0, gain_ms=0),
)
"""A table that wastes no time."""
UNHURRIED = replace(QUICK, clocks=replace(QUICK.clocks, decision_ms=60_000))
"""As quick, but nobody's turn is over before he acts, on a machine however busy."""


class TableProcesses:
    """Starts the table service again and again on the same log and keys."""

    def __init__(self, servers: NatsServers, folder: Path, evaluator: str = "127.0.0.1:9") -> None:
        for name in ("live", "history"):
            if not (folder / f"{name}.json").exists():
                create_ring(folder / f"{name}.json", name)
        self._environ = {
            "RIVERRUN_NATS_URL": ",".join(servers.urls),
            "RIVERRUN_NATS_PASSWORD": servers.passwords[TABLE.password_variable],
            "RIVERRUN_EVALUATOR_TARGET": evaluator,
            "RIVERRUN_EVALUATOR_DEADLINE_MS": "50",
            "RIVERRUN_LIVE_KEYS": str(folder / "live.json"),
            "RIVERRUN_HISTORY_KEYS": str(folder / "history.json"),
            # No table rolls where a month ends in the middle of a test.
            "RIVERRUN_TABLE_ID_LIFE_S": str(10 * 366 * 86_400),
        }

    @asynccontextmanager
    async def running(self, module: str = "services.table", **environ: str) -> AsyncIterator[ServiceProcess]:
        """One process, ready."""
        async with service_process(module, **{**self._environ, **environ}) as process:
            await process.wait_for("ready")
            yield process

    @asynccontextmanager
    async def hosting(self, **environ: str) -> AsyncIterator[ServiceProcess]:
        """One process that hosts every table by now.

        It lets leases of a process killed before run out first, and a gateway or a club that asks meanwhile
        gives up after some seconds.
        """
        async with self.running(**environ) as process:
            for _ in all_slots(shards=1):
                await process.wait_for("slot_taken")
            yield process


class Asking:
    """The gateway's side of NATS: requests with ids, sent again under the same id until answered."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._numbers = itertools.count(1)
        self.acknowledged: list[tuple[PlayerId, CommandId]] = []

    async def ask(
        self, table: TableId, player: PlayerId, body: TableCommand | TableQuery, id_: CommandId = ""
    ) -> Reply:
        """Ask until there is an answer."""
        request = Request(id_ or f"c{next(self._numbers)}", player, player, 0, "", body)
        reply = decode_reply(await self.answered(table, encode_request(request)))
        if not reply.code and not isinstance(body, TableQuery):
            self.acknowledged.append((player, request.id))
        return reply

    async def answered(self, table: TableId, request: bytes) -> bytes:
        """What the table answers to a message: sent again until it does."""
        until = time.monotonic() + LONG_S
        while time.monotonic() < until:
            try:
                return (await self.client.request(commands_to(table), request, timeout=1)).data
            except (nats.errors.NoRespondersError, nats.errors.TimeoutError):
                await asyncio.sleep(0.05)
        raise AssertionError(f"{table} never answered {request!r}")

    async def see(self, table: TableId, player: PlayerId) -> dict[str, Any]:
        """The table as a player sees it."""
        reply = await self.ask(table, player, View())
        assert not reply.code, reply
        seen: dict[str, Any] = msgspec.json.decode(reply.result)["view"]
        return seen


@asynccontextmanager
async def asking(servers: NatsServers) -> AsyncIterator[Asking]:
    """A gateway's connection for the time of a test."""
    client = await servers.connect(GATEWAY)
    try:
        yield Asking(client)
    finally:
        await client.close()


class RawBot:
    """Plays from views alone: folds little, raises a little, never waits."""

    def __init__(self, asking: Asking, table: TableId, player: PlayerId, seed: int) -> None:
        self._asking = asking
        self._table = table
        self.player = player
        self._chance = random.Random(seed)

    async def act_if_asked(self) -> bool:
        """One action if it is his turn."""
        view = await self._asking.see(self._table, self.player)
        hand, you = view["hand"], view["you"]
        if hand is None or hand["turn"] is None or you is None or hand["turn"]["seat"] != you["seat"]:
            return False
        await self._asking.ask(self._table, self.player, self._action(hand))
        return True

    def _action(self, hand: dict[str, Any]) -> TableCommand:
        number, turn = hand["hand"], hand["turn"]
        passive: TableCommand = Check(number, turn["turn"])
        if turn["call_amount"]:
            passive = Call(number, turn["turn"])
            if self._chance.random() < 0.2:
                return Fold(number, turn["turn"])
        if turn["max_raise_to"] and hand["current_bet"] and self._chance.random() < 0.2:
            return RaiseTo(number, turn["turn"], turn["min_raise_to"])
        return passive


async def last_sign_ms(servers: NatsServers, process: ServiceProcess) -> int:
    """When (Unix ms) a table process last said that it lives; of what came later nobody knows."""
    host = next(line["host"] for line in process.lines if line["event"] == "ready")
    client = await servers.connect(TABLE)
    try:
        note = await JetStreamApi(client).message(
            f"KV_{LEASES_BUCKET}", {"last_by_subj": f"$KV.{LEASES_BUCKET}.alive.{host}"}
        )
    finally:
        await client.close()
    assert note is not None, f"{host} never said that it lives"
    return int(note.data)


async def open_table(asking: Asking, table: TableId, config: TableConfig = QUICK) -> None:
    """Open a table, as the gateway does."""
    reply = await asking.ask(table, "owner", OpenTable(config))
    assert not reply.code, reply
