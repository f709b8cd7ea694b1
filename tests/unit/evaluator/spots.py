"""Spots as they can be dealt, for Hypothesis; and a slow count that shares nothing with the engines."""

from dataclasses import replace
from itertools import combinations

from hypothesis import strategies as st

from riverrun.holdem.rank import ranks
from riverrun.kernel.cards import ALL_CARDS, Cards
from services.evaluator.counts import SHARES, TIES, WHOLE, WINS, Counts, no_counts
from services.evaluator.spot import Spot

decks = st.permutations(ALL_CARDS).map(tuple)


@st.composite
def spots(
    draw: st.DrawFn, players: st.SearchStrategy[int], board: st.SearchStrategy[int], most_dead: int = 8
) -> Spot:
    """So many hands on a board of so many cards, with some dead cards."""
    deck: Cards = draw(decks)
    many, on_board, dead = draw(players), draw(board), draw(st.integers(0, most_dead))
    holes = tuple(deck[2 * at : 2 * at + 2] for at in range(many))
    return Spot(holes, deck[18 : 18 + on_board], deck[23 : 23 + dead])


def one_by_one(spot: Spot) -> Counts:
    """Every way to complete the board, ranked hand by hand."""
    counts = no_counts(len(spot.holes))
    for coming in combinations(spot.unseen, spot.to_come):
        found = ranks((*spot.board, *coming), spot.holes)
        winners = [at for at, one in enumerate(found) if one == max(found)]
        for at in winners:
            counts[at, WINS if len(winners) == 1 else TIES] += 1
            counts[at, SHARES] += WHOLE // len(winners)
    return counts


def with_suits_changed(spot: Spot, to_suit: Cards) -> Spot:
    """The same with the suits' names changed all round."""

    def renamed(cards: Cards) -> Cards:
        return tuple(card - card % 4 + to_suit[card % 4] for card in cards)

    holes = tuple(renamed(hole) for hole in spot.holes)
    return Spot(holes, renamed(spot.board), renamed(spot.dead))


def seated(spot: Spot, order: list[int]) -> Spot:
    """The same with the players in another order."""
    return replace(spot, holes=tuple(spot.holes[at] for at in order))
