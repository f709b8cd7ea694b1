"""Questions to a history service, as players' apps ask them, and how long the answers take."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from console.bench.copied_tables import HANDS, ORIGINALS, players_at, table_named
from console.bench.rows import BenchRow
from riverrun.pb.history.v1 import history_pb2 as pb

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.history.v1.history_pb2_grpc import HistoryAsyncStub

AT_A_TABLE = 9
PATIENCE_S = 60
PAUSE_S = 0.1
Ask = Callable[[], Awaitable[Any]]


class AskedHistory:
    """Every question is about other players, tables and hands, of whatever is there by then."""

    def __init__(self, stub: "HistoryAsyncStub", copies: int) -> None:
        self._stub = stub
        self._copies = copies
        self._whims = Random(1)  # noqa: S311  no secret hangs on a bench

    async def hud(self) -> None:
        """The figures of nine players."""
        players = [self._player() for _ in range(AT_A_TABLE)]
        answer = await self._stub.Figures(pb.FiguresRequest(players=players), timeout=PATIENCE_S)
        assert len(answer.players) <= AT_A_TABLE

    async def players_hands(self) -> None:
        """A player's hands with a showdown, or with an ace of spades."""
        cards = "As" if self._whims.random() < 0.5 else ""
        asked = pb.FindHandsRequest(player=self._player(), showdown=not cards, cards=cards)
        # Not everybody has had an ace of spades on his board.
        assert (await self._stub.FindHands(asked, timeout=PATIENCE_S)).hands or cards

    async def anybodys_hands(self) -> None:
        """The newest large pots."""
        asked = pb.FindHandsRequest(pot_from=2_000, showdown=True)
        assert (await self._stub.FindHands(asked, timeout=PATIENCE_S)).hands

    async def replay(self) -> None:
        """A hand with its frames, every other one for a player who was dealt in: his own cards are opened."""
        own = self._whims.random() < 0.5
        # Boxes open for the tables that they were sealed for, not for copies.
        copy, number = 0 if own else self._whims.randrange(self._copies), self._whims.randrange(ORIGINALS)
        asked = pb.TellHandRequest(
            table=table_named(copy, number),
            hand=1 + self._whims.randrange(HANDS),
            viewer=self._whims.choice(players_at(copy, number)) if own else "",
        )
        assert (await self._stub.TellHand(asked, timeout=PATIENCE_S)).told

    def _player(self) -> str:
        copy, number = self._whims.randrange(self._copies), self._whims.randrange(ORIGINALS)
        return self._whims.choice(players_at(copy, number))


async def times_of(ask: Ask, count: int) -> list[float]:
    """Milliseconds of so many questions, one after the other."""
    return [await _time_of(ask) for _ in range(count)]


async def times_beside(ask: Ask, work: "asyncio.Task[Any]") -> list[float]:
    """Milliseconds of questions asked at a steady pace until some work is done."""
    times = []
    while not work.done():
        times.append(await _time_of(ask))
        await asyncio.sleep(PAUSE_S)
    await work
    return times


async def _time_of(ask: Ask) -> float:
    began = time.perf_counter()
    await ask()
    return (time.perf_counter() - began) * 1000


def time_rows(what: str, times: list[float], aim_ms: int) -> list[BenchRow]:
    """Median and 99th percentile, the latter beside its aim."""
    p99 = round(quantiles(times, n=100)[98], 1)
    return [
        BenchRow("history", f"{what}: p50 of {len(times)}", round(median(times), 1), "ms"),
        BenchRow("history", f"{what}: p99", p99, "ms", round(p99 / aim_ms, 2), f"the aim of {aim_ms} ms"),
    ]
