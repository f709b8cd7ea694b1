"""Writes what was found in the words of the protocol."""

from riverrun.holdem.hand_classes import Category, Rank, category_of
from riverrun.holdem.hand_names import best_five
from riverrun.holdem.rank import ranks
from riverrun.kernel.cards import Cards
from riverrun.pb.evaluator.v1 import evaluator_pb2 as pb
from services.evaluator.pots import leaders
from services.evaluator.questions import Showdown

CATEGORIES = {
    Category.HIGH_CARD: pb.CATEGORY_HIGH_CARD,
    Category.PAIR: pb.CATEGORY_PAIR,
    Category.TWO_PAIR: pb.CATEGORY_TWO_PAIR,
    Category.TRIPS: pb.CATEGORY_TRIPS,
    Category.STRAIGHT: pb.CATEGORY_STRAIGHT,
    Category.FLUSH: pb.CATEGORY_FLUSH,
    Category.FULL_HOUSE: pb.CATEGORY_FULL_HOUSE,
    Category.QUADS: pb.CATEGORY_QUADS,
    Category.STRAIGHT_FLUSH: pb.CATEGORY_STRAIGHT_FLUSH,
}


def ranked_hand(hand: Cards, rank: Rank) -> pb.RankedHand:
    """A hand's rank with what people want to see of it."""
    return pb.RankedHand(rank=rank, category=CATEGORIES[category_of(rank)], best_five=bytes(best_five(hand)))


def showdown_response(showdown: Showdown) -> pb.ShowdownResponse:
    """Every player's hand on every board, and who wins which pot there."""
    return pb.ShowdownResponse(boards=[_board_ranking(board, showdown) for board in showdown.boards])


def _board_ranking(board: Cards, showdown: Showdown) -> pb.BoardRanking:
    found = ranks(board, showdown.holes)
    return pb.BoardRanking(
        players=[
            ranked_hand((*board, *hole), rank) for hole, rank in zip(showdown.holes, found, strict=True)
        ],
        winners=[pb.Leaders(hands=leaders(found, contenders)) for contenders in showdown.pots],
    )
