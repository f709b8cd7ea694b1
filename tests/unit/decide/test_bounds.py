"""What may be bet and raised, and what is refused (R4.1-R4.3, R4.8)."""

import pytest

from tests.support.script_lines import play


def test_the_minimum_bet_is_a_big_blind_and_the_minimum_raise_the_last_one() -> None:
    play("""
        Blinds 1/2
        BTN 300, SB 300, BB 300
        BTN calls 2
        SB calls 1
        BB checks
        SB may check or bet 2-298
        SB bets 5
        BB may call 5 or raise to 10-298
        BB raises to 20
        BTN may call 20 or raise to 35-298
    """)


def test_a_new_street_forgets_the_size_of_earlier_raises() -> None:
    play("""
        Blinds 1/2
        BTN 300, SB 300, BB 300
        BTN raises to 50
        SB calls 49
        BB folds
        SB may check or bet 2-250
        SB bets 2
        BTN may call 2 or raise to 4-250
    """)


def test_the_minimum_raise_counts_from_the_big_blind_whatever_the_small_blind() -> None:
    play("""
        Blinds 2/5
        BTN 100, SB 100, BB 100
        BTN folds
        SB may call 3 or raise to 10-100
    """)


def test_a_bet_need_not_be_a_multiple_of_anything() -> None:
    play("""
        Blinds 50/100
        BTN 5,000, BB 5,000
        BTN calls 50
        BB checks
        BB bets 137
        BTN may call 137 or raise to 274-4,900
        BTN raises to 275
        BB may call 138 or raise to 413-4,900
    """)


def test_the_minimum_raise_is_not_capped_by_the_other_stack() -> None:
    play("""
        Blinds 10/20
        BTN 1,000, BB 200
        BTN raises to 100
        BB raises to 180
        BTN may call 80 or raise to 260-1,000
        Refused BTN raises to 200: below_min
        BTN raises to 260
        BB may call 20
    """)


def test_below_the_minimum_a_player_may_still_go_all_in() -> None:
    play("""
        Blinds 1/2
        BTN 200, SB 200, BB 30
        BTN raises to 20
        SB folds
        BB may call 18 or raise to 30
        Refused BB raises to 25: below_min
        BB raises to 30
        BTN may call 10
    """)


def test_an_all_in_that_does_not_exceed_the_bet_is_a_call() -> None:
    play("""
        Blinds 10/20
        BTN 500, BB 198
        BTN raises to 280
        BB may call 178
        BB is all-in
        BTN gets back 82
        Main pot 396: BB BTN
    """)


def test_an_all_in_that_exceeds_the_bet_is_a_raise() -> None:
    play("""
        Blinds 10/20
        BTN 500, SB 500, BB 100
        BTN raises to 40
        SB folds
        BB is all-in
        BTN may call 60
    """)


def test_no_raise_is_offered_when_all_others_are_all_in() -> None:
    play("""
        Blinds 60/120
        BTN 2,000, BB 1,880
        BTN raises to 240
        BB is all-in
        BTN may call 1,640
        Refused BTN is all-in: raise_not_open
        Refused BTN raises to 2,000: raise_not_open
        BTN folds
        BB gets back 1,640
        BB wins 480
    """)


def test_nobody_puts_in_more_than_the_stack() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        Refused BTN raises to 101: above_stack
        BTN raises to 100
    """)


def test_each_action_has_its_place() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        Refused BTN checks: cannot_check
        Refused BTN bets 10: bet_when_facing_bet
        BTN calls 2
        SB calls 1
        Refused BB calls: nothing_to_call
        BB checks
        Refused SB raises to 10: raise_without_bet
        Refused SB calls: nothing_to_call
        Refused SB bets 1: below_min
        SB bets 4
        Refused BB checks: cannot_check
    """)


def test_whoever_is_not_asked_may_not_act() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100, UTG 100
        Refused BTN calls: not_your_turn
        UTG folds
        Refused UTG calls: not_your_turn
        BTN folds
        SB folds
        Refused BB checks: hand_over
    """)


def test_a_player_may_fold_where_a_check_is_free() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        BTN calls 2
        SB calls 1
        BB folds
        Flop Ah 7d 2c
        SB folds
        BTN wins 6
    """)


@pytest.mark.parametrize("to", ["0", "1", "19"])
def test_an_amount_below_the_minimum_is_refused_whatever_it_is(to: str) -> None:
    play(f"""
        Blinds 5/10
        BTN 100, SB 100, BB 100
        Refused BTN raises to {to}: below_min
        BTN raises to 20
    """)
