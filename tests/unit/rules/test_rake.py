"""The rake of each pot as a plain function (R5.6)."""

import pytest

from riverrun.contracts.table_config import RakeTerms
from services.table.rules.rake import rake_of

FIVE_PERCENT = RakeTerms(bps=500, cap_two=5, cap_three_four=10, cap_five_up=15)


@pytest.mark.parametrize(("dealt_in", "taken"), [(2, 5), (3, 10), (4, 10), (5, 15), (9, 15)])
def test_the_cap_goes_by_the_players_dealt_in(dealt_in: int, taken: int) -> None:
    assert rake_of([1_000], FIVE_PERCENT, dealt_in, saw_flop=True) == [taken]


def test_each_pot_pays_the_rate_of_all_pots_so_far_less_what_is_paid() -> None:
    terms = RakeTerms(bps=500, cap_five_up=1_000)

    assert rake_of([19, 19, 19], terms, 6, saw_flop=True) == [0, 1, 1]


def test_the_cap_stops_the_rake_in_the_middle_of_the_pots() -> None:
    assert rake_of([200, 200, 200], FIVE_PERCENT, 6, saw_flop=True) == [10, 5, 0]


def test_no_flop_no_drop() -> None:
    assert rake_of([1_000, 500], FIVE_PERCENT, 6, saw_flop=False) == [0, 0]


def test_a_drop_fills_up_from_the_main_pot_on() -> None:
    terms = RakeTerms(drop=10)

    assert rake_of([4, 100], terms, 6, saw_flop=True) == [4, 6]
    assert rake_of([4, 3], terms, 6, saw_flop=True) == [4, 3]


def test_play_for_nothing_is_never_raked() -> None:
    assert rake_of([1_000], RakeTerms(), 6, saw_flop=True) == [0]
