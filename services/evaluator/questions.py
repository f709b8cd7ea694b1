"""Reads requests into cards, and says what is wrong with the others, without naming a card."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from riverrun.kernel.cards import Card, Cards
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument

BOARDS = range(1, 4)
PLAYERS = range(2, 10)


@dataclass(frozen=True)
class Showdown:
    """Players' hole cards, in the caller's order, and the boards they play."""

    boards: tuple[Cards, ...]
    holes: tuple[Cards, ...]


def hand_in(request: pb.RankRequest) -> Cards:
    """Five to seven different cards. Raises `BadArgument`."""
    hand = _cards("cards", request.cards, 5, 7)
    _check_different([("cards", hand)])
    return hand


def hands_in(request: pb.RankBatchRequest, most: int) -> NDArray[np.uint8]:
    """Hands of seven bytes, `(n, 7)`; their cards are checked when they are ranked. Raises `BadArgument`."""
    hands, left_over = divmod(len(request.hands), 7)
    if left_over:
        raise BadArgument("wrong_count", "hands", f"{left_over} bytes too many for hands of 7")
    if hands > most:
        raise BadArgument("batch_too_large", "hands", f"{hands} hands; at most {most} in one call")
    return np.frombuffer(request.hands, np.uint8).reshape(-1, 7)


def showdown_in(request: pb.ShowdownRequest) -> Showdown:
    """One to three boards and two to nine players. Raises `BadArgument`."""
    _check_count("boards", len(request.boards), BOARDS)
    _check_count("holes", len(request.holes), PLAYERS)
    boards = [(f"boards[{at}]", board) for at, board in enumerate(request.boards)]
    holes = [(f"holes[{at}]", hole) for at, hole in enumerate(request.holes)]
    read_boards = [(field, _cards(field, board, 5, 5)) for field, board in boards]
    read_holes = [(field, _cards(field, hole, 2, 2)) for field, hole in holes]
    for board in read_boards:
        _check_different([board, *read_holes])
    return Showdown(
        boards=tuple(cards for _, cards in read_boards), holes=tuple(cards for _, cards in read_holes)
    )


def _check_count(field: str, many: int, allowed: range) -> None:
    if many not in allowed:
        raise BadArgument("wrong_count", field, f"{many}; {allowed.start} to {allowed.stop - 1} are possible")


def _cards(field: str, packed: bytes, fewest: int, most: int) -> Cards:
    if not fewest <= len(packed) <= most:
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise BadArgument("wrong_count", field, f"{len(packed)} cards instead of {wanted}")
    if max(packed) > 51:
        raise BadArgument("not_a_card", field, "a byte above 51")
    return tuple(packed)


def _check_different(parts: Sequence[tuple[str, Cards]]) -> None:
    seen: set[Card] = set()
    for field, cards in parts:
        if len(set(cards)) < len(cards) or not seen.isdisjoint(cards):
            raise BadArgument("duplicate_card", field, "a card that is there already")
        seen.update(cards)
