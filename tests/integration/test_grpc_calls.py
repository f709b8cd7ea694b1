"""What services share when they call each other, with a servicer made for the purpose."""

# ruff: noqa: N802  # gRPC names the methods

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from grpc.aio import ServicerContext
from prometheus_client import REGISTRY

from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import (
    EvaluatorServicer,
    EvaluatorStub,
    add_EvaluatorServicer_to_server,
)
from riverrun.runtime.grpc.bad_argument import bad_argument_in
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.server import CannotListen, GrpcServer, GrpcSettings, HostedService
from tests.support.evaluator import DESCRIPTOR
from tests.support.patience import LONG_S

if TYPE_CHECKING:  # only the stubs know this class
    from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import EvaluatorAsyncStub


class Moody(EvaluatorServicer):
    """Away for the first calls, then answers; a batch takes until told otherwise."""

    def __init__(self, away: int = 0) -> None:
        self.asked = 0
        self._away = away
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()

    async def Rank(self, request: pb.RankRequest, context: ServicerContext[Any, Any]) -> pb.RankResponse:
        self.asked += 1
        if self.asked <= self._away:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "moving house")
        return pb.RankResponse()

    async def RankBatch(
        self, request: pb.RankBatchRequest, context: ServicerContext[Any, Any]
    ) -> pb.RankBatchResponse:
        self.begun.set()
        await self.go_on.wait()
        return pb.RankBatchResponse()

    async def Showdown(
        self, request: pb.ShowdownRequest, context: ServicerContext[Any, Any]
    ) -> pb.ShowdownResponse:
        raise AssertionError("not asked here")

    async def Equity(
        self, request: pb.EquityRequest, context: ServicerContext[Any, Any]
    ) -> pb.EquityResponse:
        raise AssertionError("not asked here")

    async def NextCard(
        self, request: pb.NextCardRequest, context: ServicerContext[Any, Any]
    ) -> pb.NextCardResponse:
        raise AssertionError("not asked here")

    def Simulate(
        self, request: pb.SimulateRequest, context: ServicerContext[Any, Any]
    ) -> AsyncIterator[pb.SimulateResponse]:
        raise AssertionError("not asked here")


@asynccontextmanager
async def served(
    servicer: Moody, *repeatable: str, settings: GrpcSettings | None = None
) -> "AsyncIterator[EvaluatorAsyncStub]":
    hosted = HostedService(DESCRIPTOR, partial(add_EvaluatorServicer_to_server, servicer))
    server = GrpcServer("127.0.0.1", 0, [hosted], settings or GrpcSettings(stop_grace_s=1))
    address = (await server.start())["grpc"]
    channel = open_channel(address, repeatable)
    try:
        yield EvaluatorStub(channel)
    finally:
        await channel.close()
        await server.stop()


async def test_a_repeatable_call_is_made_again_while_nobody_answers() -> None:
    servicer = Moody(away=2)
    async with served(servicer, DESCRIPTOR.full_name) as stub:
        assert await stub.Rank(pb.RankRequest(), timeout=LONG_S) == pb.RankResponse()

    assert servicer.asked == 3


async def test_a_call_that_may_not_be_repeated_is_made_once() -> None:
    servicer = Moody(away=2)
    async with served(servicer) as stub:
        with pytest.raises(grpc.aio.AioRpcError) as away:
            await stub.Rank(pb.RankRequest(), timeout=LONG_S)

    assert (away.value.code(), servicer.asked) == (grpc.StatusCode.UNAVAILABLE, 1)
    assert bad_argument_in(away.value) is None


async def test_one_call_too_many_at_a_time_is_turned_away() -> None:
    servicer = Moody()
    async with served(servicer, settings=GrpcSettings(max_concurrent_calls=1, stop_grace_s=1)) as stub:
        first = stub.RankBatch(pb.RankBatchRequest(), timeout=LONG_S)
        await servicer.begun.wait()
        with pytest.raises(grpc.aio.AioRpcError) as busy:
            await stub.Rank(pb.RankRequest(), timeout=LONG_S)
        servicer.go_on.set()
        await first

    assert busy.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_a_message_too_long_is_turned_away_unread() -> None:
    async with served(Moody(), settings=GrpcSettings(max_message_bytes=2_000, stop_grace_s=1)) as stub:
        with pytest.raises(grpc.aio.AioRpcError) as too_long:
            await stub.RankBatch(pb.RankBatchRequest(hands=bytes(3_000)), timeout=LONG_S)

    assert too_long.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_calls_are_counted_by_method_and_status() -> None:
    def count(code: str) -> float:
        labels = {"method": f"/{DESCRIPTOR.full_name}/Rank", "code": code}
        return REGISTRY.get_sample_value("riverrun_grpc_calls_total", labels) or 0

    before = count("OK"), count("UNAVAILABLE")
    async with served(Moody(away=1), DESCRIPTOR.full_name) as stub:
        await stub.Rank(pb.RankRequest(), timeout=LONG_S)

    assert (count("OK"), count("UNAVAILABLE")) == (before[0] + 1, before[1] + 1)


async def test_a_server_does_not_share_a_port() -> None:
    first = GrpcServer("127.0.0.1", 0, [], GrpcSettings(stop_grace_s=0))
    port = int((await first.start())["grpc"].split(":")[1])
    try:
        with pytest.raises(CannotListen, match=str(port)):
            await GrpcServer("127.0.0.1", port, [], GrpcSettings()).start()
    finally:
        await first.stop()
