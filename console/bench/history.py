"""`riverrun bench history`: from JetStream to queryable rows, then a HUD, a search, a replay."""

import asyncio
import gc
import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Any

import uvloop

from console.bench.filled_log import FilledLog
from console.bench.rows import BenchRow
from console.bench.throwaway_log import throwaway_server
from console.reading.history_source import engine_for_now
from console.supervisor.data_folder import DataFolder
from riverrun.runtime.eventstore.log_ahead import last_sequence
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import HISTORY, TABLE
from services.history.database import Database
from services.history.hands.frames import frames
from services.history.hands.search import HandSearch, Wanted
from services.history.hands.stored_hands import StoredHands
from services.history.projection.projector import Projector
from services.history.settings import ClickHouseSettings
from services.history.statistics.hud import Hud

TABLES, HANDS = 100, 40
ASKED = 100
AIM, HUD_AIM_MS, SEARCH_AIM_MS, REPLAY_AIM_MS = 40_000, 30, 100, 20


def rows(tables: int = TABLES, hands: int = HANDS) -> list[BenchRow]:
    """Events a second, and milliseconds a question."""
    return uvloop.run(_measured(tables, hands))


async def _measured(tables: int, hands: int) -> list[BenchRow]:
    async with throwaway_server("10s") as server:
        client = await server.log_in(TABLE)
        events = await FilledLog(client, server.folder).play(
            [f"s0-bench{n:04}" for n in range(tables)], hands
        )
        await client.close()
        reader = await server.log_in(HISTORY)
        folder = DataFolder(server.folder / "riverrun")
        await asyncio.to_thread(folder.prepare)
        with engine_for_now(folder) as url:
            database = Database(ClickHouseSettings(url))
            await asyncio.to_thread(database.connect)
            api = JetStreamApi(reader, HISTORY.api_prefix)
            last = await last_sequence(api)
            gc.freeze()
            gc.set_threshold(200_000, 10, 100)
            began = time.perf_counter()
            await Projector(api, database).run(last)
            seconds = time.perf_counter() - began
            found = await asyncio.to_thread(_asked, database, hands)
            database.close()
        await reader.close()
    rate = round(events / seconds)
    case = f"{events:,} events from JetStream to queryable rows"
    first = BenchRow("history", case, rate, "events/s", round(rate / AIM, 2), f"the aim of {AIM:,}/s")
    return [first, *found]


def _asked(database: Database, hands: int) -> list[BenchRow]:
    hud, search, stored = Hud(database), HandSearch(database), StoredHands(database)
    nine = [f"player-{number}" for number in range(9)]
    return [
        *_row("HUD of all players", lambda _: hud.of(nine), HUD_AIM_MS),
        *_row("search", lambda _: search.find(Wanted(player="player-1", showdown=True)), SEARCH_AIM_MS),
        *_row("replay of one hand", lambda number: _replay(stored, 1 + number % hands), REPLAY_AIM_MS),
    ]


def _replay(stored: StoredHands, number: int) -> None:
    hand = stored.told("s0-bench0000", number)
    assert hand is not None
    list(frames(hand))


def _row(what: str, ask: Callable[[int], Any], aim_ms: int) -> list[BenchRow]:
    times = []
    for number in range(ASKED):
        began = time.perf_counter()
        ask(number)
        times.append((time.perf_counter() - began) * 1000)
    p99 = round(quantiles(times, n=100)[98], 1)
    against = f"the aim of {aim_ms} ms"
    return [
        BenchRow("history", f"{what}: p50", round(median(times), 1), "ms"),
        BenchRow("history", f"{what}: p99", p99, "ms", round(p99 / aim_ms, 2), against),
    ]
