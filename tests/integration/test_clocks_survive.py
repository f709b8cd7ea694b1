"""A time bank that runs while its host is killed goes on with the time that was left (R8.1, R8.9)."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio
from msgspec.structs import replace

from riverrun.contracts.table_commands import Call, SitDown
from riverrun.contracts.table_config import Clocks
from riverrun.contracts.time_options import TimeBank
from tests.support.nats_server import NatsServers
from tests.support.table_process import QUICK, Asking, TableProcesses, asking, last_sign_ms, open_table
from tests.support.waiting import waiting_for

ROUND_MS = 500
"""A process says about so often that it lives."""
SLOW = replace(QUICK, clocks=Clocks(decision_ms=1_000), time_bank=TimeBank(start_ms=60_000))


@pytest_asyncio.fixture
async def gateway(one_server: NatsServers) -> AsyncIterator[Asking]:
    async with asking(one_server) as door:
        yield door


async def open_turn(gateway: Asking, table: str, player: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The view of a player, and its turn once the time bank runs in it."""
    async with waiting_for("a time bank that runs"):
        while True:
            view = await gateway.see(table, player)
            turn = view["hand"] and view["hand"]["turn"]
            if turn and turn["time_bank_ms"]:
                return view, turn
            await asyncio.sleep(0.05)


def left_ms(turn: dict[str, Any]) -> int:
    return int(turn["deadline_ms"]) - time.time_ns() // 1_000_000


async def test_a_time_bank_goes_on_after_kill_9_with_the_time_that_was_left(
    one_server: NatsServers, gateway: Asking, tmp_path: Path
) -> None:
    table = "s0-timebank1"
    processes = TableProcesses(one_server, tmp_path)
    async with processes.running() as process:
        await open_table(gateway, table, SLOW)
        for player in ("ann", "bob"):
            assert not (await gateway.ask(table, player, SitDown(1_000))).code
        _, turn = await open_turn(gateway, table, "ann")
        await asyncio.sleep(1)
        process.signal(signal.SIGKILL)
        left_before_ms = left_ms(turn)
        # What it did since its last word is given back: little, but on a machine that let it wait.
        given_back_ms = ROUND_MS + time.time_ns() // 1_000_000 - await last_sign_ms(one_server, process)
    await asyncio.sleep(2)
    async with processes.running() as process:
        view, turn = await open_turn(gateway, table, "ann")
        cost_ms = left_before_ms - left_ms(turn)
        assert -given_back_ms < cost_ms < ROUND_MS + process.since_ms("ready")

        player = next(seat["player"] for seat in view["seats"] if seat["seat"] == turn["seat"])
        hand = view["hand"]["hand"]
        assert not (await gateway.ask(table, player, Call(hand, turn["turn"]))).code
        seats = (await gateway.see(table, player))["seats"]

        cost_ms = left_before_ms - next(seat["time_bank_ms"] for seat in seats if seat["player"] == player)
        assert -given_back_ms < cost_ms < ROUND_MS + process.since_ms("ready")
