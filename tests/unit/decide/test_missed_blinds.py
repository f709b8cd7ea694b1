"""Missed blinds and what is made up for them, hand after hand (R3.9 to R3.11)."""

from tests.support.folding_table import FoldingTable

# -- missed blinds


def test_who_sits_out_owes_each_blind_that_passes_and_never_more_than_one_of_each() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(4)

    table.next_hand()
    assert table.owed(4) == "big"
    table.next_hand()
    assert table.owed(4) == "big small"
    for _ in range(7):
        table.next_hand()
    assert table.owed(4) == "big small"


def test_who_posted_the_big_blind_and_sits_out_owes_the_small_one() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(3)

    start = table.next_hand()

    assert start.small is None
    assert table.owed(3) == "small"


def test_who_owes_waits_for_the_big_blind_where_dead_blinds_are_off() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(4)
    for _ in range(4):
        table.next_hand()

    table.come_back(4, posts=True)

    while (start := table.next_hand()).big != 4:
        assert 4 not in start.dealt
    assert start.posted_by(4) == [("bb", 10)]
    assert table.owed(4) == ""


def test_with_dead_blinds_he_posts_a_live_big_and_a_dead_small_blind() -> None:
    table = FoldingTable(dead_blinds=True)
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(4)
    for _ in range(4):
        table.next_hand()

    table.come_back(4, posts=True)

    assert table.next_hand().posted_by(4) == [("dead", 5), ("post", 10)]
    assert table.owed(4) == ""


def test_only_the_small_blind_missed_is_posted_dead_without_a_live_bet() -> None:
    table = FoldingTable(dead_blinds=True)
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(3)
    table.next_hand()
    table.come_back(3, posts=True)

    start = table.next_hand()
    assert start.button == 3
    assert 3 not in start.dealt
    assert table.next_hand().posted_by(3) == [("dead", 5)]


def test_a_short_stack_is_live_up_to_the_big_blind_and_the_rest_is_dead() -> None:
    table = FoldingTable(dead_blinds=True)
    table.begin(1, 2, 3, 4, 5, 6)
    table.seat(7, 22, posts=True)
    assert table.next_hand().posted_by(7) == [("post", 10)]
    table.sit_out(7)
    for _ in range(6):
        table.next_hand()
    assert table.owed(7) == "big small"

    table.come_back(7, posts=True)

    assert table.next_hand().posted_by(7) == [("post", 10), ("dead", 2)]


def test_the_small_blind_passes_who_came_back_owing_the_big_one_and_could_not_post_yet() -> None:
    table = FoldingTable(dead_blinds=True)
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(4)
    table.next_hand()
    table.come_back(4, posts=True)

    assert 4 not in table.next_hand().dealt
    assert table.owed(4) == "big small"
    assert table.next_hand().posted_by(4) == [("dead", 5), ("post", 10)]


def test_who_missed_hands_but_no_blind_is_dealt_in_again_for_nothing() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(1)
    assert 1 not in table.next_hand().dealt

    table.come_back(1, posts=False)

    start = table.next_hand()
    assert 1 in start.dealt
    assert start.posted_by(1) == []


def test_taking_the_big_blind_clears_the_whole_debt() -> None:
    table = FoldingTable(dead_blinds=True)
    table.begin(1, 2, 3, 4)
    table.sit_out(4)
    for _ in range(4):
        table.next_hand()
    assert table.owed(4) == "big small"

    table.come_back(4, posts=False)
    while (start := table.next_hand()).big != 4:
        pass

    assert start.posted_by(4) == [("bb", 10)]
    assert table.owed(4) == ""


def test_several_sit_out_at_once_and_each_owes_what_passed_him() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(3)
    table.sit_out(4)
    table.sit_out(5)

    start = table.next_hand()

    assert (start.button, start.small, start.big) == (2, None, 6)
    assert [table.owed(seat) for seat in (3, 4, 5)] == ["small", "big", "big"]


# -- losing everything, leaving, starting again


def test_a_rebuy_makes_up_for_blinds_missed_since() -> None:
    table = FoldingTable(dead_blinds=True)
    table.begin(1, 2, 3, 4, 5, 6)
    table.next_hand()
    table.sit_out(5)
    table.lose_everything(5)
    table.next_hand()
    table.next_hand()
    assert table.owed(5) == "big small"

    table.top_up(5, 1_000)
    table.come_back(5, posts=True)

    assert table.next_hand().posted_by(5) == [("dead", 5), ("post", 10)]


def test_who_leaves_and_comes_back_is_a_new_player() -> None:
    table = FoldingTable(dead_blinds=True)
    table.begin(1, 2, 3, 4, 5, 6)
    table.sit_out(4)
    for _ in range(4):
        table.next_hand()
    table.stand_up(4)
    table.seat(4, 1_000, posts=True)

    assert table.next_hand().posted_by(4) == [("post", 10)]


def test_where_play_starts_anew_nobody_owes() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3, 4)
    table.sit_out(4)
    for _ in range(4):
        table.next_hand()
    table.sit_out(2)
    table.sit_out(3)
    assert not table.goes_on()

    for seat in (2, 3, 4):
        assert table.owed(seat) == ""
        table.come_back(seat, posts=False)

    assert table.next_hand().dealt == (1, 2, 3, 4)


# -- heads-up and back


def test_who_comes_back_to_a_heads_up_table_is_not_dealt_in_on_the_button() -> None:
    table = FoldingTable()
    table.begin(1, 2, 3)
    table.sit_out(3)
    assert table.next_hand().dealt == (1, 2)
    table.come_back(3, posts=False)

    start = table.next_hand()
    assert (start.button, start.small, start.big, start.dealt) == (1, 1, 2, (1, 2))
    start = table.next_hand()
    assert (start.button, start.small, start.big, start.dealt) == (1, 2, 3, (1, 2, 3))


def test_a_third_player_left_of_the_big_blind_takes_it_at_once() -> None:
    table = FoldingTable()
    table.begin(1, 5)
    table.seat(7, 1_000, posts=True)

    start = table.next_hand()

    assert (start.button, start.small, start.big) == (1, 5, 7)
    assert start.posted_by(7) == [("bb", 10)]
