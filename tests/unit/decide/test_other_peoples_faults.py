"""Hands that well-known engines get wrong; each is told by its fault, not by its engine."""

from tests.support.script_lines import play


def test_a_wheel_loses_to_a_six_high_straight_and_beats_trips() -> None:
    play("""
        Blinds 1/2
        BTN 100 6c2c, SB 100 7h7s, BB 100 Ac2d
        BTN is all-in
        SB is all-in
        BB is all-in
        Flop 3h 3c 4s
        Turn Td
        River 5d
        BTN wins 300
    """)


def test_kickers_on_the_board_are_shared() -> None:
    play("""
        Blinds 1/2
        BTN 100 2d3s, BB 100 5c6h
        BTN is all-in
        BB is all-in
        Flop Kc Kh 7c
        Turn Th
        River 9s
        BTN wins 100
        BB wins 100
    """)


def test_a_higher_flush_beats_a_lower_one_on_a_four_flush_board() -> None:
    play("""
        Blinds 1/2
        BTN 100 8c6h, BB 100 7cKs
        BTN is all-in
        BB is all-in
        Flop 4c 6c 9c
        Turn 5d
        River 5c
        BTN wins 200
    """)


def test_side_pots_are_contested_and_not_refunded() -> None:
    play("""
        Blinds 1/2
        BTN 153 3sAs, SB 15 Qh2h, BB 19 JdAd, UTG 27 5c9c
        UTG is all-in
        BTN calls 27
        SB is all-in
        BB is all-in
        Flop Ah 6d Qs
        Turn 5h
        River 7h
        SB wins 60
        BB wins 12
        BTN wins 16
    """)


def test_a_short_stack_in_a_tie_takes_no_part_of_a_pot_it_did_not_pay_for() -> None:
    play("""
        Blinds 1/2
        BTN 60 AhKs, SB 20 AdKd, BB 60 QcQd
        BTN is all-in
        SB is all-in
        BB is all-in
        Flop Ac 7d 2s
        Turn 9h
        River 4c
        Main pot 60: SB BB BTN
        Side pot 80: BB BTN
        SB wins 30
        BTN wins 110
    """)


def test_a_folded_player_s_chips_above_the_highest_live_stake_do_not_vanish() -> None:
    play("""
        Blinds 10/20
        BTN 100, SB 5 AcAd, BB 12 KsKd, UTG 200
        UTG posts 20
        UTG folds
        BTN folds
        Flop 2c 7d 9h
        Turn Js
        River 4s
        Main pot 15: SB BB
        Side pot 22: BB
        SB wins 15
        BB wins 22
    """)


def test_chips_folded_on_a_later_street_stay_in_the_pot_of_those_who_bet_on() -> None:
    play("""
        Blinds 5/10
        BTN 200, SB 200 KsKd, BB 35 AcAd, UTG 200
        UTG raises to 30
        BTN calls 30
        SB calls 25
        BB is all-in
        UTG calls 5
        BTN folds
        SB calls 5
        Flop 2c 7d 9h
        SB bets 60
        UTG folds
        SB gets back 60
        Main pot 135: SB BB
        BB wins 135
        SB has 165
        UTG has 165
        BTN has 170
    """)


def test_the_odd_chip_of_a_split_is_paid_and_not_rounded_away() -> None:
    play("""
        Blinds 1/2
        BTN 100 AhKh, SB 100, BB 100 AdKd
        BTN calls 2
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
        Main pot 5: BB BTN
        BB wins 3
        BTN wins 2
    """)


def test_a_limper_facing_a_short_all_in_may_not_raise() -> None:
    play("""
        Blinds 1/2
        BTN 200, SB 3, BB 181
        BTN calls 2
        SB is all-in
        BB calls 1
        BTN may call 1
    """)


def test_after_stacked_short_all_ins_the_minimum_raise_is_the_last_full_one() -> None:
    play("""
        Blinds 1/2
        BTN 200, SB 200, BB 13, UTG 10, CO 200
        UTG is all-in
        CO calls 10
        BTN folds
        SB calls 9
        BB is all-in
        CO may call 3
        CO calls 3
        SB may call 3
    """)


def test_the_minimum_raise_before_the_flop_is_to_two_big_blinds() -> None:
    play("""
        Blinds 1/2
        BTN 100, SB 100, BB 100
        BTN may call 2 or raise to 4-100
    """)


def test_no_re_raise_is_offered_after_an_incomplete_all_in() -> None:
    play("""
        Blinds 1/2
        BTN 200, SB 200, BB 25
        BTN raises to 20
        SB folds
        BB is all-in
        BTN may call 5
        BTN calls 5
        Main pot 51: BB BTN
    """)


def test_results_of_several_all_ins_add_up_to_zero() -> None:
    play("""
        Blinds 100/200
        BTN 89,820 5c4s, SB 120,360 AhTh, BB 100,000, UTG 89,820 8c4d
        UTG is all-in
        BTN is all-in
        SB is all-in
        BB folds
        Flop 3h Ad Jh
        Turn Kd
        River Qd
        SB gets back 30,540
        Main pot 269,660: SB UTG BTN
        SB has 300,200
        UTG has 0
        BTN has 0
        BB has 99,800
    """)


def test_a_wheel_with_an_ace_on_the_board_beats_a_pair() -> None:
    play("""
        Blinds 1/2
        BTN 100 5d3d, BB 100 Qh9d
        BTN is all-in
        BB is all-in
        Flop Ah 4d 9s
        Turn 3c
        River 2d
        BTN wins 200
    """)


def test_who_was_all_in_on_the_flop_is_paid_although_others_bet_the_turn_and_the_river() -> None:
    play("""
        Blinds 1/2
        BTN 100 KsKd, SB 100 QsQd, BB 22 AcAd
        BTN calls 2
        SB calls 1
        BB checks
        Flop 2c 7d 9h
        SB checks
        BB is all-in
        BTN calls 20
        SB calls 20
        Turn Js
        SB bets 30
        BTN calls 30
        River 4s
        SB bets 20
        BTN calls 20
        Main pot 66: SB BB BTN
        Side pot 100: SB BTN
        BB wins 66
        BTN wins 100
        SB has 28
    """)


def test_the_least_raise_over_an_incomplete_all_in_is_a_whole_raise_more() -> None:
    play("""
        Blinds 1/2
        BTN 200, SB 25, BB 200
        BTN raises to 20
        SB is all-in
        BB may call 23 or raise to 43-200
    """)


def test_the_odd_chip_finds_its_owner_wherever_the_button_is() -> None:
    play("""
        Blinds 1/2
        SB 2, BB 7 AhKh, UTG 7 AdKd
        UTG is all-in
        SB folds
        BB calls 5
        Flop 2c 7s 9h
        Turn Js
        River 4s
        Main pot 15: BB UTG
        BB wins 8
        UTG wins 7
    """)


def test_an_odd_chip_of_three_ways_is_a_whole_chip() -> None:
    play("""
        Blinds 2/4
        BTN 7 AsKs, SB 9, BB 7 AhKh, UTG 7 AdKd
        UTG is all-in
        BTN is all-in
        SB folds
        BB is all-in
        Flop 2c 7h 9h
        Turn Js
        River 4c
        Main pot 23: BB UTG BTN
        BB wins 8
        UTG wins 8
        BTN wins 7
    """)
