"""What somebody has lost in a day, by his account's entries and what lies before him (R13.4)."""

from itertools import count

from riverrun.kernel.chips import Chips
from services.club.bouncer.losses import Brought, lost

MONDAY, TUESDAY = 1_000, 2_000
_numbers = count(1)


def brings(amount: Chips, at_ms: int, table: str = "s0-river") -> Brought:
    return Brought(f"t{next(_numbers)}", table, amount, at_ms)


def takes_home(amount: Chips, at_ms: int, table: str = "s0-river") -> Brought:
    return Brought(f"t{next(_numbers)}", table, -amount, at_ms, ends=True)


def given_back(amount: Chips, at_ms: int) -> Brought:
    return Brought(f"t{next(_numbers)}", "s0-river", -amount, at_ms)


def test_what_lies_before_a_player_is_not_lost() -> None:
    moves = [brings(500, MONDAY)]

    assert lost(moves, {"s0-river": 500}, MONDAY) == 0
    assert lost(moves, {"s0-river": 120}, MONDAY) == 380
    assert lost(moves, {"s0-river": 700}, MONDAY) == -200


def test_all_that_is_at_tables_can_be_lost() -> None:
    moves = [brings(500, MONDAY), brings(300, MONDAY, "s0-lake")]

    assert lost(moves, {}, MONDAY) == 800


def test_winnings_taken_home_make_up_for_a_loss_at_another_table() -> None:
    moves = [
        brings(500, MONDAY),
        takes_home(100, MONDAY + 1),
        brings(200, MONDAY, "s0-lake"),
        takes_home(350, MONDAY + 2, "s0-lake"),
    ]

    assert lost(moves, {}, MONDAY) == 400 - 150


def test_a_loss_counts_on_the_day_on_which_the_chips_were_brought() -> None:
    moves = [brings(500, MONDAY), takes_home(100, TUESDAY)]

    assert lost(moves, {}, TUESDAY) == 0
    assert lost(moves, {}, MONDAY) == 400


def test_winnings_count_on_the_day_on_which_they_are_taken_home() -> None:
    moves = [brings(500, MONDAY), takes_home(900, TUESDAY)]

    assert lost(moves, {}, TUESDAY) == -400


def test_who_loses_all_and_comes_again_has_lost_it_once() -> None:
    moves = [brings(500, MONDAY), brings(200, TUESDAY), takes_home(150, TUESDAY + 1)]

    assert lost(moves, {}, TUESDAY) == 50
    assert lost(moves, {}, MONDAY) == 550


def test_a_buy_in_that_the_table_refused_is_no_loss() -> None:
    moves = [brings(500, MONDAY), given_back(500, MONDAY + 1)]

    assert lost(moves, {}, MONDAY) == 0


def test_chips_taken_home_that_were_brought_before_all_that_is_known_are_no_winnings() -> None:
    moves = [takes_home(5_000, TUESDAY), brings(300, TUESDAY + 1, "s0-lake")]

    assert lost(moves, {}, TUESDAY) == 300
