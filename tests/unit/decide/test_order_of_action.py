"""Who acts when: preflop, later, heads-up, with straddles and short blinds (R2.2, R2.4, R3.1, R3.2, R4.7)."""

from tests.support.script_lines import play


def test_preflop_starts_left_of_the_big_blind_and_later_streets_left_of_the_button() -> None:
    play("""
        Blinds 1/2
        BTN 200, SB 200, BB 200, UTG 200
        UTG may call 2 or raise to 4-200
        UTG calls 2
        BTN calls 2
        SB calls 1
        BB may check or raise to 4-200
        BB checks
        Flop Ah 7d 2c
        SB may check or bet 2-198
        SB checks
        BB checks
        UTG checks
        BTN bets 6
        SB is to act
    """)


def test_heads_up_the_button_posts_the_small_blind_acts_first_preflop_and_last_after() -> None:
    play("""
        Blinds 1/2
        BTN 100, BB 100
        BTN may call 1 or raise to 4-100
        BTN calls 1
        BB may check or raise to 4-100
        BB checks
        Flop Ah 7d 2c
        BB is to act
        BB checks
        BTN is to act
        BTN checks
        Turn 9s
        BB is to act
    """)


def test_the_big_blind_has_the_last_word_even_when_only_the_small_blind_came_along() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        BTN folds
        SB calls 1
        BB may check or raise to 4-100
        BB raises to 6
        SB may call 4 or raise to 10-100
    """)


def test_a_round_ends_when_everyone_has_acted_and_matched_the_bet() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        BTN raises to 6
        SB calls 5
        BB folds
        Flop Ah 7d 2c
        SB checks
        BTN bets 4
        SB raises to 12
        BTN calls 8
        Turn 5s
        SB is to act
        Pot 38
    """)


def test_a_checked_round_ends_after_the_last_player() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        BTN calls 2
        SB calls 1
        BB checks
        Flop Ah 7d 2c
        SB checks
        BB checks
        BTN checks
        Turn 9h
        SB checks
        BB checks
        BTN checks
        River Ks
        SB is to act
    """)


def test_without_a_small_blind_and_with_a_dead_button_play_goes_round_as_usual() -> None:
    play("""
        Blinds 5/10
        BB 200, UTG 200, CO 200
        UTG is to act
        UTG calls 10
        CO folds
        BB checks
        Flop Ah 7d 2c
        BB is to act
    """)


def test_an_all_in_player_is_never_asked_again() -> None:
    play("""
        Blinds 25/50
        BTN 100, SB 1000, BB 1000
        BTN is all-in
        SB calls 75
        BB calls 50
        Flop Ah 7d 2c
        SB is to act
        SB checks
        BB bets 100
        SB calls 100
        Turn 5s
        SB is to act
    """)


def test_a_player_whose_blind_took_the_last_chip_is_never_asked() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 2
        BTN calls 2
        SB calls 1
        Flop 2c 7d 9h
        SB is to act
    """)


def test_everybody_answers_a_raise_before_the_street_ends() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100, UTG 100
        UTG calls 2
        BTN raises to 8
        SB folds
        BB calls 6
        UTG may call 6 or raise to 14-100
    """)


def test_when_all_but_one_fold_he_wins_at_once_and_shows_nothing() -> None:
    play("""
        Blinds 1/2
        BTN 100 AhAd, SB 100, BB 100
        BTN folds
        SB folds
        Ended by fold
        BB gets back 1
        BB wins 2
        BB has 101
        Nobody shows
    """)


def test_when_no_more_betting_is_possible_the_board_runs_out_with_open_hands() -> None:
    play("""
        Blinds 1/2
        BTN 500 AhKh, SB 40 3c3d, BB 60 QsQd
        BTN raises to 60
        SB is all-in
        BB is all-in
        Turned up: SB BB BTN
        Flop 2c 7d 9h
        Turn Js
        River 4s
        Main pot 120: SB BB BTN
        Side pot 40: BB BTN
        BB wins 160
        BTN has 440
    """)


def test_betting_goes_on_while_two_players_have_chips() -> None:
    play("""
        Blinds 1/2
        BTN 20, SB 100, BB 100
        BTN is all-in
        SB calls 19
        BB calls 18
        Flop 2c 7d 9h
        SB bets 30
        BB folds
        Turned up: SB BTN
        SB gets back 30
    """)


def test_a_covering_player_who_matched_the_all_in_has_nothing_left_to_decide() -> None:
    play("""
        Blinds 1/2
        BTN 500, BB 100
        BTN raises to 6
        BB is all-in
        BTN calls 94
        Turned up: BB BTN
    """)


def test_a_small_blind_that_covers_a_short_big_blind_is_not_asked_about_the_nominal_price() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200, BB 3
        BTN folds
        Turned up: SB BB
        SB gets back 2
        Main pot 6: SB BB
    """)


def test_a_small_blind_below_a_short_big_blind_still_owes_a_decision() -> None:
    play("""
        Blinds 5/10
        BTN 200, BB 8
        BTN may call 5
        BTN folds
        BB gets back 3
        BB wins 10
        BB has 13
    """)


def test_two_players_all_in_from_their_blinds_run_the_board_out_at_once() -> None:
    play("""
        Blinds 5/10
        BTN 5 AhAd, BB 4 KhKd
        Turned up: BB BTN
        BTN gets back 1
        Main pot 8: BB BTN
    """)
