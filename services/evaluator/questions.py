"""Reads what hands are to be ranked. Every function raises `BadArgument` for a request that is wrong."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from riverrun.kernel.cards import Cards
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.evaluator.card_checks import cards_in, check_count, check_different, holes_in
from services.evaluator.pots import Contenders, pots_in

BOARDS = range(1, 4)
PLAYERS = range(2, 10)


@dataclass(frozen=True)
class Showdown:
    """Players' hole cards, in the caller's order, the boards they play, and who can win which pot."""

    boards: tuple[Cards, ...]
    holes: tuple[Cards, ...]
    pots: tuple[Contenders, ...]


def hand_in(request: pb.RankRequest) -> Cards:
    """Five to seven different cards."""
    hand = cards_in("cards", request.cards, 5, 7)
    check_different([hand])
    return hand[1]


def hands_in(request: pb.RankBatchRequest, most: int) -> NDArray[np.uint8]:
    """Hands of seven bytes, `(n, 7)`; their cards are checked when they are ranked."""
    hands, left_over = divmod(len(request.hands), 7)
    if left_over:
        raise BadArgument("wrong_count", "hands", f"{left_over} bytes too many for hands of 7")
    if hands > most:
        raise BadArgument("batch_too_large", "hands", f"{hands} hands; at most {most} in one call")
    return np.frombuffer(request.hands, np.uint8).reshape(-1, 7)


def showdown_in(request: pb.ShowdownRequest) -> Showdown:
    """One to three boards and two to nine players."""
    check_count("boards", len(request.boards), BOARDS)
    check_count("holes", len(request.holes), PLAYERS)
    boards = [cards_in(f"boards[{at}]", board, 5, 5) for at, board in enumerate(request.boards)]
    holes = holes_in(request.holes)
    for board in boards:
        check_different([board, *holes])
    return Showdown(
        boards=tuple(cards for _, cards in boards),
        holes=tuple(cards for _, cards in holes),
        pots=pots_in(request.pots, len(holes)),
    )
