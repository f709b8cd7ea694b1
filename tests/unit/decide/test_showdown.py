"""Who shows, in which order, and who may muck (R6.1-R6.3)."""

from tests.support.script_lines import play

TO_THE_RIVER = """
    BTN calls 2
    SB calls 1
    BB checks
    Flop 2c 7d 9h
    SB checks
    BB checks
    BTN checks
    Turn Js
    SB checks
    BB checks
    BTN checks
    River 4s
"""


def test_a_checked_river_is_shown_from_the_left_of_the_button() -> None:
    play(f"""
        Blinds 1/2
        BTN 100 AhAd, SB 100 KhKd, BB 100 QhQd
        {TO_THE_RIVER}
        SB checks
        BB checks
        BTN checks
        SB shows, BB mucks, BTN shows
    """)


def test_the_river_s_last_aggressor_shows_first() -> None:
    play(f"""
        Blinds 1/2
        BTN 100 AhAd, SB 100 KhKd, BB 100 QhQd
        {TO_THE_RIVER}
        SB checks
        BB bets 4
        BTN calls 4
        SB calls 4
        BB shows, BTN shows, SB mucks
    """)


def test_a_raise_takes_the_place_of_the_bet() -> None:
    play(f"""
        Blinds 1/2
        BTN 100 AhAd, SB 100 KhKd, BB 100 QhQd
        {TO_THE_RIVER}
        SB bets 4
        BB calls 4
        BTN raises to 12
        SB calls 8
        BB folds
        BTN shows, SB mucks
    """)


def test_a_bet_on_an_earlier_street_gives_no_order_to_a_checked_river() -> None:
    play("""
        Blinds 1/2
        BTN 100 AhAd, SB 100 KhKd, BB 100
        BTN raises to 6
        SB calls 5
        BB folds
        Flop 2c 7d 9h
        SB checks
        BTN bets 6
        SB calls 6
        Turn Js
        SB checks
        BTN bets 6
        SB calls 6
        River 4s
        SB checks
        BTN checks
        SB shows, BTN shows
    """)


def test_a_short_all_in_raise_on_the_river_counts_as_aggression() -> None:
    play(f"""
        Blinds 1/2
        BTN 7 AhAd, SB 100 KhKd, BB 100 QhQd
        {TO_THE_RIVER}
        SB bets 4
        BB folds
        BTN is all-in
        SB calls 1
        BTN shows, SB mucks
    """)


def test_an_all_in_call_on_the_river_does_not_show_first() -> None:
    play(f"""
        Blinds 1/2
        BTN 5 AhAd, SB 100 KhKd, BB 100 QhQd
        {TO_THE_RIVER}
        SB bets 10
        BB folds
        BTN is all-in
        SB shows, BTN shows
    """)


def test_the_first_hand_is_tabled_even_when_it_loses() -> None:
    play(f"""
        Blinds 1/2
        BTN 100 AhAd, SB 100 3h3d, BB 100 QhQd
        {TO_THE_RIVER}
        SB checks
        BB checks
        BTN checks
        SB shows, BB mucks, BTN shows
    """)


def test_side_pots_are_shown_before_the_main_pot() -> None:
    play("""
        Blinds 1/2
        BTN 100 QhQd, SB 20 AhAd, BB 100 KhKd
        BTN raises to 20
        SB is all-in
        BB calls 18
        Flop 2c 7d 9h
        BB checks
        BTN checks
        Turn Js
        BB checks
        BTN checks
        River 4s
        BB bets 10
        BTN calls 10
        BB shows, BTN mucks, SB shows
        SB wins 60
        BB wins 20
    """)


def test_the_aggressor_s_order_goes_on_in_the_main_pot_after_his_side_pot() -> None:
    play("""
        Blinds 1/2
        BTN 20 AhAd, SB 20 3c3d, BB 100 KhKd, UTG 100 QhQd
        UTG raises to 20
        BTN is all-in
        SB is all-in
        BB calls 18
        Flop 2c 7d 9h
        BB checks
        UTG checks
        Turn Js
        BB checks
        UTG checks
        River 4s
        BB checks
        UTG bets 10
        BB folds
        UTG gets back 10
        UTG shows, BTN shows, SB mucks
        BTN wins 80
    """)


def test_all_hands_of_an_all_in_are_open_before_the_board_and_shown_at_the_end() -> None:
    play("""
        Blinds 1/2
        BTN 100 AhAd, SB 100, BB 100 KhKd
        BTN is all-in
        SB folds
        BB calls 98
        Turned up: BB BTN
        Flop 2c 7d 9h
        Turn Js
        River 4s
        BB shows, BTN shows
    """)


def test_every_winner_of_a_split_pot_shows() -> None:
    play(f"""
        Blinds 1/2
        BTN 100 AhKh, SB 100 AdKd, BB 100 QhTd
        {TO_THE_RIVER}
        SB checks
        BB checks
        BTN checks
        SB shows, BB mucks, BTN shows
        SB wins 3
        BTN wins 3
    """)
