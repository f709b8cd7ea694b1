"""Show order, winners and awards as plain functions (R5.3, R5.4, R6.1, R6.3, R7.2)."""

from riverrun.contracts.table_events import PotShare
from services.table.rules.showdown import Award, awards, show_order, shown, winners

MAIN, SIDE = PotShare(90, (2, 3, 5, 1)), PotShare(60, (3, 1))


def test_pots_are_shown_from_the_last_to_the_main_pot() -> None:
    assert show_order([MAIN, SIDE], None) == (3, 1, 2, 5)


def test_the_aggressor_begins_and_the_others_follow_clockwise() -> None:
    assert show_order([MAIN], 5) == (5, 1, 2, 3)


def test_who_has_shown_for_a_side_pot_shows_no_second_time() -> None:
    assert show_order([MAIN, SIDE], 1) == (1, 3, 2, 5)


def test_the_best_hands_of_a_pot_win_in_the_contenders_order() -> None:
    assert winners(MAIN, {2: 7, 3: 9, 5: 9, 1: 4}) == [3, 5]


def test_pots_are_paid_from_the_last_to_the_main_pot() -> None:
    ranks = {2: 9, 3: 4, 5: 1, 1: 7}

    assert awards([MAIN, SIDE], [0, 0], [ranks]) == [Award(1, 0, 1, 60, 0), Award(0, 0, 2, 90, 0)]


def test_rake_leaves_the_pot_before_it_is_split_and_each_winner_bears_his_part() -> None:
    assert awards([PotShare(25, (2, 3))], [1], [{2: 5, 3: 5}]) == [
        Award(0, 0, 2, 12, 1),
        Award(0, 0, 3, 12, 0),
    ]


def test_a_pot_is_split_over_the_boards_before_it_is_split_among_winners() -> None:
    pot = PotShare(205, (2, 3))

    assert awards([pot], [0], [{2: 5, 3: 5}, {2: 1, 3: 5}]) == [
        Award(0, 0, 2, 52, 0),
        Award(0, 0, 3, 51, 0),
        Award(0, 1, 3, 102, 0),
    ]


def test_a_share_of_nothing_is_no_award() -> None:
    assert awards([PotShare(1, (2, 3))], [0], [{2: 5, 3: 5}]) == [Award(0, 0, 2, 1, 0)]


def test_the_first_in_order_and_all_winners_show() -> None:
    assert shown((3, 1, 2), [Award(0, 0, 2, 10, 0)]) == {3, 2}
