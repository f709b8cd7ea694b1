"""`riverrun bench replay`: from the log to tables' states, and how long it takes to take tables over."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median

import uvloop

from console.bench.filled_log import FilledLog
from console.bench.rows import BenchRow
from console.bench.taking_over import time_to_take_over
from console.bench.throwaway_log import throwaway_server
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.replay import Rebuilt
from riverrun.runtime.eventstore.sweep import sweep
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import TABLE
from services.table.host.record import Record

INTERLEAVED, HANDS = 200, 20
ROUNDS = 5
AT_ONCE = 4
TAKEN_OVER = (10, 100, 1_000, 2_500)
HANDS_BEFORE = 2
TARGET = 50_000


def rows(interleaved: int = INTERLEAVED, taken_over: Sequence[int] = TAKEN_OVER) -> list[BenchRow]:
    """Events a second over real hands of many tables; seconds to take tables over in mid-hand."""
    return [*uvloop.run(_replayed(interleaved)), *uvloop.run(_taken_over(taken_over))]


async def _replayed(tables: int) -> list[BenchRow]:
    """All tables in full, without snapshots."""
    async with throwaway_server("10s") as server:
        client = await server.log_in(TABLE)
        log = FilledLog(client, server.folder)
        ids = [f"s0-replay{number:04}" for number in range(tables)]
        events = await log.play(ids, HANDS)
        api = JetStreamApi(client)
        together = [await _rate(events, lambda: _sweep(api, log, ids)) for _ in range(ROUNDS)]
        alone = [await _rate(events, lambda: _each_alone(log, ids)) for _ in range(ROUNDS)]
        await client.close()
    case = f"{events:,} events of {tables} interleaved tables, from JetStream to state"
    against = f"the aim of {TARGET:,}/s"
    return [
        BenchRow("replay", f"{case}: {how}", round(median(rates)), "events/s", _share(median(rates)), against)
        for how, rates in (("in one sweep", together), ("table by table", alone))
    ]


def _share(rate: float) -> float:
    return round(rate / TARGET, 2)


async def _rate(events: int, replay: Callable[[], Awaitable[None]]) -> float:
    began = time.perf_counter()
    await replay()
    return events / (time.perf_counter() - began)


async def _sweep(api: JetStreamApi, log: FilledLog, ids: Sequence[TableId]) -> None:
    """As after a release whose code takes no earlier snapshot."""
    found = await sweep(api, log.replay, dict.fromkeys(ids, Rebuilt[Record](None, 0, 0)), 1)
    assert len(found) == len(ids), "a table was not found"


async def _each_alone(log: FilledLog, ids: Sequence[TableId]) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def replay(table: TableId) -> None:
        async with gate:
            await log.replay.load_in_full(table)

    await asyncio.gather(*(replay(table) for table in ids))


async def _taken_over(counts: Sequence[int]) -> list[BenchRow]:
    """Each number of tables by a process of its own, after an earlier one that died."""
    found = []
    async with throwaway_server("10s") as server:
        client = await server.log_in(TABLE)
        log = FilledLog(client, server.folder)
        tables = 0
        for count in counts:
            await log.play([f"s0-taken{number:05}" for number in range(tables, count)], HANDS_BEFORE)
            tables = count
            found.append(_row(count, await time_to_take_over(server, count)))
        await client.close()
    return found


def _row(tables: int, seconds: float) -> BenchRow:
    return BenchRow("replay", f"take-over of {tables:,} tables by one process", round(seconds, 3), "s")
