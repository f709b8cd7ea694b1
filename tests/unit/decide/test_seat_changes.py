"""Changing seats: nobody gets around a blind by it (R3.12). Players are named by their first seats."""

import pytest

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import ComeBack, MoveSeat, SitOut, StandUp
from riverrun.contracts.table_events import SeatChanged, SeatChangeQueued
from riverrun.holdem.state import seat_of
from tests.support.folding_table import FoldingTable


def move(table: FoldingTable, player: int, to: int, *, post: bool = False) -> None:
    table.order(player, MoveSeat(to, post))


def place(table: FoldingTable, player: int) -> int:
    seat = seat_of(table.table, f"player-{player}")
    assert seat is not None
    return seat.seat


def test_who_moves_nearer_to_the_big_blind_is_dealt_in_at_once() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 5, 6)
    move(table, 6, 4)

    start = table.next_hand()

    assert start.dealt == (1, 2, 3, 4, 5)
    assert start.big == 4
    assert start.posted_by(4) == [("bb", 10)]


def test_who_moves_within_the_same_distance_is_dealt_in_at_once_for_nothing() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 7)
    move(table, 7, 8)

    start = table.next_hand()

    assert 8 in start.dealt
    assert start.posted_by(8) == []


def test_who_moves_away_from_the_big_blind_waits_the_difference_in_hands() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    move(table, 4, 9)  # the big blind would have come to him now: it passes 5 and 6 before

    assert table.at(9).held_hands == 2
    assert 9 not in table.next_hand().dealt
    assert 9 not in table.next_hand().dealt
    start = table.next_hand()
    assert start.big == 9
    assert table.at(9).held_hands == 0


def test_a_second_move_adds_to_the_waiting_and_gives_nothing_back() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    move(table, 4, 9)
    move(table, 4, 7)

    assert table.at(7).held_hands == 2


def test_where_the_table_lets_him_a_mover_posts_in_place_of_waiting() -> None:
    table = FoldingTable(seat_change_post=True)
    table.begin(1, 2, 3, 4, 5, 6)
    move(table, 4, 9, post=True)

    assert table.next_hand().posted_by(9) == [("post", 10)]


def test_without_that_option_a_wish_to_post_means_nothing() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    move(table, 4, 9, post=True)

    assert 9 not in table.next_hand().dealt


def test_the_big_blind_may_come_to_a_waiting_mover_before_his_time() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    move(table, 4, 9)
    table.sit_out(5)
    table.sit_out(6)

    assert table.next_hand().posted_by(9) == [("bb", 10)]


def test_nobody_moves_in_between_button_and_big_blind() -> None:
    table = FoldingTable()
    table.begin(1, 2, 4, 5, 6)
    move(table, 1, 3)  # from the button's place to between the blinds: not farther, but not at once

    start = table.next_hand()
    assert (start.button, start.small) == (2, 4)
    assert 3 not in start.dealt
    assert 3 in table.next_hand().dealt


def test_debts_move_along() -> None:
    table = FoldingTable(dead_blinds=True)
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(4)
    for _ in range(3):
        table.next_hand()

    move(table, 4, 9)

    assert table.owed(9) == "big small"
    assert table.at(9).standing == "sitting_out"


def test_sitting_out_for_a_moment_does_not_shorten_the_waiting() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    move(table, 4, 9)
    table.order(4, SitOut())
    table.order(4, ComeBack())

    assert 9 not in table.next_hand().dealt


def test_a_newcomer_moves_freely_before_his_first_hand() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5)
    table.seat(6, 1_000, posts=True)
    move(table, 6, 8)

    assert table.next_hand().posted_by(8) == [("post", 10)]


def test_a_player_in_a_hand_moves_after_it() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 5)
    table.deal_next()
    move(table, 1, 8)
    assert place(table, 1) == 1

    table.fold_around()

    assert place(table, 1) == 8
    assert table.happened(SeatChanged) == [SeatChanged(1, 8)]


def test_of_two_who_want_the_same_seat_the_first_by_number_gets_it() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 5)
    table.deal_next()
    move(table, 3, 8)
    move(table, 2, 8)

    table.fold_around()

    assert (place(table, 2), place(table, 3)) == (8, 3)
    assert table.at(3).move_queued == 0


def test_a_queued_move_can_be_taken_back() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3)
    table.deal_next()
    move(table, 1, 8)
    table.order(1, MoveSeat(None))

    assert table.happened(SeatChangeQueued)[-1] == SeatChangeQueued(1, 0)
    table.fold_around()
    assert place(table, 1) == 1


def test_only_a_free_seat_of_the_table_can_be_taken() -> None:
    table = FoldingTable(seats=6)
    table.begin(1, 2, 3)

    with pytest.raises(refusals.SeatTaken):
        move(table, 1, 2)
    with pytest.raises(refusals.NoSuchSeat):
        move(table, 1, 7)
    with pytest.raises(refusals.NotSeated):
        move(table, 5, 6)


def test_who_leaves_after_the_hand_moves_nowhere() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3)
    table.deal_next()
    table.order(1, StandUp())

    with pytest.raises(refusals.AlreadyLeaving):
        move(table, 1, 5)


def test_heads_up_a_move_does_not_start_play_anew() -> None:
    table = FoldingTable()
    table.begin(1, 5)
    move(table, 1, 7)

    start = table.next_hand()

    assert not start.restarted
    assert (start.button, start.big) == (5, 7)
