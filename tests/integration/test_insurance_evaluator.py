"""Insurance asks the evaluator: for what, what it makes of the answer, and what if there is none."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from grpc.aio import ServicerContext

from riverrun.kernel.cards import cards
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.runtime.grpc.server import GrpcServer, GrpcSettings, HostedService
from services.insurance.next_cards import EVALUATOR, EvaluatorAway, GrpcNextCards
from services.insurance.pricing.next_card import Leaders, next_card_outcomes
from tests.support.patience import LONG_S

BOARD = cards("2c7d9hJs")
HANDS = {7: cards("9c9d"), 2: cards("AhAd"), 5: cards("KsKd")}
POTS = [(5, 7, 2), (5, 2)]
"""The button is at seat 4: odd chips go to seat 5 first."""


class OwnEvaluator:
    """Answers this one call from the oracle, after a while."""

    def __init__(self, after_s: float = 0) -> None:
        self._after_s = after_s
        self.asked: list[pb.NextCardRequest] = []

    async def next_card(
        self, request: pb.NextCardRequest, context: ServicerContext[Any, Any]
    ) -> pb.NextCardResponse:
        self.asked.append(request)
        await asyncio.sleep(self._after_s)
        hands = dict(enumerate(tuple(hole) for hole in request.holes))
        found = next_card_outcomes(
            tuple(request.board), hands, [tuple(pot.contenders) for pot in request.pots]
        )
        return pb.NextCardResponse(
            now=packed(found.now),
            cards=[pb.NextCard(card=card, pots=packed(pots)) for card, pots in found.after.items()],
        )

    def add_to(self, server: grpc.aio.Server) -> None:
        handler = grpc.unary_unary_rpc_method_handler(
            self.next_card,
            pb.NextCardRequest.FromString,
            pb.NextCardResponse.SerializeToString,
        )
        server.add_generic_rpc_handlers(
            [grpc.method_handlers_generic_handler(EVALUATOR, {"NextCard": handler})]
        )


def packed(leaders: Iterable[Leaders]) -> list[pb.Leaders]:
    return [pb.Leaders(hands=sorted(one)) for one in leaders]


@asynccontextmanager
async def asking(evaluator: OwnEvaluator, deadline_ms: int = 1_000 * LONG_S) -> AsyncIterator[GrpcNextCards]:
    hosted = HostedService(pb.DESCRIPTOR.services_by_name["Evaluator"], evaluator.add_to)
    server = GrpcServer("127.0.0.1", 0, [hosted], GrpcSettings(stop_grace_s=0))
    next_cards = GrpcNextCards((await server.start())["grpc"], deadline_ms)
    try:
        yield next_cards
    finally:
        await next_cards.stop()
        await server.stop()


async def test_outcomes_come_by_seat_in_the_order_of_each_pots_contenders() -> None:
    async with asking(OwnEvaluator()) as next_cards:
        found = await next_cards.outcomes(BOARD, HANDS, POTS, None)

    assert found == next_card_outcomes(BOARD, HANDS, POTS)
    assert found.now == ((7,), (2,))


async def test_those_who_tie_stand_in_order_from_the_button() -> None:
    hands = {1: cards("AhTd"), 2: cards("Ad8c"), 3: cards("3c3s")}
    async with asking(OwnEvaluator()) as next_cards:
        found = await next_cards.outcomes(cards("AcKdQh4s"), hands, [(2, 3, 1)], None)

    assert found.after[cards("Kc")[0]] == ((2, 1),)


async def test_no_more_than_hands_board_and_places_is_asked() -> None:
    evaluator = OwnEvaluator()
    async with asking(evaluator) as next_cards:
        await next_cards.outcomes(BOARD, HANDS, POTS, None)

    assert evaluator.asked == [
        pb.NextCardRequest(
            holes=[bytes(hand) for hand in HANDS.values()],
            board=bytes(BOARD),
            pots=[pb.Pot(contenders=[2, 0, 1]), pb.Pot(contenders=[2, 1])],
        )
    ]


async def test_an_evaluator_that_is_too_slow_is_away() -> None:
    async with asking(OwnEvaluator(after_s=5), deadline_ms=100) as next_cards:
        with pytest.raises(EvaluatorAway):
            await next_cards.outcomes(BOARD, HANDS, POTS, None)


async def test_nobody_waits_longer_than_the_caller_does() -> None:
    async with asking(OwnEvaluator(after_s=5)) as next_cards:
        with pytest.raises(EvaluatorAway):
            await asyncio.wait_for(next_cards.outcomes(BOARD, HANDS, POTS, 0.1), LONG_S)


async def test_an_evaluator_that_is_not_there_is_away() -> None:
    next_cards = GrpcNextCards("127.0.0.1:1", 200)
    try:
        with pytest.raises(EvaluatorAway):
            await next_cards.outcomes(BOARD, HANDS, POTS, None)
    finally:
        await next_cards.stop()


class BrokenEvaluator(OwnEvaluator):
    async def next_card(
        self, request: pb.NextCardRequest, context: ServicerContext[Any, Any]
    ) -> pb.NextCardResponse:
        raise LookupError


async def test_an_evaluator_with_a_bug_is_not_called_away() -> None:
    async with asking(BrokenEvaluator()) as next_cards:
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await next_cards.outcomes(BOARD, HANDS, POTS, None)

    assert failed.value.code() == grpc.StatusCode.INTERNAL


def test_the_evaluator_is_asked_by_its_full_name() -> None:
    assert EVALUATOR == "riverrun.evaluator.v1.Evaluator"
