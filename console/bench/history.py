"""`riverrun bench history`: from JetStream to queryable rows; how long HUDs, searches and replays take."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

import uvloop

from console.bench.asked_history import AskedHistory, time_rows, times_beside, times_of
from console.bench.filled_history import FilledHistory, filled_history
from console.bench.measured_process import MeasuredProcess, service
from console.bench.progress import Tell, progress
from console.bench.rows import BenchRow
from console.bench.throwaway_clickhouse import throwaway_clickhouse
from console.bench.throwaway_log import ThrowawayServer, throwaway_server
from riverrun.pb.history.v1.history_pb2_grpc import HistoryStub
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.nats.users import HISTORY
from services.history.database import Database
from services.history.settings import ClickHouseSettings

ACTIONS = 150_000
ASKED = 500
LOOKS_EVERY_S, STALLED_S, RESTS_WITHIN_S, LOOKS_AT_REST = 0.1, 120.0, 60.0, 30
AIM, HUD_AIM_MS, HUD_BESIDE_AIM_MS, SEARCH_AIM_MS, REPLAY_AIM_MS = 40_000, 30, 200, 100, 20


def rows(actions: int = ACTIONS, keep: Path | None = None) -> list[BenchRow]:
    """Events a second, milliseconds a question, megabytes and processor seconds a process.

    `actions` rows at least; a log in the folder `keep` is filled once and used again.
    """
    return uvloop.run(_measured(actions, keep))


async def _measured(actions: int, keep: Path | None) -> list[BenchRow]:
    async with throwaway_server("10s", keep) as server:
        with progress("filling") as tell:
            filled = await filled_history(server, actions, tell)
        async with throwaway_clickhouse() as (engine, url):
            return await _projected_and_asked(server, filled, engine, url)


async def _projected_and_asked(
    server: ThrowawayServer, filled: FilledHistory, engine: MeasuredProcess, url: str
) -> list[BenchRow]:
    database = Database(ClickHouseSettings(url))
    await database.apart(database.connect)
    environment = {
        "RIVERRUN_NATS_URL": server.url,
        "RIVERRUN_NATS_PASSWORD": server.passwords[HISTORY.password_variable],
        "RIVERRUN_HISTORY_PORT": "0",
        "RIVERRUN_HISTORY_KEYS": str(server.folder / "history.json"),
        "CLICKHOUSE_URL": url,
    }
    async with service("history", environment) as (history, target), open_channel(target) as channel:
        began = time.perf_counter()
        asked = AskedHistory(HistoryStub(channel), filled.copies)
        processes = {"history": history, "ClickHouse": engine, "NATS": MeasuredProcess(server.pid)}
        before = _spent(processes)
        with progress("projecting") as tell:
            projecting = asyncio.create_task(_until_projected(database, filled, tell), name="until projected")
            beside = await times_beside(asked.hud, projecting)
        seconds = time.perf_counter() - began
        took = _processor_rows(
            "projecting, each 1,000 events", before, _spent(processes), filled.counted.events // 1_000
        )
        await _until_at_rest(database)
        answered = time_rows("HUD of nine while projecting", beside, HUD_BESIDE_AIM_MS)
        for what, ask, aim_ms in (
            ("HUD of nine", asked.hud, HUD_AIM_MS),
            ("hands of a player", asked.players_hands, SEARCH_AIM_MS),
            ("hands of anybody", asked.anybodys_hands, SEARCH_AIM_MS),
            ("replay of a hand", asked.replay, REPLAY_AIM_MS),
        ):
            before = _spent(processes)
            answered += time_rows(what, await times_of(ask, ASKED), aim_ms)
            answered += _processor_rows(what, before, _spent(processes), ASKED)
        held = [
            BenchRow("history", f"{name}: most memory held", round(process.peak_mb), "MB")
            for name, process in processes.items()
        ]
        await database.apart(database.close)
    return [_rate_row(filled, seconds), *took, *answered, *held]


async def _until_projected(database: Database, filled: FilledHistory, tell: Tell) -> None:
    seen, seen_at, last = -1, time.monotonic(), filled.counted.hands
    while seen < last:
        await asyncio.sleep(LOOKS_EVERY_S)
        (row,) = await database.apart(database.query, "SELECT count() AS hands FROM hands")
        if row["hands"] != seen:
            seen, seen_at = row["hands"], time.monotonic()
            tell(seen, last)
        assert time.monotonic() - seen_at < STALLED_S, f"nothing comes any more after {seen} hands"


async def _until_at_rest(database: Database) -> None:
    """ClickHouse merges for a while what was written."""
    with suppress(TimeoutError):
        async with asyncio.timeout(RESTS_WITHIN_S):
            quiet = 0
            while quiet < LOOKS_AT_REST:
                await asyncio.sleep(LOOKS_EVERY_S)
                (row,) = await database.apart(database.query, "SELECT count() AS merges FROM system.merges")
                quiet = 0 if row["merges"] else quiet + 1


def _spent(processes: dict[str, MeasuredProcess]) -> dict[str, float]:
    return {name: process.spent_s for name, process in processes.items()}


def _processor_rows(
    what: str, before: dict[str, float], after: dict[str, float], times: int
) -> list[BenchRow]:
    """Milliseconds of processor time of each process: what a busy machine tells, too."""
    return [
        BenchRow(
            "history",
            f"{what}: {name}'s processor time",
            round(1000 * (after[name] - spent) / times, 2),
            "ms",
        )
        for name, spent in before.items()
    ]


def _rate_row(filled: FilledHistory, seconds: float) -> BenchRow:
    counted = filled.counted
    rate = round(counted.events / seconds)
    case = f"{counted.events:,} events, {counted.actions:,} of them actions, from JetStream to queryable rows"
    return BenchRow("history", case, rate, "events/s", round(rate / AIM, 2), f"the aim of {AIM:,}/s")
