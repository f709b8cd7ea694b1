"""The evaluator's calls: small ones are answered at once, others by worker threads, a slice at a time."""

# ruff: noqa: N802, ARG002  # gRPC names the methods and hands each a context

import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from grpc.aio import ServicerContext
from numpy.typing import NDArray

from riverrun.holdem.rank import rank
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import EvaluatorServicer
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.evaluator.answers import ranked_hand, showdown_response
from services.evaluator.engine import Engine, NotAHand
from services.evaluator.equity import equity_steps
from services.evaluator.match_ups import MatchUps
from services.evaluator.next_card import next_cards
from services.evaluator.questions import hand_in, hands_in, showdown_in
from services.evaluator.simulating import Found, NoSuchDeal, simulation_steps
from services.evaluator.simulation_questions import simulation_in
from services.evaluator.spot_answers import equity_response, next_card_response, simulate_response
from services.evaluator.spot_questions import equity_in, next_card_in
from services.evaluator.steps import each, finish

Context: TypeAlias = ServicerContext[Any, Any]

REPORT_EVERY_S = 0.1


@dataclass(frozen=True)
class Limits:
    """The most that one call may ask for."""

    batch_hands: int = 500_000
    samples: int = 1_000_000_000


class Evaluator(EvaluatorServicer):
    """Answers `riverrun.evaluator.v1.Evaluator`. What it refuses, `Answering` turns into a status.

    A passed deadline, or the caller, cancels the task that runs a method, where it waits for a worker: the
    slice in progress is the last one.
    """

    def __init__(self, engine: Engine, match_ups: MatchUps, workers: Executor, limits: Limits) -> None:
        self._engine = engine
        self._match_ups = match_ups
        self._workers = workers
        self._limits = limits

    async def Rank(self, request: pb.RankRequest, context: Context) -> pb.RankResponse:
        hand = hand_in(request)
        return pb.RankResponse(hand=ranked_hand(hand, rank(hand)))

    async def RankBatch(self, request: pb.RankBatchRequest, context: Context) -> pb.RankBatchResponse:
        hands = hands_in(request, self._limits.batch_hands)
        try:
            ranks = [part.tobytes() async for part in each(self._workers, self._ranked(hands))]
        except NotAHand as wrong:
            raise BadArgument(wrong.code, f"hands[{wrong.at}]", "not seven cards") from None
        return pb.RankBatchResponse(ranks=b"".join(ranks))

    def _ranked(self, hands: NDArray[np.uint8]) -> Iterator[NDArray[np.uint16]]:
        step = self._engine.hands_a_slice
        for start in range(0, len(hands), step):
            try:
                yield self._engine.ranks(hands[start : start + step]).astype("<u2", copy=False)
            except NotAHand as wrong:
                raise NotAHand(start + wrong.at, wrong.code) from None

    async def Showdown(self, request: pb.ShowdownRequest, context: Context) -> pb.ShowdownResponse:
        return showdown_response(showdown_in(request))

    async def Equity(self, request: pb.EquityRequest, context: Context) -> pb.EquityResponse:
        question = equity_in(request)
        counts = await finish(self._workers, equity_steps(self._engine, self._match_ups, question))
        return equity_response(counts, question.ways)

    async def NextCard(self, request: pb.NextCardRequest, context: Context) -> pb.NextCardResponse:
        question = next_card_in(request)
        return next_card_response(next_cards(question.spot, question.pots))

    async def Simulate(
        self, request: pb.SimulateRequest, context: Context
    ) -> AsyncIterator[pb.SimulateResponse]:
        question = simulation_in(request, self._limits.samples)
        steps = simulation_steps(self._engine, question.simulation, question.enough)
        found: Found | None = None
        told_at = time.monotonic()
        try:
            async for found in each(self._workers, steps):
                if time.monotonic() - told_at > REPORT_EVERY_S:
                    yield simulate_response(found, question.seed, done=False)
                    told_at = time.monotonic()
        except NoSuchDeal:
            raise BadArgument("bad_range", "ranges", "they exclude each other") from None
        assert found is not None, "a simulation takes a sample"
        yield simulate_response(found, question.seed, done=True)
