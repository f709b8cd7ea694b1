"""Ranks for a showdown: asked of the evaluator within a deadline, else found by the table itself."""

from typing import Protocol

import grpc
import structlog

from riverrun.holdem.rank import ranks
from riverrun.holdem.state import Hand, live_players
from riverrun.kernel.cards import Cards
from riverrun.kernel.deck import OpenDeck
from riverrun.pb.evaluator.v1 import evaluator_pb2, evaluator_pb2_grpc
from services.table.decide.facts import ShowdownRanks

log = structlog.get_logger(__name__)


class RankService(Protocol):
    """Ranks hands on boards; higher wins.

    Raises `grpc.RpcError`, `TimeoutError` when it does not answer in time.
    """

    async def rank(self, boards: tuple[Cards, ...], holes: tuple[Cards, ...]) -> tuple[tuple[int, ...], ...]:
        """For each board, the rank of each hand in the order given."""


async def showdown_ranks(hand: Hand, deck: OpenDeck, evaluator: RankService) -> ShowdownRanks:
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


class GrpcRankService:
    """The evaluator over gRPC, with a deadline for every call."""

    def __init__(self, channel: grpc.aio.Channel, deadline_ms: int) -> None:
        self._stub = evaluator_pb2_grpc.EvaluatorStub(channel)
        self._deadline_s = deadline_ms / 1000

    async def rank(self, boards: tuple[Cards, ...], holes: tuple[Cards, ...]) -> tuple[tuple[int, ...], ...]:
        """See `RankService`."""
        request = evaluator_pb2.ShowdownRequest(
            boards=[bytes(board) for board in boards], holes=[bytes(hole) for hole in holes]
        )
        response = await self._stub.Showdown(request, timeout=self._deadline_s)
        return tuple(tuple(player.rank for player in board.players) for board in response.boards)
