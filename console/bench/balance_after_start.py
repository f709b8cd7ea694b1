"""How long the first look at an account of many entries takes in a club process that has just started."""

import asyncio
import os
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import grpc

from console.bench.club_process import ClubProcess
from console.bench.long_account import OWNER, REGULAR, LongAccount, long_account
from console.bench.progress import progress
from console.bench.rows import BenchRow
from console.bench.throwaway_log import ThrowawayServer, throwaway_server
from riverrun.pb.club.v1 import club_pb2 as pb

STARTS = 7
GRANTS = 200
"""Asked for at once before a process is killed in the midst of them."""
AIM_MS = 50
PAGE = 50


@dataclass(frozen=True)
class FirstLook:
    """Milliseconds from the question to the answer."""

    balance_ms: float
    statement_ms: float


async def rows(entries: int, keep: Path | None) -> list[BenchRow]:
    """Medians over several starts, after an orderly end and after `kill -9`; how busy the machine was."""
    async with throwaway_server("10s", keep) as server:
        with progress("filling") as tell:
            account = await long_account(server, entries, tell)
        orderly, killed = [], []
        for number in range(STARTS):
            orderly.append(await _first_look(server, account))
            await _killed_in_the_midst(server, account, number)
            killed.append(await _first_look(server, account))
    told = f"an account of {account.entries:,} entries"
    return [
        *_rows(f"{told}, after a start", orderly),
        *_rows(f"{told}, after kill -9 and a start", killed),
        BenchRow("ledger", "load of the machine meanwhile", round(os.getloadavg()[0], 1), "processes"),
    ]


async def _first_look(server: ThrowawayServer, account: LongAccount) -> FirstLook:
    async with ClubProcess.running(server) as process:
        by = pb.By(player=OWNER)
        balance = pb.BalanceRequest(by=by, club=account.club, account=REGULAR)
        page = pb.StatementRequest(by=by, club=account.club, account=REGULAR, size=PAGE)
        return FirstLook(
            await _timed(process.ledger.Balance(balance, timeout=process.PATIENCE_S)),
            await _timed(process.ledger.Statement(page, timeout=process.PATIENCE_S)),
        )


async def _timed(asked: Awaitable[Any]) -> float:
    began = time.perf_counter()
    await asked
    return (time.perf_counter() - began) * 1000


async def _killed_in_the_midst(server: ThrowawayServer, account: LongAccount, number: int) -> None:
    """Grants are under way when the process ends: nothing is shelved on the way out."""
    async with ClubProcess.running(server) as process:
        asked = [
            asyncio.ensure_future(
                process.ledger.Grant(
                    pb.GrantRequest(
                        by=pb.By(player=OWNER),
                        club=account.club,
                        transfer=f"killed-{time.time_ns()}-{number}-{i}",
                        player=OWNER,
                        amount=100,
                        note="bench",
                    ),
                    timeout=process.PATIENCE_S,
                )
            )
            for i in range(GRANTS)
        ]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        process.kill()
        answers = await asyncio.gather(*asked, return_exceptions=True)
    for answer in answers:
        assert isinstance(answer, pb.Entry | grpc.aio.AioRpcError), answer


def _rows(case: str, looks: list[FirstLook]) -> list[BenchRow]:
    balances = [one.balance_ms for one in looks]
    middle, longest = median(balances), max(balances)
    statements = median(one.statement_ms for one in looks)
    aim = f"the aim of {AIM_MS} ms"
    return [
        BenchRow("ledger", f"{case}: balance", round(middle, 1), "ms", round(middle / AIM_MS, 2), aim),
        BenchRow("ledger", f"{case}: balance, longest of {len(looks)}", round(longest, 1), "ms"),
        BenchRow("ledger", f"{case}: {PAGE} entries of its statement", round(statements, 1), "ms"),
    ]
