"""Uncalled bets, layers and shares as plain functions (R5.1-R5.4)."""

import pytest

from riverrun.contracts.table_events import PotShare
from riverrun.holdem.state import HandPlayer
from services.table.rules.pots import Uncalled, pots_of, split, uncalled_bet


def staked(
    *stakes: int, folded: tuple[int, ...] = (), dead: dict[int, int] | None = None
) -> list[HandPlayer]:
    """Players in seats 1, 2, ... with these contributions."""
    dead = dead or {}
    return [
        HandPlayer(seat, f"p{seat}", 0, contribution=stake, folded=seat in folded, dead=dead.get(seat, 0))
        for seat, stake in enumerate(stakes, start=1)
    ]


def pots(
    *stakes: int, folded: tuple[int, ...] = (), dead: dict[int, int] | None = None
) -> list[tuple[int, ...]]:
    return [(pot.amount, *pot.contenders) for pot in pots_of(staked(*stakes, folded=folded, dead=dead))]


def test_the_excess_over_the_second_highest_goes_back() -> None:
    assert uncalled_bet(staked(100, 300, 1000)) == Uncalled(3, 700)
    assert uncalled_bet(staked(100, 300, 300)) is None


def test_a_folder_counts_as_the_second_highest() -> None:
    assert uncalled_bet(staked(100, 300, 1000, folded=(2,))) == Uncalled(3, 700)


def test_a_folder_s_own_excess_stays_in() -> None:
    assert uncalled_bet(staked(2, 7, 10, folded=(3,))) is None


def test_six_contributions_two_of_them_folded() -> None:
    assert pots(15, 35, 60, 120, 200, 200, folded=(2, 4)) == [
        (90, 1, 3, 5, 6),
        (200, 3, 5, 6),
        (340, 5, 6),
    ]


def test_a_layer_is_for_those_who_paid_for_it() -> None:
    assert pots(100, 300, 1000, 1000) == [(400, 1, 2, 3, 4), (600, 2, 3, 4), (1400, 3, 4)]


def test_equal_contributions_make_one_pot() -> None:
    assert pots(50, 50, 50) == [(150, 1, 2, 3)]


def test_folded_money_makes_no_layer_of_its_own() -> None:
    assert pots(20, 60, 60, folded=(1,)) == [(140, 2, 3)]


def test_folded_chips_above_the_highest_live_level_join_the_last_pot() -> None:
    assert pots(2, 7, 10, folded=(3,)) == [(6, 1, 2), (13, 2)]


def test_dead_chips_belong_to_the_main_pot() -> None:
    assert pots(20, 60, 60, dead={3: 10}) == [(70, 1, 2, 3), (80, 2, 3)]


def test_dead_chips_alone_are_a_pot() -> None:
    assert pots(0, 10, dead={2: 5}) == [(5, 1, 2), (10, 2)]


def test_contenders_stand_in_the_players_order() -> None:
    players = staked(50, 50, 50)

    assert pots_of(players[::-1]) == (PotShare(150, (3, 2, 1)),)


@pytest.mark.parametrize(
    ("amount", "shares", "parts"),
    [(100, 3, (34, 33, 33)), (101, 3, (34, 34, 33)), (1, 2, (1, 0)), (0, 2, (0, 0)), (7, 1, (7,))],
)
def test_odd_chips_go_one_each_to_the_first(amount: int, shares: int, parts: tuple[int, ...]) -> None:
    assert split(amount, shares) == parts
