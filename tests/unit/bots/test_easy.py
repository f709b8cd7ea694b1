"""The easy level plays as one would expect of somebody who looks at his own cards above all."""

import pytest

from services.bots.decision import Decision
from services.bots.easy import choose
from services.bots.level import Chance
from tests.unit.bots.sights import before_the_flop, facing, turn, unbet

BOLD, CALM, SHY = Chance(0.0, 0.5), Chance(0.5, 0.5), Chance(0.99, 0.5)
EVERY_MOOD = (BOLD, CALM, SHY)


def test_aces_raise_first_in() -> None:
    for mood in EVERY_MOOD:
        decision = choose(before_the_flop("AcAd"), mood)

        assert decision.do == "raise"
        assert decision.to is not None
        assert 250 <= decision.to <= 450


def test_seven_deuce_folds_first_in_but_for_a_rare_mood() -> None:
    assert choose(before_the_flop("7c2d"), BOLD) == Decision("call")
    assert choose(before_the_flop("7c2d"), CALM) == Decision("fold")
    assert choose(before_the_flop("7c2d"), SHY) == Decision("fold")


def test_seven_deuce_checks_in_the_big_blind() -> None:
    free = turn("7c2d", pot=350, current_bet=100, call=0, raises=(200, 10_000))

    assert choose(free, CALM) == Decision("check")


def test_small_pairs_call_a_small_raise_and_fold_to_a_large_one() -> None:
    assert choose(before_the_flop("4c4d", raised_to=300), CALM) == Decision("call")
    assert choose(before_the_flop("4c4d", raised_to=2_000), CALM) == Decision("fold")


def test_kings_raise_again() -> None:
    decision = choose(before_the_flop("KcKd", raised_to=300), CALM)

    assert decision == Decision("raise", 900)


def test_aces_call_where_no_raise_is_open() -> None:
    shoved = turn("AcAd", pot=10_150, current_bet=10_000, call=10_000, stack=10_000)

    for mood in EVERY_MOOD:
        assert choose(shoved, mood) == Decision("call")


def test_heads_up_more_hands_are_worth_playing() -> None:
    assert choose(before_the_flop("Jc4d", opponents=5), CALM) == Decision("fold")
    assert choose(before_the_flop("Jc4d", opponents=1), CALM) == Decision("call")


def test_top_pair_bets_about_half_the_pot() -> None:
    decision = choose(unbet("AhKd", "Ac7d2s", pot=600), CALM)

    assert decision.do == "bet"
    assert decision.to is not None
    assert 250 <= decision.to <= 450


def test_top_pair_on_one_of_two_boards_is_only_half_as_good() -> None:
    pair = turn("AhKd", "Ac7d2s", pot=600, raises=(100, 9_700))
    half = turn("AhKd", "Ac7d2s", pot=600, raises=(100, 9_700), second_board="9c8d4s")

    assert choose(pair, CALM).do == "bet"
    assert choose(half, CALM) == Decision("check")


def test_nothing_checks_and_then_folds() -> None:
    assert choose(unbet("KhQd", "Ac7d2s"), CALM) == Decision("check")
    assert choose(facing("KhQd", "Ac7d2s", bet=300, pot=600), CALM) == Decision("fold")


def test_a_set_raises_or_calls_whatever_is_bet() -> None:
    assert choose(facing("7h7c", "Ac7d2s", bet=300, pot=600), BOLD).do == "raise"
    assert choose(facing("7h7c", "Ac7d2s", bet=6_000, pot=600), SHY) == Decision("call")


def test_top_pair_calls_a_pot_sized_bet_and_folds_to_a_huge_one() -> None:
    assert choose(facing("AhKd", "Ac7d2s", bet=600, pot=600), CALM) == Decision("call")
    assert choose(facing("AhKd", "Ac7d2s", bet=6_000, pot=600), CALM) == Decision("fold")


def test_a_flush_draw_calls_where_the_price_is_right() -> None:
    assert choose(facing("KhQh", "Ah7h2s", bet=150, pot=600), CALM) == Decision("call")
    assert choose(facing("KhQh", "Ah7h2s", bet=1_200, pot=600), CALM) == Decision("fold")


def test_who_would_bet_most_of_his_stack_goes_all_in() -> None:
    short = turn("7h7c", "Ac7d2s", pot=900, raises=(100, 800), stack=800)

    assert choose(short, BOLD) == Decision("bet", 800)


@pytest.mark.parametrize("mood", EVERY_MOOD)
def test_the_same_sight_and_chance_give_the_same_decision(mood: Chance) -> None:
    assert choose(unbet("AhKd", "Ac7d2s"), mood) == choose(unbet("AhKd", "Ac7d2s"), mood)
