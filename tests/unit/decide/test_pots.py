"""Uncalled bets and pots in layers (R5.1-R5.3, R5.5)."""

from tests.support.script_lines import play


def test_the_worked_example_of_three_pots() -> None:
    play("""
        Blinds 5/10
        BTN 1,000, SB 100, BB 300, UTG 1,000
        UTG calls 10
        BTN calls 10
        SB is all-in
        BB is all-in
        UTG calls 290
        BTN raises to 1,000
        UTG calls 700
        Nothing goes back
        Main pot 400: SB BB UTG BTN
        Side pot 600: BB UTG BTN
        Side pot 1,400: UTG BTN
        No other pot
    """)


def test_what_nobody_matched_goes_back_before_pots_are_built() -> None:
    play("""
        Blinds 10/20
        BTN 500 KsKd, BB 198 AcAd
        BTN raises to 280
        BB is all-in
        Flop 2c 7d 9h
        BTN gets back 82
        Main pot 396: BB BTN
        No other pot
        BB wins 396
        BTN has 302
    """)


def test_a_folder_s_chips_count_as_matched() -> None:
    play("""
        Blinds 50/100
        BTN 10,000 AcAd, SB 5,000, BB 300 KsKd
        BTN raises to 300
        SB raises to 1,000
        BB is all-in
        BTN raises to 3,000
        SB folds
        BTN gets back 2,000
        Main pot 900: BB BTN
        Side pot 1,400: BTN
        No other pot
        BTN wins 2,300
    """)


def test_folded_chips_above_the_highest_live_level_join_the_last_pot() -> None:
    play("""
        Blinds 5/10
        BTN 100, SB 2 AcAd, BB 7 KsKc, UTG 200
        UTG posts 10
        UTG folds
        BTN folds
        Nothing goes back
        Main pot 6: SB BB
        Side pot 13: BB
        BB wins 13
    """)


def test_a_player_who_folds_to_a_shorter_all_in_gets_nothing_back() -> None:
    play("""
        Blinds 5/10
        BTN 100, SB 2 AcAd, BB 7 KsKc, UTG 10
        UTG is all-in
        BTN folds
        UTG gets back 3
        Main pot 6: SB BB UTG
        Side pot 10: BB UTG
    """)


def test_an_all_in_player_keeps_his_claim_while_later_streets_are_bet() -> None:
    play("""
        Blinds 25/50
        BTN 100 AcAd, SB 1,000 KsQs, BB 1,000 TcTd
        BTN is all-in
        SB calls 75
        BB calls 50
        Flop 2c 7d 9h
        SB checks
        BB checks
        Turn Js
        SB bets 100
        BB calls 100
        River 4s
        SB checks
        BB bets 200
        SB calls 200
        Main pot 300: SB BB BTN
        Side pot 600: SB BB
        BTN wins 300
        BB wins 600
        SB has 600
    """)


def test_a_side_pot_whose_contenders_folded_goes_to_the_last_one() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 35 AcAd, BB 200, UTG 200 8c8h
        UTG raises to 60
        BTN calls 60
        SB is all-in
        BB folds
        Flop 2c 7d 9h
        UTG bets 60
        BTN folds
        Turn Js
        River 4s
        UTG gets back 60
        Main pot 115: SB UTG
        Side pot 50: UTG
        SB wins 115
        UTG wins 50
        UTG has 190
    """)


def test_pots_with_the_same_contenders_are_one() -> None:
    play("""
        Blinds 5/10
        BTN 100 AcAd, SB 100, BB 100 KsKd, UTG 25
        UTG raises to 25
        BTN calls 25
        SB raises to 60
        BB calls 50
        BTN calls 35
        SB bets 40
        BB calls 40
        BTN folds
        Main pot 100: SB BB UTG
        Side pot 185: SB BB
        No other pot
    """)


def test_a_better_hand_that_folded_wins_nothing() -> None:
    play("""
        Blinds 1/2
        BTN 100 AcAd, SB 100 7h2c, BB 100 KsKd
        BTN folds
        SB raises to 6
        BB folds
        SB gets back 4
        SB wins 4
    """)


def test_a_short_stack_wins_only_the_layer_it_paid_for() -> None:
    play("""
        Blinds 1/2
        BTN 15 QhJh, SB 19 JdAd, BB 27 5c9c, UTG 153 3sAs
        UTG raises to 27
        BTN is all-in
        SB is all-in
        BB calls 25
        Flop Ah 6d Qs
        Turn 5h
        River 7h
        Main pot 60: SB BB UTG BTN
        Side pot 12: SB BB UTG
        Side pot 16: BB UTG
        BTN wins 60
        SB wins 12
        UTG wins 16
    """)
