"""`riverrun bench store`: what a fenced append costs, beside a bare JetStream publish of as many bytes."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from statistics import median, quantiles

import uvloop
from nats.aio.client import Client

from console.bench.rows import BenchRow
from console.bench.throwaway_log import throwaway_log
from riverrun.contracts.commits import COMMIT_FORMAT, Commit, encode_commit
from riverrun.contracts.subjects import commits_of
from riverrun.contracts.table_events import BoardDealt, PlayerCalled, TurnStarted
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.commit_store import CommitStore
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.table.codec import codec

TABLES = 64
ROUNDS = 5
ROUND_S = 0.6
FEWEST = 2
ANSWERED_WITHIN_S = 60
SYNC = {"fsync every 10 s": "10s", "fsync always": "always"}

EVENTS = codec.encode_all(
    (
        PlayerCalled(4, 300, 500),
        BoardDealt("flop", (12, 13, 51), 12),
        TurnStarted(17, 2, 0, 100, 48_300, 1_700_000_015_000),
    )
)
"""A decision of usual size: the call that closes a street."""

Send = Callable[[int], Awaitable[None]]
"""Sends one more message of the table given, and returns when it is acknowledged."""


@dataclass(frozen=True)
class _Round:
    rate: float
    p50_ms: float
    p99_ms: float


def rows() -> list[BenchRow]:
    """One server, 64 tables at once and one alone; appends and publishes take turns, medians over rounds."""
    return [row for name, interval in SYNC.items() for row in uvloop.run(_rows_on_a_server(name, interval))]


async def _rows_on_a_server(name: str, sync_interval: str) -> list[BenchRow]:
    async with throwaway_log(sync_interval) as client:
        return [
            *await _compare(client, TABLES, f"{TABLES} tables at once, {name}"),
            *await _compare(client, 1, f"one table, {name}"),
        ]


async def _compare(client: Client, tables: int, how: str) -> list[BenchRow]:
    append, publish = _appending(client, tables), _publishing(client, tables)
    appends, publishes = [], []
    for _ in range(ROUNDS + 1):
        appends.append(await _round(append, tables))
        publishes.append(await _round(publish, tables))
    # The first round of each only warms up.
    ours, bare = _middle(appends[1:]), _middle(publishes[1:])
    against = "bare publish in the same run"
    return [
        BenchRow(
            "store", f"append, {how}", round(ours.rate), "commits/s", _ratio(ours.rate, bare.rate), against
        ),
        BenchRow(
            "store", f"append, {how}: p50", ours.p50_ms, "ms", _ratio(ours.p50_ms, bare.p50_ms), against
        ),
        BenchRow(
            "store", f"append, {how}: p99", ours.p99_ms, "ms", _ratio(ours.p99_ms, bare.p99_ms), against
        ),
        BenchRow("store", f"bare publish, {how}", round(bare.rate), "messages/s"),
        BenchRow("store", f"bare publish, {how}: p50", bare.p50_ms, "ms"),
        BenchRow("store", f"bare publish, {how}: p99", bare.p99_ms, "ms"),
    ]


def _appending(client: Client, tables: int) -> Send:
    store = CommitStore(client, CommitReader(JetStreamApi(client)))
    tails: dict[int, tuple[int, int]] = {}

    async def append(table: int) -> None:
        version, seq = tails.get(table, (0, 0))
        commit = _commit(f"s0-append{tables:03}x{table:03}", version + 1)
        tails[table] = (commit.last_version, await store.append(commit, seq))

    return append


def _publishing(client: Client, tables: int) -> Send:
    commits = [_commit(f"s0-bare{tables:03}x{table:03}", 1_000) for table in range(tables)]
    messages = [(commits_of(commit.table), encode_commit(commit)) for commit in commits]

    async def publish(table: int) -> None:
        subject, data = messages[table]
        await client.request(subject, data, timeout=ANSWERED_WITHIN_S)

    return publish


def _commit(table: str, version: int) -> Commit:
    command = f"{version:022}"
    return Commit(COMMIT_FORMAT, table, version, command, "player-1", 1_700_000_000_000, "0" * 32, 1, EVENTS)


async def _round(send: Send, tables: int) -> _Round:
    took: list[float] = []
    started = time.perf_counter()

    async def play(table: int) -> None:
        # However slow the disk: quantiles want two.
        while (sent := time.perf_counter()) - started < ROUND_S or len(took) < FEWEST:
            await send(table)
            took.append(time.perf_counter() - sent)

    await asyncio.gather(*[play(table) for table in range(tables)])
    cuts = quantiles(took, n=100)
    return _Round(len(took) / (time.perf_counter() - started), cuts[49] * 1e3, cuts[98] * 1e3)


def _middle(rounds: list[_Round]) -> _Round:
    return _Round(
        median(one.rate for one in rounds),
        round(median(one.p50_ms for one in rounds), 3),
        round(median(one.p99_ms for one in rounds), 3),
    )


def _ratio(ours: float, theirs: float) -> float:
    return round(ours / theirs, 2)
