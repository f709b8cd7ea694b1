"""`riverrun bench replay`: from the log to tables' states, and how long it takes to take tables over."""

import asyncio
import time
from collections.abc import Sequence
from statistics import median

import uvloop

from console.bench.filled_log import FilledLog
from console.bench.rows import BenchRow
from console.bench.taking_over import time_to_take_over
from console.bench.throwaway_log import throwaway_server
from riverrun.runtime.nats.users import TABLE

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
        rates = []
        for _ in range(ROUNDS):
            gate = asyncio.Semaphore(AT_ONCE)
            began = time.perf_counter()
            await asyncio.gather(*(_replay(log, table, gate) for table in ids))
            rates.append(events / (time.perf_counter() - began))
        await client.close()
    case = f"{events:,} events of {tables} interleaved tables, from JetStream to state"
    against = f"the aim of {TARGET:,}/s"
    return [
        BenchRow("replay", case, round(median(rates)), "events/s", round(median(rates) / TARGET, 2), against),
        BenchRow("replay", f"{case}: best of {ROUNDS}", round(max(rates)), "events/s"),
    ]


async def _replay(log: FilledLog, table: str, gate: asyncio.Semaphore) -> None:
    async with gate:
        await log.replay.load_in_full(table)


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
