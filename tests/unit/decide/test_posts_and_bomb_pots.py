"""Late posts, live and dead (R3.7, R3.9), and bomb pots (R3.15)."""

from tests.support.script_lines import play


def test_a_new_player_s_post_is_live_and_keeps_the_option_to_raise() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 200, UTG 200, CO 200
        CO posts 10
        UTG may call 10 or raise to 20-200
        UTG folds
        CO may check or raise to 20-200
        CO checks
        BTN folds
        SB calls 5
        BB checks
        Flop Ah 7d 2c
        SB is to act
        Pot 30
    """)


def test_a_dead_small_blind_lies_in_the_middle_and_counts_for_no_bet() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 200, UTG 200, CO 200
        CO posts 10 and 5 dead
        Pot 30
        UTG calls 10
        CO may check or raise to 20-195
        CO raises to 40
        BTN folds
        SB folds
        BB folds
        UTG folds
        CO gets back 30
        CO wins 40
        CO has 225
    """)


def test_with_only_the_small_blind_missed_the_poster_has_no_live_bet() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 200, UTG 200, CO 200
        CO posts 5 dead
        UTG folds
        CO may call 10 or raise to 20-195
    """)


def test_a_short_poster_s_chips_are_live_up_to_the_big_blind_and_the_rest_is_dead() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 200 KsQs, UTG 200 ThTd, CO 12 AcAd
        CO posts 10 and 5 dead
        UTG calls 10
        BTN folds
        SB folds
        BB checks
        Flop 2c 7d 9h
        BB checks
        UTG checks
        Turn Js
        BB checks
        UTG checks
        River 4s
        BB checks
        UTG checks
        Main pot 37: BB UTG CO
        CO wins 37
    """)


def test_a_bomb_pot_begins_on_the_flop_left_of_the_button_with_the_big_blind_as_minimum_bet() -> None:
    play("""
        Blinds 1/2
        Bomb pot 10
        BTN 100, SB 100, BB 100, UTG 100
        Pot 40
        Flop Ah 7d 2c
        SB may check or bet 2-90
        SB checks
        BB bets 2
        UTG may call 2 or raise to 4-90
    """)


def test_a_short_ante_of_a_bomb_pot_is_all_in() -> None:
    play("""
        Blinds 1/2
        Bomb pot 10
        BTN 4 AcAd, SB 100 KsKd, BB 100 QsQd
        Flop 2c 7d 9h
        SB checks
        BB checks
        Turn Js
        SB checks
        BB checks
        River 4s
        SB checks
        BB checks
        Main pot 12: SB BB BTN
        Side pot 12: SB BB
        BTN wins 12
        SB wins 12
    """)


def test_a_bomb_pot_that_takes_all_chips_but_one_stack_runs_out() -> None:
    play("""
        Blinds 1/2
        Bomb pot 10
        BTN 10 AcAd, SB 100 KsKd, BB 10 QsQd
        Turned up: SB BB BTN
        Main pot 30: SB BB BTN
        BTN wins 30
    """)
