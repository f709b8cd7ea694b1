"""When a short all-in reopens the betting, and to whom (R4.4-R4.6)."""

from tests.support.script_lines import play

FLOP = """
    BTN calls 10
    SB calls 5
    BB checks
    Flop 2s 9h Kd
"""


def test_a_short_all_in_does_not_reopen_betting_to_the_bettor() -> None:
    play(f"""
        Blinds 5/10
        BTN 1,000, SB 1,000, BB 160
        {FLOP}
        SB bets 100
        BB is all-in
        BTN folds
        SB may call 50
        Refused SB raises to 300: raise_not_open
        Refused SB is all-in: raise_not_open
        SB calls 50
        Main pot 330: SB BB
    """)


def test_a_player_who_has_not_acted_yet_may_raise_over_a_short_all_in_and_reopens_it_for_all() -> None:
    play(f"""
        Blinds 5/10
        BTN 1,000, SB 1,000, BB 160
        {FLOP}
        SB bets 100
        BB is all-in
        BTN may call 150 or raise to 250-990
        BTN raises to 250
        SB may call 150 or raise to 350-990
    """)


def test_after_a_short_all_in_the_minimum_raise_is_the_all_in_plus_the_last_full_raise() -> None:
    play("""
        Blinds 50/100
        BTN 10,000, SB 10,000, BB 10,000, UTG 10,000, CO 450
        UTG raises to 300
        CO is all-in
        BTN may call 450 or raise to 650-10,000
        BTN raises to 650
        SB may call 600 or raise to 850-10,000
    """)


def test_an_all_in_of_exactly_a_full_raise_reopens() -> None:
    play(f"""
        Blinds 5/10
        BTN 1,000, SB 1,000, BB 210
        {FLOP}
        SB bets 100
        BB is all-in
        BTN calls 200
        SB may call 100 or raise to 300-990
    """)


def test_one_chip_less_than_a_full_raise_does_not_reopen() -> None:
    play(f"""
        Blinds 5/10
        BTN 1,000, SB 1,000, BB 209
        {FLOP}
        SB bets 100
        BB is all-in
        BTN calls 199
        SB may call 99
    """)


def test_short_all_ins_that_add_up_to_a_full_raise_reopen() -> None:
    play("""
        Blinds 5/10
        BTN 1,000, SB 1,000, BB 170, UTG 230
        UTG calls 10
        BTN calls 10
        SB calls 5
        BB checks
        SB bets 100
        BB is all-in
        UTG is all-in
        BTN calls 220
        SB may call 120 or raise to 320-990
    """)


def test_short_all_ins_never_reopen_under_the_strict_rule() -> None:
    play("""
        Blinds 5/10
        Strict reopening
        BTN 1,000, SB 1,000, BB 170, UTG 230
        UTG calls 10
        BTN calls 10
        SB calls 5
        BB checks
        SB bets 100
        BB is all-in
        UTG is all-in
        BTN may call 220 or raise to 320-990
        BTN calls 220
        SB may call 120
        Refused SB raises to 320: raise_not_open
    """)


def test_what_adds_up_is_judged_for_each_player_by_what_he_last_matched() -> None:
    play("""
        Blinds 5/10
        BTN 1,000, SB 1,000, BB 170, UTG 1,000, CO 230
        UTG calls 10
        CO calls 10
        BTN folds
        SB calls 5
        BB checks
        SB bets 100
        BB is all-in
        UTG calls 160
        CO is all-in
        SB may call 120 or raise to 320-990
        SB calls 120
        UTG may call 60
    """)


def test_a_limper_may_not_raise_over_a_short_all_in_before_the_flop() -> None:
    play("""
        Blinds 1/2
        BTN 200, SB 3, BB 200, UTG 200
        UTG calls 2
        BTN folds
        SB is all-in
        BB may call 1 or raise to 5-200
        BB calls 1
        UTG may call 1
        Refused UTG raises to 5: raise_not_open
    """)


def test_a_short_all_in_over_a_short_big_blind_counts_from_the_price() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 4, UTG 200, CO 13
        UTG calls 10
        CO is all-in
        BTN may call 13 or raise to 23-200
        BTN calls 13
        SB folds
        UTG may call 3
    """)


def test_a_checker_may_only_call_a_bet_that_is_all_in_for_less_than_the_minimum() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 13
        BTN calls 10
        SB calls 5
        BB checks
        SB checks
        BB is all-in
        BTN may call 3 or raise to 13-190
        BTN calls 3
        SB may call 3
    """)


def test_a_full_raise_over_a_short_bet_opens_the_betting_to_the_checker() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 13
        BTN calls 10
        SB calls 5
        BB checks
        SB checks
        BB is all-in
        BTN raises to 13
        SB may call 13 or raise to 23-190
    """)


def test_the_last_raiser_is_not_asked_again_when_all_call() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 200
        BTN raises to 30
        SB calls 25
        BB calls 20
        Flop 2s 9h Kd
        SB is to act
    """)
