"""How new players come in: on the big blind or by a post, never before the button has passed (R3.7, R3.8)."""

import pytest

from riverrun.contracts.refusals import NotSittingOut
from tests.support.folding_table import FoldingTable


def test_a_new_player_who_waits_comes_in_on_the_big_blind() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4)
    table.seat(6, 1_000, posts=False)

    assert 6 not in table.next_hand().dealt
    start = table.next_hand()

    assert start.big == 6
    assert start.posted_by(6) == [("bb", 10)]


def test_a_new_player_who_posts_is_dealt_in_at_once() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4)
    table.seat(6, 1_000, posts=True)

    assert table.next_hand().posted_by(6) == [("post", 10)]
    assert table.next_hand().posted_by(6) == [("bb", 10)]


def test_where_all_new_players_wait_a_wish_to_post_means_nothing() -> None:
    table = FoldingTable(new_player_entry="wait")
    table.begin(1, 2, 3, 4)
    table.seat(6, 1_000, posts=True)

    assert 6 not in table.next_hand().dealt
    assert table.next_hand().big == 6


def test_where_all_new_players_post_a_wish_to_wait_means_nothing() -> None:
    table = FoldingTable(new_player_entry="post")
    table.begin(1, 2, 3, 4)
    table.seat(6, 1_000, posts=False)

    assert table.next_hand().posted_by(6) == [("post", 10)]


def test_nobody_posts_in_between_button_and_big_blind_but_the_button_passes() -> None:
    table = FoldingTable()
    table.begin(1, 2, 4, 5, 6)
    table.seat(3, 1_000, posts=True)

    start = table.next_hand()
    assert (start.button, start.small, start.big) == (2, 4, 5)
    assert 3 not in start.dealt
    assert table.next_hand().posted_by(3) == [("post", 10)]


def test_a_new_player_who_let_the_button_pass_owes_only_the_big_blind() -> None:
    table = FoldingTable(dead_blinds=True)
    table.begin(1, 2, 4, 5, 6)
    table.seat(3, 1_000, posts=False)
    table.next_hand()
    table.next_hand()

    table.come_back(3, posts=True)

    assert table.owed(3) == ""
    assert table.next_hand().posted_by(3) == [("post", 10)]


def test_who_waits_may_think_better_of_it_once() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5)
    table.seat(9, 1_000, posts=False)
    assert 9 not in table.next_hand().dealt

    table.come_back(9, posts=True)

    with pytest.raises(NotSittingOut):
        table.come_back(9, posts=True)
    assert table.next_hand().posted_by(9) == [("post", 10)]
