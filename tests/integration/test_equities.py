"""The real evaluator tells a table's all-in what its hands are worth, in the table's own words (R10.3)."""

from math import comb

import grpc
import pytest

from riverrun.kernel.cards import cards
from riverrun.runtime.grpc.channel import open_channel
from services.table.decide.equities import EquityQuestion
from services.table.ports.evaluator import GrpcEvaluator, asked_equities
from tests.support.evaluator import DESCRIPTOR, engine_named, evaluator_server
from tests.support.patience import LONG_S

ACES, KINGS, QUEENS = cards("AhAd"), cards("KhKd"), cards("QcQs")
FLOP = cards("2c7dJs")
DEADLINE_MS = 1_000 * LONG_S


async def test_exact_equities_come_from_the_evaluator() -> None:
    asked = (
        EquityQuestion(0, 0, (1, 4), (ACES, KINGS), (), ()),
        EquityQuestion(0, 1, (1, 4), (ACES, KINGS), FLOP, QUEENS),
    )
    async with evaluator_server(engine_named("numba")) as address:
        channel = open_channel(address, repeatable=[DESCRIPTOR.full_name])
        before, after = await asked_equities(asked, GrpcEvaluator(channel, DEADLINE_MS))
        await channel.close()

    assert before.ways == comb(48, 5)
    assert [seat for seat, _ in before.shares] == [1, 4]
    assert dict(before.shares)[1] / (2520 * before.ways) == pytest.approx(0.82, abs=0.01)
    assert sum(share for _, share in before.shares) == 2520 * before.ways
    assert (after.board, after.ways) == (1, comb(43, 2)), "others' open cards cannot come"


async def test_an_evaluator_that_is_away_costs_no_more_than_its_deadline() -> None:
    asked = (EquityQuestion(0, 0, (1, 4), (ACES, KINGS), (), ()),)
    channel = open_channel("127.0.0.1:9", repeatable=[DESCRIPTOR.full_name])

    assert await asked_equities(asked, GrpcEvaluator(channel, 300)) == ()

    await channel.close()
    assert issubclass(grpc.aio.AioRpcError, grpc.RpcError)
