"""Insurance and the evaluator as they run: two processes, one of which dies and comes back; their speed."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

import grpc
import pytest

from riverrun.kernel.cards import ALL_CARDS, text_of
from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from riverrun.pb.insurance.v1.insurance_pb2_grpc import InsuranceStub
from riverrun.runtime.grpc.channel import open_channel
from tests.support.nats_server import free_port
from tests.support.own_quotes import own_answer
from tests.support.patience import LONG_S
from tests.support.service_process import ServiceProcess, service_process
from tests.unit.insurance.requests import pot, question

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.insurance.v1.insurance_pb2_grpc import InsuranceAsyncStub


@asynccontextmanager
async def evaluator_process(port: int | None = None) -> AsyncIterator[tuple[ServiceProcess, str]]:
    """Without compiling: the next card needs none of it."""
    where = str(port or free_port())
    async with service_process(
        "services.evaluator", RIVERRUN_EVALUATOR_PORT=where, RIVERRUN_EVALUATOR_ENGINE="numpy"
    ) as process:
        yield process, (await process.wait_for("ready"))["grpc"]


@asynccontextmanager
async def insurance_process(
    evaluator: str, log_level: str = "info"
) -> "AsyncIterator[tuple[ServiceProcess, InsuranceAsyncStub]]":
    async with service_process(
        "services.insurance",
        RIVERRUN_INSURANCE_PORT="0",
        RIVERRUN_INSURANCE_EVALUATOR_TARGET=evaluator,
        RIVERRUN_INSURANCE_EVALUATOR_DEADLINE_MS="5000",
        RIVERRUN_LOG_LEVEL=log_level,
    ) as process:
        address = (await process.wait_for("ready"))["grpc"]
        async with open_channel(address) as channel:
            yield process, InsuranceStub(channel)


def all_in_by(chance: Random, most_hands: int = 9) -> pb.QuoteRequest:
    """Everybody all-in for a main pot, and all but the shortest stack for a side pot."""
    players = chance.randint(2, most_hands)
    deck = chance.sample(ALL_CARDS, chance.choice([3, 4]) + 2 * players)
    hands = [text_of(deck[2 * at : 2 * at + 2]) for at in range(players)]
    seats = range(1, players + 1)
    pots = [pot(chance.randint(1, 9_000), *seats)]
    if players > 2:
        pots.append(pot(chance.randint(1, 9_000), *seats[1:]))
    return question((text_of(deck[2 * players :]), *hands), *pots)


async def test_quotes_by_the_evaluator_are_those_by_the_oracle_and_no_log_names_a_card() -> None:
    chance = Random(5)
    requests = [all_in_by(chance) for _ in range(100)]
    async with (
        evaluator_process() as (_, address),
        insurance_process(address, log_level="debug") as (process, insurance),
    ):
        answers = [await insurance.Quote(request, timeout=LONG_S) for request in requests]
        process.signal()
        assert await process.ended() == 0

    assert answers == [own_answer(request) for request in requests]
    logged = str(process.lines) + process.other_output
    assert [hand for one in requests for hand in one.hands if text_of(hand.cards) in logged] == []


async def test_while_the_evaluator_is_dead_nothing_is_offered_and_then_it_is_again() -> None:
    request = question(("2c7d9hJs", "AhAd", "KsKd"), pot(1000, 1, 2))
    async with evaluator_process() as (evaluator, address), insurance_process(address) as (_, insurance):
        before = await insurance.Quote(request, timeout=LONG_S)

        evaluator.signal(signal.SIGKILL)
        await evaluator.ended()
        with pytest.raises(grpc.aio.AioRpcError) as away:
            await insurance.Quote(request, timeout=LONG_S)
        async with evaluator_process(int(address.split(":")[1])):
            after = await answered_again(lambda: insurance.Quote(request, timeout=LONG_S))

    assert (away.value.details() or "").startswith("evaluator_away: ")
    assert after == before


async def answered_again(
    ask: "Callable[[], grpc.aio.UnaryUnaryCall[pb.QuoteRequest, pb.QuoteResponse]]",
) -> pb.QuoteResponse:
    """The channel comes back within its longest back-off."""
    async with asyncio.timeout(LONG_S):
        while True:
            try:
                return await ask()
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
                await asyncio.sleep(0.2)


@pytest.mark.long
async def test_two_hundred_quotes_a_second_are_all_answered_while_somebody_waits() -> None:
    """The bound is loose, for a busy machine must not be a red test; how quick it is stands in the bench."""
    chance = Random(7)
    requests = [all_in_by(chance, most_hands=4) for _ in range(200)]
    async with evaluator_process() as (_, address), insurance_process(address) as (_, insurance):
        await quoted_at(insurance, requests)  # warm
        taken = sorted(await quoted_at(insurance, requests * 5))

    assert taken[len(taken) // 2] <= 0.5


async def quoted_at(insurance: "InsuranceAsyncStub", requests: list[pb.QuoteRequest]) -> list[float]:
    """Seconds that each took, asked every 5 ms whether or not the last one was answered."""

    async def one(request: pb.QuoteRequest) -> float:
        started = time.perf_counter()
        await insurance.Quote(request, timeout=LONG_S)
        return time.perf_counter() - started

    began, asked = time.perf_counter(), []
    for at, request in enumerate(requests):
        await asyncio.sleep(max(0, began + at * 0.005 - time.perf_counter()))
        asked.append(asyncio.create_task(one(request), name=f"quote {at}"))
    return await asyncio.gather(*asked)
