"""Where the button and the blinds go (R3.3, R3.4, R3.8, R3.16)."""

import pytest

from riverrun.contracts.table_config import ButtonMethod
from riverrun.holdem.state import Places
from services.table.rules.blinds import Lineup, clockwise_from, fresh_lineup, is_between, next_lineup


def after(
    last: Places,
    active: list[int],
    waiting: tuple[int, ...] = (),
    posting: tuple[int, ...] = (),
    method: ButtonMethod = "dead",
) -> Lineup:
    lineup = next_lineup(method, last, active, waiting, posting)
    assert lineup is not None, "no two can be dealt in"
    return lineup


def places(lineup: Lineup) -> tuple[int, int | None, int]:
    return lineup.button, lineup.small_blind, lineup.big_blind


ONE_TWO_THREE = Places(1, 2, 3)


def test_going_round_begins_left_of_a_place_and_ends_with_it() -> None:
    assert clockwise_from(3, [1, 3, 5, 9]) == (5, 9, 1, 3)
    assert clockwise_from(4, [1, 3, 5, 9]) == (5, 9, 1, 3)
    assert clockwise_from(9, [1, 3, 5, 9]) == (1, 3, 5, 9)


def test_between_two_places_is_left_of_the_one_and_right_of_the_other() -> None:
    assert is_between(9, 8, 2)
    assert is_between(1, 8, 2)
    assert not is_between(2, 8, 2)
    assert not is_between(8, 8, 2)
    assert is_between(5, 8, 8)


# -- a fresh start


@pytest.mark.parametrize(("draw", "button"), [(0, 2), (1, 5), (2, 9), (3, 2)])
def test_play_starts_with_a_drawn_button_and_everybody_in(draw: int, button: int) -> None:
    lineup = fresh_lineup((9, 2, 5), draw)

    assert lineup.button == button
    assert sorted(lineup.seats) == [2, 5, 9]
    assert lineup.seats == clockwise_from(button, (2, 5, 9))
    assert (lineup.small_blind, lineup.big_blind) == lineup.seats[:2]


def test_heads_up_the_drawn_button_is_the_small_blind() -> None:
    assert places(fresh_lineup((3, 8), 1)) == (8, 8, 3)


# -- the dead button


def test_button_and_blinds_move_one_seat() -> None:
    assert places(after(ONE_TWO_THREE, [1, 2, 3, 4, 5, 6])) == (2, 3, 4)


def test_when_the_small_blind_left_the_button_is_dead() -> None:
    lineup = after(ONE_TWO_THREE, [1, 3, 4, 5, 6])

    assert places(lineup) == (2, 3, 4)
    assert 2 not in lineup.seats


def test_when_the_big_blind_left_there_is_no_small_blind_and_next_hand_a_dead_button() -> None:
    first = after(ONE_TWO_THREE, [1, 2, 4, 5, 6])
    second = after(Places(first.button, first.small_blind_place, first.big_blind), [1, 2, 4, 5, 6])

    assert places(first) == (2, None, 4)
    assert places(second) == (3, 4, 5)


def test_when_both_blinds_left_the_next_player_posts_the_big_blind_alone() -> None:
    assert places(after(ONE_TWO_THREE, [1, 4, 5, 6])) == (2, None, 4)


def test_when_the_next_big_blind_left_the_one_after_him_posts_it() -> None:
    assert places(after(ONE_TWO_THREE, [1, 2, 3, 5, 6])) == (2, 3, 5)


def test_a_player_between_the_blinds_who_is_out_never_gives_a_second_big_blind() -> None:
    first = after(Places(2, 4, 6), [2, 6, 8, 9])

    assert places(first) == (4, 6, 8)
    assert places(after(Places(4, 6, 8), [2, 6, 8, 9])) == (6, 8, 9)


# -- the moving button


def moving(last: Places, active: list[int], waiting: tuple[int, ...] = ()) -> tuple[int, int | None, int]:
    return places(after(last, active, waiting, method="moving"))


def test_the_moving_button_goes_to_the_next_player_and_the_blinds_follow() -> None:
    assert moving(ONE_TWO_THREE, [1, 2, 3, 4, 5, 6]) == (2, 3, 4)
    assert moving(ONE_TWO_THREE, [1, 3, 4, 5, 6]) == (3, 4, 5)
    assert moving(ONE_TWO_THREE, [2, 3, 4, 5, 6]) == (2, 3, 4)
    assert moving(ONE_TWO_THREE, [1, 2, 4, 5, 6]) == (2, 4, 5)


def test_the_moving_button_never_gives_the_big_blind_to_the_same_player_twice() -> None:
    assert moving(Places(1, 1, 3), [1, 3], waiting=(5,)) == (1, 3, 5)


# -- heads-up


@pytest.mark.parametrize("method", ["dead", "moving"])
@pytest.mark.parametrize(("gone", "expected"), [(1, (3, 3, 2)), (2, (3, 3, 1)), (3, (2, 2, 1))])
def test_from_three_to_two_nobody_posts_the_big_blind_twice(
    method: ButtonMethod, gone: int, expected: tuple[int, int, int]
) -> None:
    left = [seat for seat in (1, 2, 3) if seat != gone]

    assert places(after(ONE_TWO_THREE, left, method=method)) == expected


@pytest.mark.parametrize("method", ["dead", "moving"])
def test_heads_up_the_button_changes_sides_every_hand(method: ButtonMethod) -> None:
    first = after(Places(4, 4, 7), [4, 7], method=method)
    second = after(Places(first.button, first.small_blind_place, first.big_blind), [4, 7], method=method)

    assert places(first) == (7, 7, 4)
    assert places(second) == (4, 4, 7)


def test_from_two_to_three_the_newcomer_whose_big_blind_it_is_comes_in() -> None:
    lineup = after(Places(1, 1, 2), [1, 2], waiting=(3,))

    assert places(lineup) == (1, 2, 3)
    assert lineup.seats == (2, 3, 1)


def test_from_two_to_three_a_newcomer_who_sits_behind_the_button_waits() -> None:
    first = after(Places(1, 1, 5), [1, 5], waiting=(3,))

    assert places(first) == (5, 5, 1)
    assert 3 not in first.seats
    assert places(after(Places(5, 5, 1), [1, 5], waiting=(3,))) == (5, 1, 3)


def test_a_newcomer_cannot_buy_his_way_in_between_two_players_heads_up() -> None:
    lineup = after(Places(1, 1, 5), [1, 5], posting=(3,))

    assert lineup.seats == (1, 5)
    assert places(lineup) == (5, 5, 1)


def test_a_third_player_who_owes_nothing_takes_the_button_between_two() -> None:
    lineup = after(Places(1, 1, 5), [1, 3, 5])

    assert places(lineup) == (3, 5, 1)


# -- waiting and posting


def test_a_waiting_player_is_dealt_in_on_the_big_blind_alone() -> None:
    assert 5 not in after(ONE_TWO_THREE, [1, 2, 3, 4], waiting=(5,)).seats
    assert after(Places(2, 3, 4), [1, 2, 3, 4], waiting=(5,)).big_blind == 5


def test_a_posting_player_is_dealt_in_at_once() -> None:
    assert 6 in after(ONE_TWO_THREE, [1, 2, 3, 4, 5], posting=(6,)).seats


@pytest.mark.parametrize("seat", [2, 3])
def test_nobody_posts_on_the_button_or_in_the_small_blind_s_place(seat: int) -> None:
    active = [one for one in (1, 2, 3, 4, 5) if one != seat]

    assert seat not in after(ONE_TWO_THREE, active, posting=(seat,)).seats


def test_nobody_posts_between_the_button_and_the_big_blind() -> None:
    first = after(Places(1, 2, 4), [1, 2, 4, 5, 6], posting=(3,))
    second = after(Places(2, 4, 5), [1, 2, 4, 5, 6], posting=(3,))

    assert places(first) == (2, 4, 5)
    assert 3 not in first.seats
    assert places(second) == (4, 5, 6)
    assert 3 in second.seats


def test_players_stand_in_order_from_the_left_of_the_button_also_when_it_is_dead() -> None:
    assert after(ONE_TWO_THREE, [1, 3, 4, 6]).seats == (3, 4, 6, 1)
