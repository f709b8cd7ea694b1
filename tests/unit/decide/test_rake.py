"""The club's part of the pots (R5.6)."""

from tests.support.script_lines import play

CHECKED_DOWN = """
    Flop 2c 7d 9h
    BB checks
    BTN checks
    Turn Js
    BB checks
    BTN checks
    River 4s
    BB checks
    BTN checks
"""


def test_the_rate_is_rounded_down() -> None:
    play(f"""
        Blinds 1/2
        Rake 5% up to 15
        BTN 200 AhKh, SB 200, BB 200 QsQd
        BTN raises to 20
        SB folds
        BB calls 18
        {CHECKED_DOWN}
        2 of rake
        Main pot 41: BB BTN
        BB wins 39
    """)


def test_no_flop_no_drop() -> None:
    play("""
        Blinds 1/2
        Rake 5% up to 15
        BTN 200, SB 200, BB 200
        BTN raises to 60
        SB raises to 150
        BB folds
        BTN folds
        0 of rake
        SB wins 122
    """)


def test_a_club_may_drop_without_a_flop() -> None:
    play("""
        Blinds 1/2
        Rake 5% up to 15, also without a flop
        BTN 200, SB 200, BB 200
        BTN raises to 60
        SB raises to 150
        BB folds
        BTN folds
        6 of rake
        SB wins 116
    """)


def test_an_all_in_before_the_flop_is_raked_for_the_board_is_dealt() -> None:
    play("""
        Blinds 1/2
        Rake 5% up to 15
        BTN 100 AhKh, BB 100 QsQd
        BTN is all-in
        BB calls 98
        Flop 2c 7d 9h
        10 of rake
        BB wins 190
    """)


def test_uncalled_money_is_never_raked() -> None:
    play("""
        Blinds 1/2
        Rake 5% up to 15
        BTN 200, SB 200, BB 200
        BTN raises to 20
        SB folds
        BB calls 18
        Flop 2c 7d 9h
        BB bets 180
        BTN folds
        BB gets back 180
        2 of rake
        BB wins 39
    """)


def test_the_cap_holds_for_the_whole_hand_and_the_main_pot_pays_first() -> None:
    play("""
        Blinds 1/2
        Rake 5% up to 12
        BTN 50 QsQd, SB 200 AhAd, BB 200 KhKd
        BTN is all-in
        SB is all-in
        BB calls 198
        Flop 2c 7d 9h
        Main pot 150: SB BB BTN
        Side pot 300: SB BB
        12 of rake
        SB wins 438
    """)


def test_the_odd_chip_is_looked_for_after_the_rake() -> None:
    play("""
        Blinds 5/10
        Rake 5% up to 15
        BTN 100 AdKd, SB 100, BB 100 AhKh
        BTN calls 10
        SB folds
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
        1 of rake
        BB wins 12
        BTN wins 12
    """)


def test_a_small_pot_may_round_to_no_rake() -> None:
    play(f"""
        Blinds 1/2
        Rake 5% up to 15
        BTN 100 AhKh, SB 100, BB 100 QsQd
        BTN calls 2
        SB folds
        BB checks
        {CHECKED_DOWN}
        0 of rake
        BB wins 5
    """)


def test_rake_is_taken_once_however_many_boards_there_are() -> None:
    play("""
        Blinds 1/2
        Rake 5% up to 50
        Run it twice
        BTN 100 AhAd, BB 100 KsKd
        BTN is all-in
        BB calls 98
        Flop 2c 7d 9h / 3c Kh 8d
        Turn Js / 5s
        River 4s / Tc
        10 of rake
        BTN wins 95 on board 1
        BB wins 95 on board 2
    """)


def test_a_fixed_drop_comes_from_the_main_pot_first() -> None:
    play(f"""
        Blinds 1/2
        Drop 3
        BTN 100 AhKh, SB 100, BB 100 QsQd
        BTN calls 2
        SB folds
        BB checks
        {CHECKED_DOWN}
        3 of rake
        BB wins 2
    """)
