"""Blinds that are short, options that stay, antes of both kinds (R3.5, R3.6, R3.13)."""

from tests.support.script_lines import play


def test_a_short_big_blind_lowers_neither_the_price_nor_the_minimum_raise() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 4 AcAd, UTG 200
        UTG may call 10 or raise to 20-200
        Refused UTG raises to 14: below_min
        UTG calls 10
        BTN folds
        SB may call 5 or raise to 20-200
        SB calls 5
        Flop 2c 7d 9h
        SB checks
        UTG checks
        Turn Js
        SB checks
        UTG checks
        River 4s
        SB checks
        UTG checks
        Main pot 12: SB BB UTG
        Side pot 12: SB UTG
        BB wins 12
    """)


def test_with_both_blinds_short_the_price_is_still_the_full_big_blind() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 2 AcAd, BB 7 KsKc, UTG 200 ThTd, CO 200 8s8h
        UTG may call 10 or raise to 20-200
        UTG calls 10
        CO calls 10
        BTN folds
        Flop 2c 7d 9h
        UTG checks
        CO checks
        Turn Js
        UTG checks
        CO checks
        River 4s
        UTG checks
        CO checks
        Main pot 8: SB BB UTG CO
        Side pot 15: BB UTG CO
        Side pot 6: UTG CO
        SB wins 8
        BB wins 15
        UTG wins 6
    """)


def test_an_ante_that_takes_the_last_chip_leaves_the_blinds_price_as_it_is() -> None:
    play("""
        Blinds 5/10
        Ante 20
        BTN 100, SB 20, BB 15, UTG 100
        UTG may call 10 or raise to 20-80
        Pot 75
    """)


def test_the_big_blind_keeps_its_option_after_a_short_all_in_raise() -> None:
    play("""
        Blinds 5/10
        BTN 500, SB 500, BB 500, UTG 13
        UTG is all-in
        BTN calls 13
        SB folds
        BB may call 3 or raise to 23-500
        BB raises to 40
        BTN may call 27 or raise to 67-500
    """)


def test_the_small_blind_keeps_its_option_after_a_short_all_in_raise() -> None:
    play("""
        Blinds 5/10
        BTN 500, SB 500, BB 500, UTG 13
        UTG is all-in
        BTN calls 13
        SB may call 8 or raise to 23-500
    """)


def test_a_classic_ante_is_taken_before_the_blinds_and_counts_for_no_bet() -> None:
    play("""
        Blinds 5/10
        Ante 2
        BTN 100, SB 100, BB 100, UTG 100
        Pot 23
        UTG may call 10 or raise to 20-98
        UTG raises to 25
        BTN folds
        SB folds
        BB folds
        UTG gets back 15
        UTG wins 33
        UTG has 121
    """)


def test_a_short_ante_is_all_in_for_the_antes_alone() -> None:
    play("""
        Blinds 5/10
        Ante 20
        BTN 19 AcAd, SB 100 KsQs, BB 100 TcTd
        SB may call 5 or raise to 20-80
        SB calls 5
        BB checks
        Flop 2c 7d 9h
        SB checks
        BB checks
        Turn Js
        SB checks
        BB checks
        River 4s
        SB checks
        BB checks
        Main pot 57: SB BB BTN
        Side pot 22: SB BB
        BTN wins 57
        BB wins 22
    """)


def test_a_big_blind_ante_is_paid_after_the_blind_from_what_is_left() -> None:
    play("""
        Blinds 5/10
        Big blind ante 10
        BTN 100, SB 100, BB 13
        Pot 18
        BTN may call 10 or raise to 20-100
        BTN folds
        SB calls 5
        Pot 23
    """)


def test_a_big_blind_with_no_chip_left_after_the_blind_pays_no_ante() -> None:
    play("""
        Blinds 5/10
        Big blind ante 10
        BTN 100, SB 100, BB 10
        Pot 15
        BTN is to act
    """)


def test_a_big_blind_ante_belongs_to_the_main_pot() -> None:
    play("""
        Blinds 5/10
        Big blind ante 10
        BTN 40 AcAd, SB 200 KsKd, BB 200 QsQd
        BTN is all-in
        SB is all-in
        BB calls 180
        Flop 2c 7d 9h
        Main pot 130: SB BB BTN
        Side pot 300: SB BB
        SB gets back 10
        BTN wins 130
        SB wins 300
    """)
