"""`riverrun bench ledger`: what a transfer costs, beside bare fenced JetStream publishes of as many bytes."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import uvloop
from nats.aio.client import Client

from console.bench import balance_after_start
from console.bench.rows import BenchRow
from console.bench.throwaway_log import ThrowawayServer, throwaway_server
from riverrun.runtime.eventstore.aggregates.writing import FENCE
from riverrun.runtime.nats.users import CLUB
from services.club.ledger.accounts import MINT, member
from services.club.ledger.application import LedgerApplication, environment
from services.club.ledger.ledgers import Ledgers
from services.club.ledger.moving import Move

ROUNDS = 9
ROUND_S = 0.4
ASKING = 32
"""Transfers that are asked for at the same time."""
CLUBS = 16
MEMBERS = 500
SYNC = {"fsync every 10 s": "10s", "fsync always": "always"}
BODY = b"x" * 180
"""About as long as a stored transfer."""


def rows(entries: int = 0, keep: Path | None = None) -> list[BenchRow]:
    """One server; one club and several; transfers and publishes take turns, medians over pairs of rounds.

    With `entries`, instead, what the first look at an account of so many takes after a start.
    """
    if entries:
        return uvloop.run(balance_after_start.rows(entries, keep))
    return [row for name, interval in SYNC.items() for row in uvloop.run(_rows_on_a_server(name, interval))]


async def _rows_on_a_server(name: str, sync_interval: str) -> list[BenchRow]:
    async with throwaway_server(sync_interval) as server:
        client = await server.log_in(CLUB)
        application = await asyncio.to_thread(_application, server)
        try:
            return [
                row
                for clubs in (1, CLUBS)
                for row in await _compare(client, Ledgers(application), clubs, name)
            ]
        finally:
            await asyncio.to_thread(application.close)
            await client.close()


def _application(server: ThrowawayServer) -> LedgerApplication:
    return LedgerApplication(environment(CLUB, server.passwords[CLUB.password_variable], (server.url,)))


async def _compare(client: Client, ledgers: Ledgers, clubs: int, sync: str) -> list[BenchRow]:
    transfers, publishes = [], []
    for number in range(ROUNDS + 1):
        transfers.append(await asyncio.to_thread(_transfers, ledgers, clubs, number))
        publishes.append(await _publishes(client, clubs, number))
    # The first round of each only warms up.
    ours, bare = median(transfers[1:]), median(publishes[1:])
    # What else the machine does changes from round to round, and hardly within one.
    ratio = median(one / other for one, other in zip(transfers[1:], publishes[1:], strict=True))
    how = f"{'one club' if clubs == 1 else f'{clubs} clubs at once'}, {sync}"
    against = "bare fenced publish in the same run"
    return [
        BenchRow("ledger", f"transfers, {how}", round(ours), "transfers/s", round(ratio, 2), against),
        BenchRow("ledger", f"bare fenced publish, {how}", round(bare), "messages/s"),
    ]


def _transfers(ledgers: Ledgers, clubs: int, number: int) -> float:
    """Transfers a second, asked for by as many threads as the service has."""
    names = [f"c{clubs}-{i}" for i in range(clubs)]
    for club in names:
        ledgers.open(club, "play", 1)
    started = time.perf_counter()

    def work(asking: int) -> int:
        club = names[asking % clubs]
        made = 0
        while not made or time.perf_counter() - started < ROUND_S:
            player = member(f"player-{made % MEMBERS}")
            transfer = f"{number}.{asking}.{made:012}"
            ledgers.move(club, Move(transfer, MINT, player, 100, "grant", "owner", "bench"), made)
            made += 1
        return made

    with ThreadPoolExecutor(ASKING) as pool:
        made = sum(pool.map(work, range(ASKING)))
    return made / (time.perf_counter() - started)


async def _publishes(client: Client, clubs: int, number: int) -> float:
    """Publishes a second under a fence, each subject's one after the other, the subjects at once."""
    started = time.perf_counter()

    async def work(subject: str) -> int:
        made = seq = 0
        while not made or time.perf_counter() - started < ROUND_S:
            answer = await client.request(subject, BODY, headers={FENCE: str(seq)}, timeout=5)
            seq = json.loads(answer.data)["seq"]
            made += 1
        return made

    made = await asyncio.gather(*[work(f"ledger.events.bare{clubs}-{number}-{i}") for i in range(clubs)])
    return sum(made) / (time.perf_counter() - started)
