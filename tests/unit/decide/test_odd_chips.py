"""Ties and the chips that do not divide (R5.4)."""

from tests.support.script_lines import play


def test_the_odd_chip_goes_to_the_first_tied_player_left_of_the_button() -> None:
    play("""
        Blinds 1/2
        Big blind ante 1
        BTN 100 AhKh, BB 100 AdKd
        BTN calls 1
        BB checks
        Flop 2c 7s 9h
        BB checks
        BTN checks
        Turn Js
        BB checks
        BTN checks
        River 4s
        BB checks
        BTN checks
        Main pot 5: BB BTN
        BB wins 3
        BTN wins 2
    """)


def test_several_odd_chips_go_one_each() -> None:
    play("""
        Blinds 1/2
        BTN 100 2h3d, SB 100 4h2d, BB 100 3h4d, UTG 100
        UTG posts 2 and 2 dead
        UTG folds
        BTN calls 2
        SB calls 1
        BB checks
        Flop Tc Jd Qh
        SB checks
        BB checks
        BTN checks
        Turn Ks
        SB checks
        BB checks
        BTN checks
        River Ac
        SB checks
        BB checks
        BTN checks
        Main pot 10: SB BB BTN
        SB wins 4
        BB wins 3
        BTN wins 3
    """)


def test_the_odd_chips_of_each_pot_are_given_by_themselves() -> None:
    play("""
        Blinds 1/2
        BTN 11, SB 21 2h3d, BB 21 2d3h, UTG 8
        UTG is all-in
        BTN is all-in
        SB is all-in
        BB calls 19
        Flop Tc Jd Qh
        Turn Ks
        River As
        Main pot 32: SB BB UTG BTN
        Side pot 9: SB BB BTN
        Side pot 20: SB BB
        SB wins 21
        BB wins 21
        UTG wins 8
        BTN wins 11
    """)


def test_a_board_that_plays_is_shared_by_all() -> None:
    play("""
        Blinds 1/2
        BTN 100 2h3d, SB 100 4h2d, BB 100 3h4d
        BTN is all-in
        SB is all-in
        BB is all-in
        Flop Tc Jd Qh
        Turn Ks
        River Ac
        BTN has 100
        SB has 100
        BB has 100
    """)


def test_only_the_tied_of_a_side_pot_share_it() -> None:
    play("""
        Blinds 5/10
        BTN 200 KhQc, SB 40 AcAd, BB 200 KsQd
        BTN raises to 40
        SB is all-in
        BB calls 30
        Flop 2c 7d 9h
        BB bets 60
        BTN calls 60
        Turn Js
        BB checks
        BTN checks
        River 4s
        BB checks
        BTN checks
        Main pot 120: SB BB BTN
        Side pot 120: BB BTN
        SB wins 120
        BB wins 60
        BTN wins 60
    """)
