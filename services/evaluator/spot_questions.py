"""Reads spots of which not all is known. Every function raises `BadArgument` for a request that is wrong."""

from dataclasses import dataclass

from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.evaluator.card_checks import Named, cards_in, check_count, check_different, holes_in
from services.evaluator.equity import EquityQuestion
from services.evaluator.pots import Contenders, pots_in
from services.evaluator.questions import PLAYERS
from services.evaluator.spot import BOARD, Spot

OPEN_HANDS = range(1, 10)


@dataclass(frozen=True)
class NextCardQuestion:
    """Open hands before the turn or the river, and who contends for which pot."""

    spot: Spot
    pots: tuple[Contenders, ...]


def equity_in(request: pb.EquityRequest) -> EquityQuestion:
    """Two to nine hands, at most one of them empty; none to five cards on the board."""
    check_count("holes", len(request.holes), PLAYERS)
    empty = [at for at, hole in enumerate(request.holes) if not hole]
    if len(empty) > 1:
        raise BadArgument("unknown_hand", f"holes[{empty[1]}]", "a second empty hand; see Simulate")
    known = [(f"holes[{at}]", hole) for at, hole in enumerate(request.holes) if hole]
    holes = [cards_in(field, hole, 2, 2) for field, hole in known]
    spot = spot_of(holes, cards_in("board", request.board, 0, BOARD), request.dead)
    check_enough(spot, "holes", unknown=len(empty))
    return EquityQuestion(spot, empty[0] if empty else None)


def next_card_in(request: pb.NextCardRequest) -> NextCardQuestion:
    """One to nine open hands on a flop or a turn."""
    check_count("holes", len(request.holes), OPEN_HANDS)
    spot = spot_of(holes_in(request.holes), cards_in("board", request.board, 3, 4), request.dead)
    check_enough(spot, "holes", unknown=0)
    return NextCardQuestion(spot, pots_in(request.pots, len(spot.holes)))


def spot_of(holes: list[Named], board: Named, dead: bytes) -> Spot:
    """Cards that are there once each; of the deck, all can be dead but those."""
    cannot_come = cards_in("dead", dead, 0, 52)
    check_different([board, *holes, cannot_come])
    return Spot(tuple(cards for _, cards in holes), board[1], cannot_come[1])


def check_enough(spot: Spot, field: str, unknown: int) -> None:
    """Enough unseen cards for the board and so many unknown hands."""
    needed, unseen = spot.to_come + 2 * unknown, len(spot.unseen)
    if unseen < needed:
        raise BadArgument("too_few_cards", field, f"{unseen} unseen cards where {needed} are needed")
