"""The ranks that the evaluator would give at a showdown."""

from riverrun.holdem.rank import ranks
from riverrun.holdem.state import Hand
from riverrun.kernel.cards import Cards
from services.table.decide.facts import ShowdownRanks


def ranked(hand: Hand, deck: Cards) -> ShowdownRanks:
    """Of all who have not folded, on the first board."""
    seats, holes = [], []
    for player, (first, second) in zip(hand.players, hand.positions, strict=True):
        if not player.folded:
            seats.append(player.seat)
            holes.append((deck[first], deck[second]))
    found = dict(zip(seats, ranks(hand.boards[0], holes), strict=True))
    return ShowdownRanks((found,), "table")
