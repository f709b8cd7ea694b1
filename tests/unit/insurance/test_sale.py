"""When the table offers insurance, and what a favourite may buy of an offer (R9.1, R9.5, R9.9, R9.10)."""

import msgspec
import pytest

from riverrun.contracts.table_events import Cover, CoverOffer, InsuredTie, OddsPrice
from riverrun.holdem.state import HandPlayer
from riverrun.kernel.cards import card, cards
from services.table.rules.insurance_sale import (
    bought,
    chips_in_pots,
    unanswered,
    why_closed,
    why_not,
)
from services.table.rules.pots import pots_of

OFFER = CoverOffer(
    pot=1,
    seat=4,
    street="turn",
    amount=1000,
    outs=cards("KcKhQh"),
    ties=(InsuredTie(card("As"), 2),),
    prices=(OddsPrice(30, 1, 1000), OddsPrice(15, 1, 1000), OddsPrice(10, 1, 1000), OddsPrice(7, 2, 700)),
)
OWING = msgspec.structs.replace(OFFER, least=100)


@pytest.mark.parametrize(
    ("enabled", "all_in", "runs", "board", "reason"),
    [
        (True, True, 1, "2c7d9h", None),
        (True, True, 1, "2c7d9hJs", None),
        (True, True, 1, "", "wrong_street"),
        (True, True, 1, "2c7d9hJs4s", "wrong_street"),
        (True, False, 1, "2c7d9h", "betting_not_over"),
        (True, True, 2, "2c7d9h", "run_it_twice"),
        (False, True, 1, "2c7d9h", "disabled"),
    ],
)
def test_insurance_is_sold_on_flop_and_turn_of_an_all_in_that_is_run_once(
    enabled: bool, all_in: bool, runs: int, board: str, reason: str | None
) -> None:
    assert why_closed(enabled, all_in, runs, cards(board)) == reason


@pytest.mark.parametrize(
    ("seat", "coverage", "left_out", "reason"),
    [
        (4, 1, "", None),
        (4, 700, "", None),
        (4, 1000, "Qh", None),
        (4, 1000, "QhAs", None),
        (5, 100, "", "not_favourite"),
        (4, 0, "", "bad_coverage"),
        (4, -1, "", "bad_coverage"),
        (4, 701, "", "coverage_above_most"),
        (4, 1001, "", "coverage_above_pot"),
        (4, 1001, "Qh", "coverage_above_pot"),
        (4, 100, "2c", "not_an_out"),
        (4, 100, "KcKhQhAs", "not_an_out"),
    ],
)
def test_the_favourite_buys_from_one_chip_up_to_the_most(
    seat: int, coverage: int, left_out: str, reason: str | None
) -> None:
    assert why_not(OFFER, seat, coverage, frozenset(cards(left_out))) == reason


def test_the_premium_is_rounded_up_to_a_whole_chip() -> None:
    assert bought(OFFER, 100) == Cover(1, 4, "turn", 100, 29, OFFER.outs, OFFER.ties)  # 100 / 3.5
    assert bought(OFFER, 7).premium == 2
    assert bought(OFFER, 8).premium == 3


def test_outs_left_out_change_the_odds_and_are_not_covered() -> None:
    cover = bought(OFFER, 101, frozenset(cards("QhAs")))

    assert cover == Cover(1, 4, "turn", 101, 7, cards("KcKh"), ())  # 101 / 15


def test_who_refuses_is_not_covered() -> None:
    assert unanswered(OFFER) is None


def test_who_owes_a_premium_is_covered_for_it_without_an_answer() -> None:
    assert unanswered(OWING) == bought(OWING, 100)


@pytest.mark.parametrize(
    ("coverage", "left_out", "reason"),
    [(100, "", None), (700, "", None), (99, "", "bad_coverage"), (100, "Qh", "all_outs_kept")],
)
def test_who_owes_a_premium_may_buy_more_but_not_less(
    coverage: int, left_out: str, reason: str | None
) -> None:
    assert why_not(OWING, 4, coverage, frozenset(cards(left_out))) == reason


def test_a_refused_choice_is_no_cover() -> None:
    with pytest.raises(AssertionError):
        bought(OFFER, 1001)


def player(seat: int, contribution: int, dead: int = 0, folded: bool = False) -> HandPlayer:
    return HandPlayer(seat, "", 0, contribution=contribution, dead=dead, folded=folded)


def test_a_players_own_chips_lie_in_layers() -> None:
    players = [player(1, 100), player(2, 300), player(3, 1000), player(4, 1000)]

    own = chips_in_pots(pots_of(players), players)

    assert own == (
        {1: 100, 2: 100, 3: 100, 4: 100},
        {2: 200, 3: 200, 4: 200},
        {3: 700, 4: 700},
    )


def test_a_dead_post_or_ante_of_his_own_lies_in_the_main_pot() -> None:
    players = [player(1, 100, dead=25), player(2, 300, folded=True), player(3, 200)]

    own = chips_in_pots(pots_of(players), players)

    assert own == ({1: 125, 3: 100}, {3: 100})
