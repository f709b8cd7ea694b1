"""What review counts in a hand: chances that another's presence may sway, chips that pass, time and hours."""

from math import log

import pytest

from services.history.projection import words
from services.history.review.counting import Decided, Sat, count_hand
from services.history.review.meetings import Choices, Meetings
from services.history.review.spots import bet_cell, fold_cell, press_cell, raise_cell

BIG_BLIND = 100
NOON_MS = 12 * 3_600_000
ANN, BOB, CAT = "ann", "bob", "cat"


def decided(
    player: str, street: int, kind: int, price: int = 0, pot: int = 300, can_raise: bool = True
) -> Decided:
    return Decided(NOON_MS, player, street, kind, price, pot, can_raise, False, 1_000)


def counted(*actions: Decided, sat: dict[str, float] | None = None) -> Meetings:
    meetings = Meetings()
    won = sat or {ANN: 0.0, BOB: 0.0, CAT: 0.0}
    count_hand(meetings, BIG_BLIND, [Sat(player, result) for player, result in won.items()], list(actions))
    return meetings


CAT_FOLDS = decided(CAT, words.PREFLOP, words.FOLD, price=100)
ANN_CALLS = decided(ANN, words.PREFLOP, words.CALL, price=50)
BOB_CHECKS = decided(BOB, words.PREFLOP, words.CHECK)


def test_two_who_are_alone_after_the_flop_may_bet_into_each_other() -> None:
    found = counted(
        CAT_FOLDS,
        ANN_CALLS,
        BOB_CHECKS,
        decided(ANN, words.FLOP, words.CHECK),
        decided(BOB, words.FLOP, words.BET),
        decided(ANN, words.FLOP, words.FOLD, price=200, pot=400),
    )

    assert dict(found.choices) == {
        (ANN, BOB, bet_cell(words.FLOP, checked_to=False)): Choices(1, 0),
        (BOB, ANN, bet_cell(words.FLOP, checked_to=True)): Choices(1, 1),
        (ANN, BOB, fold_cell(words.FLOP, big=True)): Choices(1, 1),
        (ANN, BOB, raise_cell(words.FLOP)): Choices(1, 0),
    }


def test_a_third_player_makes_a_raise_over_a_raise_a_squeeze() -> None:
    found = counted(
        decided(ANN, words.PREFLOP, words.RAISE, price=100),
        decided(BOB, words.PREFLOP, words.CALL, price=300),
        decided(CAT, words.PREFLOP, words.RAISE, price=300),
        decided(ANN, words.PREFLOP, words.FOLD, price=900),
    )

    assert dict(found.choices) == {
        (BOB, ANN, press_cell(words.PREFLOP, raises=1, called=False)): Choices(1, 0),
        (CAT, ANN, press_cell(words.PREFLOP, raises=1, called=True)): Choices(1, 1),
        (ANN, CAT, press_cell(words.PREFLOP, raises=2, called=True)): Choices(1, 0),
    }


def test_who_cannot_raise_had_no_chance_to() -> None:
    found = counted(
        CAT_FOLDS,
        decided(ANN, words.PREFLOP, words.RAISE, price=50),
        decided(BOB, words.PREFLOP, words.FOLD, price=5_000, pot=6_000, can_raise=False),
    )

    assert dict(found.choices) == {(BOB, ANN, fold_cell(words.PREFLOP, big=True)): Choices(1, 1)}


def test_a_winner_gets_from_each_loser_his_part_of_what_was_lost() -> None:
    found = counted(sat={ANN: 30.0, BOB: -10.0, CAT: -20.0})

    assert found.shared[ANN, BOB].flow == pytest.approx(-10.0)
    assert found.shared[ANN, CAT].flow == pytest.approx(-20.0)
    assert found.shared[BOB, CAT].flow == 0.0
    assert found.shared[BOB, CAT].both == pytest.approx(-30.0)


def test_thinking_times_are_kept_by_difficulty_and_hours_by_day() -> None:
    found = counted(CAT_FOLDS, decided(ANN, words.PREFLOP, words.CALL, price=600))

    assert found.alone[CAT].paces[0].decisions == 1
    assert found.alone[ANN].paces[1].log_ms == pytest.approx(log(1_000))
    assert found.alone[ANN].hours == {0: 1 << 12}
