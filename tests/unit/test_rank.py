"""The hands of R1.2, in words."""

import pytest

from riverrun.holdem.hand_classes import Category, category_of
from riverrun.holdem.hand_names import best_five, hand_name
from riverrun.holdem.rank import rank, ranks
from riverrun.kernel.cards import cards, text_of


@pytest.mark.parametrize(
    ("dealt", "category", "five", "name"),
    [
        ("7c5d4h3s2c", Category.HIGH_CARD, "7c5d4h3s2c", "High card, seven"),
        ("AcKdJh9s7c5d3h", Category.HIGH_CARD, "AcKdJh9s7c", "High card, ace"),
        ("6c6dAhKsTc8d2h", Category.PAIR, "6d6cAhKsTc", "Pair of sixes"),
        ("KcKdTh9s9c4d2h", Category.TWO_PAIR, "KdKc9s9cTh", "Two pair, kings and nines"),
        ("2c2d7h7s8c8dAh", Category.TWO_PAIR, "8d8c7s7hAh", "Two pair, eights and sevens"),
        ("2c2d7h7s8c8d9h", Category.TWO_PAIR, "8d8c7s7h9h", "Two pair, eights and sevens"),
        ("2c2d7h7s8c8d", Category.TWO_PAIR, "8d8c7s7h2d", "Two pair, eights and sevens"),
        ("2c2d2hKsQc9d7h", Category.TRIPS, "2h2d2cKsQc", "Three of a kind, deuces"),
        ("AhKs9d5c4d3h2s", Category.STRAIGHT, "5c4d3h2sAh", "Straight, five high"),
        ("Ah6s5c4d3h2s2c", Category.STRAIGHT, "6s5c4d3h2s", "Straight, six high"),
        ("AcKdQhJsTc9d8h", Category.STRAIGHT, "AcKdQhJsTc", "Straight, ace high"),
        ("7c7d7h8s9cTdJh", Category.STRAIGHT, "JhTd9c8s7h", "Straight, jack high"),
        ("AhTh7h5h3h2h2c", Category.FLUSH, "AhTh7h5h3h", "Flush, ace high"),
        ("KcKdKhTsTcTd2h", Category.FULL_HOUSE, "KhKdKcTsTd", "Full house, kings full of tens"),
        ("2c2d2h3s3cAdAh", Category.FULL_HOUSE, "2h2d2cAhAd", "Full house, deuces full of aces"),
        ("5c5d5h5s3c3dTh", Category.QUADS, "5s5h5d5cTh", "Four of a kind, fives"),
        ("5c5d5h5s3c3d3h", Category.QUADS, "5s5h5d5c3h", "Four of a kind, fives"),
        ("Ad2d3d4d5dKsKc", Category.STRAIGHT_FLUSH, "5d4d3d2dAd", "Straight flush, five high"),
        ("AsKsQsJsTs9s8s", Category.STRAIGHT_FLUSH, "AsKsQsJsTs", "Royal flush"),
    ],
)
def test_a_hand_is_known_by_its_kind_its_five_cards_and_its_name(
    dealt: str, category: Category, five: str, name: str
) -> None:
    found = rank(cards(dealt))

    assert category_of(found) == category
    assert text_of(best_five(cards(dealt))) == five
    assert hand_name(found) == name


def _ranked(board: str, *holes: str) -> tuple[int, ...]:
    return ranks(cards(board), [cards(hole) for hole in holes])


def test_the_weakest_hand_ranks_1_and_the_royal_flush_7462() -> None:
    assert rank(cards("7c5d4h3s2c")) == 1
    assert rank(cards("TsJsQsKsAs")) == 7462


def test_the_wheel_is_the_lowest_straight_and_still_beats_trips() -> None:
    six_high, wheel, trips = _ranked("2c3d4hTsKs", "5d6d", "Ah5h", "4c4d")

    assert six_high > wheel > trips


def test_a_wheel_is_found_among_seven_cards_of_which_two_are_higher() -> None:
    assert rank(cards("9h2s3s5c4hTsAh")) > rank(cards("6d8cQs3d9c3s5d")), "a straight beats a pair"


def test_a_straight_does_not_go_round_the_ace() -> None:
    (round_the_ace,) = _ranked("2c3dQhKs8s", "Ah9h")

    assert category_of(round_the_ace) == Category.HIGH_CARD


def test_a_flush_beats_a_higher_straight() -> None:
    flush, straight = _ranked("2h7h8c9hTd", "3h4h", "JsQs")

    assert flush > straight


def test_a_straight_flush_is_found_beside_a_higher_flush_of_its_suit() -> None:
    steel_wheel, nut_flush = _ranked("2d3d4d9dKs", "Ad5d", "AhQd")

    assert category_of(steel_wheel) == Category.STRAIGHT_FLUSH
    assert steel_wheel > nut_flush


def test_five_suited_and_a_straight_in_two_suits_are_no_straight_flush() -> None:
    (found,) = _ranked("5h6h7h8cKh", "9h2c")

    assert category_of(found) == Category.FLUSH


def test_when_the_board_plays_all_split() -> None:
    first, second, third = _ranked("TcJdQhKsAc", "2h3d", "AsAd", "9h9d")

    assert first == second == third


def test_a_counterfeited_two_pair_falls_back_to_the_kicker() -> None:
    counterfeited, ace_kicker = _ranked("9c9d8h8sKc", "7h7s", "AdQd")

    assert ace_kicker > counterfeited


def test_only_five_cards_count_so_a_sixth_cannot_break_the_tie() -> None:
    first, second = _ranked("AhAdKcKsQd", "Jh2c", "Ts3c")

    assert first == second


def test_suits_never_break_ties() -> None:
    spades, clubs = _ranked("2h5d9hJsKd", "AsQs", "AcQc")

    assert spades == clubs


@pytest.mark.parametrize("dealt", ["AhKh", "AhKhQhJh", "AhKhQhJhTh9h8h7h"])
def test_fewer_than_five_or_more_than_seven_cards_are_a_bug(dealt: str) -> None:
    with pytest.raises(AssertionError):
        rank(cards(dealt))
