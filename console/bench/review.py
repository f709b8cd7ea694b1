"""`riverrun bench review`: how long it takes to look for collusion and machines in many hands."""

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import uvloop

from console.bench.filled_history import filled_history
from console.bench.measured_process import MeasuredProcess
from console.bench.rows import BenchRow
from console.bench.throwaway_clickhouse import throwaway_clickhouse
from console.bench.throwaway_log import throwaway_server
from riverrun.runtime.eventstore.log_ahead import last_sequence
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import HISTORY
from services.history.database import Database
from services.history.projection.projector import Projector
from services.history.review.asked_sums import DAY_MS, Period, meetings_of
from services.history.review.findings import findings
from services.history.review.outliers import FEWEST_ROWS, unlikeness
from services.history.settings import ClickHouseSettings
from services.history.statistics.hud import LAST_DAY

ACTIONS = 1_000_000
PLAYED = 50_000
DAYS = (30, 1)
TABLES = ("hands", "actions", "seats")


def rows(actions: int = ACTIONS) -> list[BenchRow]:
    """Seconds for about so many rows of actions, spread over thirty days and on a single one."""
    return uvloop.run(_measured(actions))


async def _measured(actions: int) -> list[BenchRow]:
    measured: list[BenchRow] = []
    for days in DAYS:
        async with _clickhouse() as (engine, database):
            await _play(database)
            _copy(database, actions, days)
            measured += _reviewed(database, engine, days)
    return measured


@asynccontextmanager
async def _clickhouse() -> AsyncIterator[tuple[MeasuredProcess, Database]]:
    async with throwaway_clickhouse() as (engine, url):
        database = Database(ClickHouseSettings(url))
        database.connect()
        yield engine, database
        database.close()


async def _play(database: Database) -> None:
    """Hands that are dealt, decided and projected as everywhere."""
    async with throwaway_server("10s") as server:
        await filled_history(server, PLAYED, lambda *_: None)
        client = await server.log_in(HISTORY)
        api = JetStreamApi(client, HISTORY.api_prefix)
        await Projector(api, database).run(await last_sequence(api))
        await client.close()


def _copy(database: Database, actions: int, days: int) -> None:
    """Their rows again, at other tables, on other days; every fourth copy's people are the same ones."""
    (held,) = database.query("SELECT count() AS actions FROM actions")
    others = {
        "table_id": "concat(table_id, '-', toString(copy))",
        "player": "concat(player, '-', toString(copy % 4))",
        **{name: f"{name} + copy % {days} * {DAY_MS}" for name in ("at_ms", "started_ms", "ended_ms")},
    }
    for table in TABLES:
        names, _ = database.columns(table)
        told = ", ".join(others.get(name, name) for name in names)
        database.command(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {told} FROM"  # noqa: S608  our own names
            f" (SELECT number + 1 AS copy FROM numbers({max(0, actions // held['actions'] - 1)})) AS copies"
            f" CROSS JOIN (SELECT * FROM {table}) AS played"
        )


def _reviewed(database: Database, engine: MeasuredProcess, days: int) -> Iterator[BenchRow]:
    (held,) = database.query("SELECT count() AS hands FROM hands")
    case = f"{held['hands']:,} hands, {days} {'days' if days > 1 else 'day'}"
    began, spent = time.perf_counter(), engine.spent_s
    meetings = meetings_of(database, Period(0, LAST_DAY))
    yield _row(f"{case}: sums", time.perf_counter() - began, "s")
    yield _row(f"{case}: sums, ClickHouse's processor time", engine.spent_s - spent, "s")
    yield _row(f"{case}: ClickHouse's most memory, filling too", engine.peak_mb, "MB")
    unlikeness([[0.0]] * FEWEST_ROWS)  # loads scikit-learn, which takes seconds the first time
    began = time.process_time()
    findings(meetings)
    yield _row(f"{case}: findings, {len(meetings.shared):,} pairs", time.process_time() - began, "s")


def _row(case: str, value: float, unit: str) -> BenchRow:
    return BenchRow("review", case, round(value, 2), unit)
