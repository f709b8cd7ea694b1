"""The rest of the board dealt more than once from the same deck (R7.2)."""

from services.table.rules.runouts import hole_positions, next_cards
from tests.support.script_lines import play


def test_each_board_pays_half_the_pot() -> None:
    play("""
        Blinds 1/2
        Run it twice
        BTN 100 AhAd, BB 100 KsKd
        BTN is all-in
        BB calls 98
        Flop 2c 7d 9h / 3c Kh 8d
        Turn Js / 5s
        River 4s / Tc
        BTN wins 100 on board 1
        BB wins 100 on board 2
    """)


def test_the_chip_that_does_not_divide_goes_to_the_first_board() -> None:
    play("""
        Blinds 5/10
        Run it twice
        BTN 100 AhAd, SB 100, BB 100 KsKd
        BTN is all-in
        SB folds
        BB calls 90
        Flop 3c Kh 8d / 2c 7d 9h
        Turn 5s / Js
        River Tc / 4s
        Main pot 205: BB BTN
        BB wins 103 on board 1
        BTN wins 102 on board 2
    """)


def test_a_tie_on_one_board_splits_that_board_s_part() -> None:
    play("""
        Blinds 5/10
        Run it twice
        BTN 100 AhAd, SB 100, BB 100 KsKd
        BTN is all-in
        SB folds
        BB calls 90
        Flop Tc Jc Qc / 2c 7d 9h
        Turn Kc / Js
        River Ac / 4s
        BB wins 52 on board 1
        BTN wins 51 on board 1
        BTN wins 102 on board 2
    """)


def test_cards_already_open_are_shared() -> None:
    hand = play("""
        Blinds 1/2
        Run it twice
        BTN 100 AhAd, BB 100 KsKd
        BTN calls 1
        BB checks
        Flop 2c 7d 9h
        BB checks
        BTN checks
        Turn Js
        BB is all-in
        BTN calls 98
    """)
    first, second = hand.over.hand.boards

    assert first[:4] == second[:4]
    assert first[4] != second[4]


def test_side_pots_are_halved_pot_by_pot() -> None:
    play("""
        Blinds 5/10
        Run it twice
        BTN 150 KsKd, SB 100, BB 50 QcQd, UTG 150 AhAd
        UTG is all-in
        BTN is all-in
        SB folds
        BB is all-in
        Flop 2c 7d 9h / 3c Kh 8d
        Turn Js / 5s
        River Qh / Tc
        Main pot 155: BB UTG BTN
        Side pot 200: UTG BTN
        BB wins 78 on board 1
        UTG wins 100 on board 1
        BTN wins 177 on board 2
    """)


def test_it_can_be_run_three_times() -> None:
    play("""
        Blinds 1/2
        Run it three times
        BTN 100 AhAd, BB 100 KsKd
        BTN is all-in
        BB calls 98
        Flop 2c 7d 9h / 3c Kh 8d / 4c 6d 8h
        Turn Js / 5s / Jd
        River 4s / Tc / 2d
        BTN wins 67 on board 1
        BB wins 67 on board 2
        BTN wins 66 on board 3
    """)


def test_one_board_is_finished_before_the_next_begins_and_no_card_is_dealt_twice() -> None:
    boards: list[tuple[int, ...]] = [(0, 1, 2), (0, 1, 2)]
    dealt, places = 4 + 3, []
    while any(len(board) < 5 for board in boards):
        cards = next_cards(tuple(boards), dealt, burn=False)
        places.append((cards.board, cards.street, cards.position))
        boards[cards.board] += (cards.position,) * cards.size
        dealt = cards.position + cards.size

    assert places == [(0, "turn", 7), (0, "river", 8), (1, "turn", 9), (1, "river", 10)]


def test_a_burn_card_is_passed_over_before_each_street() -> None:
    flop = next_cards(((),), 12, burn=True)
    turn = next_cards(((0, 1, 2),), flop.position + flop.size, burn=True)

    assert (flop.position, turn.position) == (13, 17)


def test_hole_cards_go_round_twice_from_the_left_of_the_button() -> None:
    assert hole_positions(3) == ((0, 3), (1, 4), (2, 5))
