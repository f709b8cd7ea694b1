"""Bomb pots on two boards: dealt street by street while betting goes on, half of each pot each (R3.15)."""

import pytest
from msgspec.structs import replace

from riverrun.contracts.table_commands import CallBombPot, HuntRabbit
from riverrun.contracts.table_config import BadConfig, Clocks, TableConfig, checked
from riverrun.contracts.table_events import BoardDealt, RabbitHunted, RunsAgreed, RunsAsked
from riverrun.kernel.cards import Cards
from services.table.rules.runouts import next_cards, rest_of_boards
from tests.support.script_lines import play
from tests.support.seated_table import SMALL, seated_table
from tests.unit.decide.test_owning import ordered, three, told


def test_both_boards_are_dealt_street_by_street_while_betting_goes_on() -> None:
    play("""
        Blinds 1/2
        Bomb pot 10 on two boards
        BTN 100 AhAd, SB 100 KsKd, BB 100 QsQd
        Flop 2c 7d 9h / 3c Kh 8d
        SB may check or bet 2-90
        SB bets 10
        BB folds
        BTN calls 10
        Turn Js / 5s
        SB may check or bet 2-80
        SB checks
        BTN checks
        River 4s / Tc
        SB is to act
        SB checks
        BTN checks
        Main pot 50: SB BTN
        SB shows, BTN shows
        BTN wins 25 on board 1
        SB wins 25 on board 2
    """)


def test_the_chip_that_does_not_divide_goes_to_the_first_board() -> None:
    play("""
        Blinds 1/2
        Bomb pot 5 on two boards
        BTN 100 AhAd, SB 100 KsKd, BB 100 QsQd
        Flop 3c Kh 8d / 2c 7d 9h
        SB checks
        BB checks
        BTN checks
        Turn 5s / Js
        SB checks
        BB checks
        BTN checks
        River Tc / 4s
        SB checks
        BB checks
        BTN checks
        Main pot 15: SB BB BTN
        SB wins 8 on board 1
        BTN wins 7 on board 2
    """)


def test_a_tie_on_a_board_splits_that_board_s_half_from_the_left_of_the_button() -> None:
    play("""
        Blinds 1/2
        Bomb pot 7 on two boards
        BTN 7 AhKh, SB 7 AdKd, BB 7 QsQd
        Flop Ac 7c 2s / Qh 3d 8s
        Turn 9h / 5d
        River 4c / 6s
        Main pot 21: SB BB BTN
        SB wins 6 on board 1
        BTN wins 5 on board 1
        BB wins 10 on board 2
    """)


def test_each_side_pot_is_halved_and_rake_is_taken_once() -> None:
    play("""
        Blinds 1/2
        Bomb pot 20 on two boards
        Rake 5% up to 100
        BTN 11 AhAd, SB 100 KsKd, BB 100 QsQd
        Flop 2c 7d 9h / 3c Qh 8d
        SB bets 20
        BB calls 20
        Turn Js / 5s
        SB checks
        BB checks
        River 4s / Tc
        SB checks
        BB checks
        Main pot 33: SB BB BTN
        Side pot 58: SB BB
        4 of rake
        BTN wins 16 on board 1
        SB wins 28 on board 1
        BB wins 43 on board 2
    """)


def test_boards_go_on_side_by_side_when_all_are_all_in_and_nobody_is_asked_to_run_them_twice() -> None:
    hand = play("""
        Blinds 1/2
        Bomb pot 10 on two boards
        BTN 100 AhAd, BB 100 KsKd
        Flop 2c 7d 9h / 3c Kh 8d
        BB is all-in
        BTN calls 90
        Turn Js / 5s
        River 4s / Tc
        Turned up: BB BTN
        BTN wins 100 on board 1
        BB wins 100 on board 2
    """)
    dealt = [(event.street, event.board) for event in hand.played.happened(BoardDealt)]
    assert dealt == [(street, board) for street in ("flop", "turn", "river") for board in (0, 1)]
    assert not hand.played.happened(RunsAsked)
    assert not hand.played.happened(RunsAgreed)


def test_who_is_left_alone_takes_the_whole_pot_of_both_boards() -> None:
    play("""
        Blinds 1/2
        Bomb pot 10 on two boards
        BTN 100, SB 100, BB 100
        SB bets 10
        BB folds
        BTN folds
        SB gets back 10
        SB wins 30
        Nobody shows
    """)


def test_a_card_is_burnt_before_each_street_of_each_board() -> None:
    hand = play("""
        Blinds 1/2
        Burn cards
        Bomb pot 10 on two boards
        BTN 10, BB 10
        Ended by showdown
    """)
    assert [event.position for event in hand.played.happened(BoardDealt)] == [5, 9, 13, 15, 17, 19]


@pytest.mark.parametrize("burn", [False, True])
@pytest.mark.parametrize("boards", [((),), ((), ())])
@pytest.mark.parametrize("opened", [0, 3, 4, 5])
def test_the_rabbit_s_places_are_those_that_would_have_been_dealt(
    boards: tuple[Cards, ...], opened: int, burn: bool
) -> None:
    boards = tuple(tuple(range(opened)) for _ in boards)
    places: list[list[int]] = [[] for _ in boards]
    dealt, now = 12, boards
    while any(len(board) < 5 for board in now):
        coming = next_cards(now, dealt, burn, side_by_side=len(boards) > 1)
        dealt = coming.position + coming.size
        places[coming.board].extend(range(coming.position, dealt))
        now = tuple(
            board + (0,) * coming.size if at == coming.board else board for at, board in enumerate(now)
        )

    assert rest_of_boards(boards, 12, burn) == tuple(place for board in places for place in board)


# -- at a table


async def test_the_table_s_option_deals_two_boards_in_a_bomb_pot_and_in_no_other_hand() -> None:
    table = await three(bomb_pot_ante=30, bomb_pot_boards=2, rabbit_hunt=True)
    assert len(table.hand.boards) == 1
    await ordered(table, CallBombPot())
    await table.next_hand()

    assert [len(board) for board in table.hand.boards] == [3, 3]
    assert table.hand.dealt == 12
    first, second = table.hand.board_positions
    assert (*first, *second) == (6, 7, 8, 9, 10, 11)
    await table.next_hand()
    assert len(table.hand.boards) == 1


async def test_the_rabbit_shows_what_would_have_come_on_each_board() -> None:
    config = replace(SMALL, clocks=Clocks(), rabbit_hunt=True)
    config = replace(config, bomb_pot_ante=30, bomb_pot_every=1, bomb_pot_boards=2)
    table = await seated_table("ann", "bob", config=config)
    await table.acts("fold")
    player, hand = table.hand.players[0].player, table.hand.hand

    assert not (await table.ask(player, HuntRabbit(hand))).code
    assert told(table, RabbitHunted)[-1].positions == (10, 12, 11, 13), "turn and river of each board"


def test_a_bomb_pot_has_one_or_two_boards() -> None:
    for boards in (0, 3):
        with pytest.raises(BadConfig, match="bomb_pot_boards"):
            checked(TableConfig(bomb_pot_boards=boards))
