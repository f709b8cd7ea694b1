"""A wish becomes an answer within the turn's bounds, or a word on what is offered."""

import pytest

from console.table_screen.answer import Answer, NoAnswer, answer
from console.table_screen.wishes import Decide
from riverrun.contracts.views import TurnView
from tests.unit.console.table_views import a_hand, turn_of

FACING_300 = turn_of(2)
UNBET = TurnView(3, 2, 0, 100, 9_900, 0)
NO_RAISE = TurnView(3, 2, 200, 0, 0, 0)


def answered(wish: Decide, turn: TurnView = FACING_300, stack: int = 9_900) -> Answer:
    return answer(wish, a_hand(current_bet=0 if turn is UNBET else 300), turn, stack)


def test_c_calls_a_bet_and_checks_without_one() -> None:
    assert answered(Decide("check_or_call")) == Answer("call")
    assert answered(Decide("check_or_call"), UNBET) == Answer("check")


def test_a_raise_is_a_bet_where_nobody_has_bet() -> None:
    assert answered(Decide("bet_or_raise", 600)) == Answer("raise", 600)
    assert answered(Decide("bet_or_raise", 600), UNBET) == Answer("bet", 600)


def test_sizes_are_found_from_the_pot_after_the_call() -> None:
    # 400 in the middle and 200 to call make 600; the bet to match is 300.
    assert answered(Decide("bet_or_raise", "pot")) == Answer("raise", 900)
    assert answered(Decide("bet_or_raise", "half")) == Answer("raise", 600)
    assert answered(Decide("bet_or_raise", "min")) == Answer("raise", 500)


def test_a_size_keeps_to_the_bounds() -> None:
    short = turn_of(2, most=700)

    assert answered(Decide("bet_or_raise", "pot"), short) == Answer("raise", 700)


def test_all_in_needs_no_amount() -> None:
    assert answered(Decide("all_in")) == Answer("all_in")
    assert answered(Decide("all_in"), NO_RAISE, stack=200) == Answer("all_in")


@pytest.mark.parametrize(
    ("wish", "turn", "says"),
    [
        (Decide("bet_or_raise", 400), FACING_300, "The least is 500."),
        (Decide("bet_or_raise", 20_000), FACING_300, "10,000 at most"),
        (Decide("bet_or_raise", 600), NO_RAISE, "No raise is open to you: c calls"),
        (Decide("all_in"), NO_RAISE, "No raise is open to you"),
        (Decide("check"), FACING_300, "200 to call"),
        (Decide("call"), UNBET, "nothing to call"),
        (Decide("fold"), UNBET, "Checking is free"),
    ],
)
def test_what_is_not_offered_is_explained(wish: Decide, turn: TurnView, says: str) -> None:
    with pytest.raises(NoAnswer, match=says):
        answered(wish, turn)


def test_the_whole_word_folds_even_where_a_check_is_free() -> None:
    assert answered(Decide("fold", sure=True), UNBET) == Answer("fold")
