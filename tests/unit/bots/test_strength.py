"""What a hand is worth on a board, and which cards would make it better."""

import pytest

from riverrun.kernel.cards import cards
from services.bots.strength import Strength, outs, strength


@pytest.mark.parametrize(
    ("hole_cards", "board", "worth"),
    [
        ("AhKd", "Ac7d2s", Strength.STRONG),  # top pair, king kicker
        ("Ah3d", "Ac7d2s", Strength.MEDIUM),  # top pair, small kicker
        ("7hKd", "Ac7d2s", Strength.MEDIUM),  # second pair
        ("2hKd", "Ac7d2s", Strength.WEAK),  # third pair
        ("KhKd", "Qc7d2s", Strength.STRONG),  # overpair
        ("9h9d", "Qc7d2s", Strength.MEDIUM),  # between the cards of the board
        ("3h3d", "Qc7d2s", Strength.WEAK),  # below two cards of the board
        ("AhKd", "Qc7d2s", Strength.NOTHING),
        ("7h2d", "Qc7d2s", Strength.MONSTER),  # two pair with both cards
        ("7h7c", "Qc7d2s", Strength.MONSTER),  # a set
        ("7hAc", "7c7d2s", Strength.MONSTER),  # trips with one card
        ("AhKd", "7c7d7s", Strength.NOTHING),  # trips that everybody has
        ("AhKd", "7c7d2s", Strength.NOTHING),  # the board's own pair
        ("KhKd", "7c7d2s", Strength.STRONG),  # an overpair beside the board's pair
        ("AhAd", "KcKd2s2h", Strength.STRONG),
        ("5h6d", "7c8d9sKh2c", Strength.MONSTER),  # a straight
        ("AhKh", "7h8h2hQcQd", Strength.MONSTER),  # a flush with both cards
        ("Ah3c", "7h8h2hQhQd", Strength.MONSTER),  # four of the suit, and the ace
        ("5h3c", "7h8h2hQhQd", Strength.MEDIUM),  # four of the suit, and a small one
        ("2c3c", "ThJhQhKhAh", Strength.MEDIUM),  # the board plays, and splits
        ("2c3c", "KdKc7s7h9d", Strength.NOTHING),  # the board plays, and loses to any better kicker
        ("9h9c", "9dKc Kh2s3d", Strength.MONSTER),  # a full house
    ],
)
def test_what_counts_is_what_the_hole_cards_add_to_the_board(
    hole_cards: str, board: str, worth: Strength
) -> None:
    assert strength(cards(hole_cards), cards(board)) == worth


@pytest.mark.parametrize(
    ("hole_cards", "board", "count"),
    [
        ("AhKh", "7h8h2c", 9),  # a flush draw
        ("6c5d", "7h8h2c", 8),  # an open-ended straight draw
        ("AcKd", "QhJh2c", 4),  # a gutshot
        ("AcKd", "9h7h2c", 0),
        ("AhKh", "7h8h2c3dTs", 0),  # nothing comes after the river
    ],
)
def test_outs_are_the_cards_that_would_make_a_monster(hole_cards: str, board: str, count: int) -> None:
    assert outs(cards(hole_cards), cards(board)) == count
