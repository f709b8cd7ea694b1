"""A case of type `eval`: hands on one board, from best to worst, with their categories."""

from console.cases.case_shapes import EvalCase
from console.cases.verdict import Difference, differing
from riverrun.holdem.hand_classes import category_of
from riverrun.holdem.hand_names import best_five
from riverrun.holdem.rank import ranks
from riverrun.kernel.cards import Cards, cards, rank_of


def rank_hands(case: EvalCase) -> list[Difference]:
    """Rank all hands with the board and compare order, ties, categories and best five."""
    board = cards(case.board)
    holes = {name: cards(text) for name, text in case.hands.items()}
    ranked = dict(zip(holes, ranks(board, list(holes.values())), strict=True))
    best_first = sorted({*ranked.values()}, reverse=True)
    groups = [sorted(name for name in ranked if ranked[name] == rank) for rank in best_first]
    expected = case.expect.ranking
    if isinstance(expected, list):
        expected = [sorted(group) for group in expected]
    found = differing("ranking", expected, groups)
    for name, category in case.expect.categories.items():
        found += differing(f"category of {name}", category, category_of(ranked[name]).name.lower())
    for name, five in case.expect.best5.items():
        found += differing(
            f"best five of {name}", _ranks(cards(five)), _ranks(best_five((*holes[name], *board)))
        )
    return found


def _ranks(five: Cards) -> list[int]:
    """Which of two equal cards counts is nobody's business (R1.2)."""
    return sorted(map(rank_of, five))
