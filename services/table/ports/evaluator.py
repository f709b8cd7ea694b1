"""Ranks for a showdown and equities before it: asked of the evaluator within a deadline.

Ranks the table finds itself where it is away; equities are then not told.
"""

import asyncio
from typing import Protocol

import grpc
import structlog

from riverrun.contracts.table_events import Equity
from riverrun.holdem.rank import ranks
from riverrun.holdem.state import Hand, live_players
from riverrun.kernel.cards import Cards
from riverrun.kernel.deck import OpenDeck
from riverrun.pb.evaluator.v1 import evaluator_pb2, evaluator_pb2_grpc
from services.table.decide.equities import EquityQuestion
from services.table.decide.facts import ShowdownRanks

log = structlog.get_logger(__name__)


class EvaluatorService(Protocol):
    """Ranks hands on boards, higher wins; and says what they are worth before the board is complete.

    Raises `grpc.RpcError`, `TimeoutError` when it does not answer in time.
    """

    async def rank(self, boards: tuple[Cards, ...], holes: tuple[Cards, ...]) -> tuple[tuple[int, ...], ...]:
        """For each board, the rank of each hand in the order given."""

    async def equity(
        self, holes: tuple[Cards, ...], board: Cards, dead: Cards
    ) -> tuple[int, tuple[int, ...]]:
        """In how many ways the board can be completed, and each hand's share of 2520 times as many."""


async def showdown_ranks(hand: Hand, deck: OpenDeck, evaluator: EvaluatorService) -> ShowdownRanks:
    """The ranks of all live hands on all boards.

    If the evaluator is away the table ranks, and the event says so.
    """
    live = {player.seat for player in live_players(hand)}
    dealt = zip(hand.players, hand.positions, strict=True)
    holes = {player.seat: deck.cards(own) for player, own in dealt if player.seat in live}
    try:
        ranked = await evaluator.rank(hand.boards, tuple(holes.values()))
        ranked_by: str = "evaluator"
    except (grpc.RpcError, TimeoutError) as away:
        log.warning("evaluator_away", hand=hand.hand, reason=type(away).__name__)
        ranked = tuple(ranks(board, tuple(holes.values())) for board in hand.boards)
        ranked_by = "table"
    boards = tuple(dict(zip(holes, board, strict=True)) for board in ranked)
    return ShowdownRanks(boards, ranked_by)  # type: ignore[arg-type]


async def asked_equities(
    questions: tuple[EquityQuestion, ...], evaluator: EvaluatorService
) -> tuple[Equity, ...]:
    """The answers to all of them; none while the evaluator is away, and the hand goes on."""
    asked = [evaluator.equity(one.holes, one.opened, one.dead) for one in questions]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    equities = []
    for question, answer in zip(questions, answers, strict=True):
        if isinstance(answer, grpc.RpcError | TimeoutError):
            log.warning("equities_not_told", pot=question.pot, reason=type(answer).__name__)
            return ()
        if isinstance(answer, BaseException):
            raise answer
        ways, shares = answer
        told = tuple(zip(question.seats, shares, strict=True))
        equities.append(Equity(question.pot, question.board, ways, told))
    return tuple(equities)


class GrpcEvaluator:
    """The evaluator over gRPC, with a deadline for every call."""

    def __init__(self, channel: grpc.aio.Channel, deadline_ms: int) -> None:
        self._stub = evaluator_pb2_grpc.EvaluatorStub(channel)
        self._deadline_s = deadline_ms / 1000

    async def rank(self, boards: tuple[Cards, ...], holes: tuple[Cards, ...]) -> tuple[tuple[int, ...], ...]:
        """See `EvaluatorService`."""
        request = evaluator_pb2.ShowdownRequest(
            boards=[bytes(board) for board in boards], holes=[bytes(hole) for hole in holes]
        )
        response = await self._stub.Showdown(request, timeout=self._deadline_s)
        return tuple(tuple(player.rank for player in board.players) for board in response.boards)

    async def equity(
        self, holes: tuple[Cards, ...], board: Cards, dead: Cards
    ) -> tuple[int, tuple[int, ...]]:
        """See `EvaluatorService`."""
        request = evaluator_pb2.EquityRequest(
            holes=[bytes(hole) for hole in holes], board=bytes(board), dead=bytes(dead)
        )
        response = await self._stub.Equity(request, timeout=self._deadline_s)
        return response.ways, tuple(hand.share for hand in response.hands)
