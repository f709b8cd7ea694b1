"""The evaluator's calls: small ones are answered at once, batches by worker threads, a chunk at a time."""

# ruff: noqa: N802, ARG002  # gRPC names the methods and hands each a context

import asyncio
from concurrent.futures import Executor
from typing import Any, TypeAlias

import numpy as np
from grpc.aio import ServicerContext

from riverrun.holdem.rank import rank
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.pb.evaluator.v1.evaluator_pb2_grpc import EvaluatorServicer
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.evaluator.answers import ranked_hand, showdown_response
from services.evaluator.bulk import BulkRanker, NotAHand
from services.evaluator.questions import hand_in, hands_in, showdown_in

Context: TypeAlias = ServicerContext[Any, Any]

CHUNK_HANDS = 65_536
"""Some 3 ms of work: between chunks others take their turn, and a call whose deadline passed ends."""


class Evaluator(EvaluatorServicer):
    """Answers `riverrun.evaluator.v1.Evaluator`. What it refuses, `Answering` turns into a status."""

    def __init__(self, ranker: BulkRanker, workers: Executor, max_batch_hands: int) -> None:
        self._ranker = ranker
        self._workers = workers
        self._max_batch_hands = max_batch_hands

    async def Rank(self, request: pb.RankRequest, context: Context) -> pb.RankResponse:
        hand = hand_in(request)
        return pb.RankResponse(hand=ranked_hand(hand, rank(hand)))

    async def RankBatch(self, request: pb.RankBatchRequest, context: Context) -> pb.RankBatchResponse:
        hands = hands_in(request, self._max_batch_hands)
        found = np.empty(len(hands), np.dtype("<u2"))
        loop = asyncio.get_running_loop()
        for start in range(0, len(hands), CHUNK_HANDS):
            chunk = slice(start, start + CHUNK_HANDS)
            try:
                # A passed deadline cancels this task, here; a chunk not yet begun is then never ranked.
                found[chunk] = await loop.run_in_executor(self._workers, self._ranker.ranks, hands[chunk])
            except NotAHand as wrong:
                raise BadArgument(wrong.code, f"hands[{start + wrong.at}]", "not seven cards") from None
        return pb.RankBatchResponse(ranks=found.tobytes())

    async def Showdown(self, request: pb.ShowdownRequest, context: Context) -> pb.ShowdownResponse:
        return showdown_response(showdown_in(request))
