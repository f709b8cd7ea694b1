"""Straddles: live blinds before the deal, in an unbroken chain (R3.14)."""

import pytest

from riverrun.contracts.refusals import StraddleAmount, StraddleNotAllowed
from tests.support.script_lines import play


def test_a_straddle_doubles_the_price_and_the_minimum_raise_and_acts_last() -> None:
    play("""
        Blinds 1/2
        BTN 200, SB 200, BB 200, UTG 200, HJ 200, CO 200
        UTG straddles 4
        HJ may call 4 or raise to 8-200
        Refused HJ raises to 6: below_min
        HJ calls 4
        CO folds
        BTN folds
        SB may call 3 or raise to 8-200
        SB calls 3
        BB folds
        UTG may check or raise to 8-200
        UTG checks
        Flop Ah 7d 2c
        SB may check or bet 2-196
    """)


def test_a_restraddle_doubles_again_and_the_last_straddler_acts_last() -> None:
    play("""
        Blinds 1/2
        BTN 300, SB 300, BB 300, UTG 300, HJ 300, CO 300
        UTG straddles 4
        HJ straddles 8
        CO may call 8 or raise to 16-300
        CO calls 8
        BTN folds
        SB folds
        BB folds
        UTG calls 4
        HJ may check or raise to 16-300
        HJ checks
        Flop Ah 7d 2c
        UTG is to act
    """)


def test_the_chain_of_straddles_may_reach_the_button() -> None:
    play("""
        Blinds 1/2
        BTN 300, SB 300, BB 300
        BTN straddles 4
        SB may call 3 or raise to 8-300
        SB folds
        BB calls 2
        BTN may check or raise to 8-300
    """)


def test_a_limper_of_the_straddle_faces_a_closed_action_after_a_short_all_in() -> None:
    play("""
        Blinds 1/2
        BTN 6, SB 200, BB 200, UTG 200, CO 200
        UTG straddles 4
        CO calls 4
        BTN is all-in
        SB folds
        BB folds
        UTG may call 2 or raise to 10-200
        UTG calls 2
        CO may call 2
    """)


@pytest.mark.parametrize(
    "straddles",
    [
        "HJ straddles 4",
        "UTG straddles 4\nCO straddles 8",
        "SB straddles 4",
        "BB straddles 4",
    ],
)
def test_a_straddle_out_of_the_chain_is_not_allowed(straddles: str) -> None:
    with pytest.raises(AssertionError) as error:
        play(f"""
            Blinds 1/2
            BTN 200, SB 200, BB 200, UTG 200, HJ 200, CO 200
            {straddles}
            Pot 7
        """)

    assert isinstance(error.value.__cause__, StraddleNotAllowed)


def test_a_straddle_is_exactly_twice_the_blind_before_it() -> None:
    with pytest.raises(AssertionError) as error:
        play("""
            Blinds 1/2
            BTN 200, SB 200, BB 200, UTG 200
            UTG straddles 5
            Pot 8
        """)

    assert isinstance(error.value.__cause__, StraddleAmount)


def test_there_is_no_straddle_heads_up() -> None:
    with pytest.raises(AssertionError) as error:
        play("""
            Blinds 1/2
            BTN 200, BB 200
            BTN straddles 4
            Pot 7
        """)

    assert isinstance(error.value.__cause__, StraddleNotAllowed)


def test_a_straddle_must_be_covered_in_full_after_the_ante() -> None:
    with pytest.raises(AssertionError) as error:
        play("""
            Blinds 1/2
            Ante 1
            BTN 200, SB 200, BB 200, UTG 4
            UTG straddles 4
            Pot 11
        """)

    assert isinstance(error.value.__cause__, StraddleNotAllowed)
