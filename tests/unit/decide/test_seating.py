"""Sitting down, standing up, sitting out, and the chips of a seat (R8.3, R8.4)."""

import pytest

from console.cases.hand_setup import deck_of
from console.cases.played_table import PlayedTable, player_at_seat
from riverrun.contracts import refusals
from riverrun.contracts.table_commands import ComeBack, SitDown, SitOut, StandUp, TopUp
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    BuyInConfirmed,
    BuyInRefused,
    BuyInReserved,
    LeaveQueued,
    PlayerSatDown,
    PlayerSatOut,
    PlayerStoodUp,
    SitOutQueued,
    TopUpQueued,
)
from riverrun.holdem.state import Seat, Table, seat_at
from riverrun.kernel.cards import cards
from services.table.decide import seating
from services.table.decide.commands import decide
from services.table.decide.facts import Facts

CONFIG = TableConfig(seats=6, small_blind=50, big_blind=100, min_buy_in=4_000, max_buy_in=20_000)


def table_of(*seats: int) -> PlayedTable:
    played = PlayedTable(CONFIG)
    for seat in seats:
        played.seat(seat, 10_000)
    return played


def in_a_hand(*seats: int) -> PlayedTable:
    played = table_of(*seats)
    played.deal_next()
    return played


def fold_to_the_end(played: PlayedTable) -> None:
    while (turn := played.turn) is not None:
        played.act(turn.seat, "fold", None)
    played.seal()


def seat(played: PlayedTable, number: int) -> Seat:
    found = seat_at(played.table, number)
    assert found is not None
    return found


def asked(played: PlayedTable, number: int, command: SitDown | StandUp | SitOut | ComeBack | TopUp) -> None:
    played.order(number, command)


# -- sitting down


def test_a_seat_is_taken_and_its_chips_are_asked_for_under_an_id_of_the_tables() -> None:
    table = table_of().table
    draft = decide(table, "ann", "Ann", SitDown(5_000, 3, post=False), Facts(0))
    kinds = [type(event) for event in draft.events]

    assert kinds[0] is PlayerSatDown
    assert draft.events[-1] == BuyInReserved("case.t1", 3, "ann", 5_000)
    assert draft.table.transfers[0].amount == 5_000
    assert draft.table.seats[0].stack == 0, "the chips have not come yet"


def test_without_a_wish_the_first_free_seat_is_given() -> None:
    played = table_of(1, 2)
    draft = decide(played.table, "ann", "Ann", SitDown(5_000), Facts(0))

    assert draft.table.seats[-1].seat == 3


def test_the_chips_come_with_the_confirmation() -> None:
    played = table_of(3)

    assert played.happened(BuyInConfirmed)[0].amount == 10_000
    assert seat(played, 3).stack == 10_000
    assert played.table.transfers == ()
    assert played.table.bought == 10_000


def test_an_account_that_does_not_pay_frees_the_seat() -> None:
    draft = decide(table_of().table, "ann", "Ann", SitDown(5_000, 3), Facts(0))
    refused = seating.refuse_buy_in(draft.table, draft.table.transfers[0], "no_credit")

    assert [type(event) for event in refused.events] == [BuyInRefused, PlayerStoodUp]
    assert refused.table.seats == ()
    assert refused.table.cashed_out == 0


@pytest.mark.parametrize("buy_in", [0, -1, 3_999, 20_001, 10**15])
def test_a_buy_in_lies_between_the_table_s_minimum_and_maximum(buy_in: int) -> None:
    with pytest.raises(refusals.BuyInOutOfBounds) as refused:
        decide(table_of().table, "ann", "Ann", SitDown(buy_in), Facts(0))

    assert refused.value.details == {"min_buy_in": 4_000, "max_buy_in": 20_000}


def test_nobody_takes_a_taken_seat_a_second_seat_or_one_that_is_not_there() -> None:
    table = table_of(1, 2).table

    with pytest.raises(refusals.SeatTaken):
        decide(table, "ann", "Ann", SitDown(5_000, 2), Facts(0))
    with pytest.raises(refusals.AlreadySeated):
        decide(table, player_at_seat(1), "", SitDown(5_000, 3), Facts(0))
    for number in (0, 7, -1):
        with pytest.raises(refusals.NoSuchSeat):
            decide(table, "ann", "Ann", SitDown(5_000, number), Facts(0))


def test_a_full_table_has_no_seat() -> None:
    with pytest.raises(refusals.TableFull):
        decide(table_of(1, 2, 3, 4, 5, 6).table, "ann", "Ann", SitDown(5_000), Facts(0))


# -- standing up


def test_between_hands_a_player_leaves_at_once_with_his_stack() -> None:
    played = table_of(1, 2)
    asked(played, 1, StandUp())

    assert played.happened(PlayerStoodUp)[-1].amount == 10_000
    assert [one.seat for one in played.table.seats] == [2]
    assert played.table.cashed_out == 10_000


def test_during_a_hand_a_player_leaves_after_it() -> None:
    played = in_a_hand(1, 2, 3)
    asked(played, 1, StandUp())

    assert played.events[-1] == LeaveQueued(1)
    fold_to_the_end(played)
    assert [one.seat for one in played.table.seats] == [2, 3]


def test_nobody_leaves_twice_or_without_a_seat_or_before_his_chips_came() -> None:
    played = in_a_hand(1, 2, 3)
    asked(played, 1, StandUp())

    with pytest.raises(refusals.AlreadyLeaving):
        asked(played, 1, StandUp())
    with pytest.raises(refusals.NotSeated):
        asked(played, 6, StandUp())
    asked(played, 5, SitDown(5_000, 5))
    with pytest.raises(refusals.BuyInPending):
        asked(played, 5, StandUp())


# -- sitting out and coming back


def test_between_hands_a_player_sits_out_at_once() -> None:
    played = table_of(1, 2, 3)
    asked(played, 1, SitOut())

    assert isinstance(played.events[-1], PlayerSatOut)
    assert seat(played, 1).standing == "sitting_out"
    played.deal_next()
    assert 1 not in played.hand.seats


def test_during_a_hand_a_player_sits_out_after_it_and_may_think_better_of_it() -> None:
    played = in_a_hand(1, 2, 3)
    asked(played, 1, SitOut())
    assert played.events[-1] == SitOutQueued(1)
    asked(played, 1, ComeBack())
    assert played.events[-1] == SitOutQueued(1, queued=False)
    asked(played, 1, SitOut())
    fold_to_the_end(played)

    assert seat(played, 1).standing == "sitting_out"


def test_nobody_sits_out_twice_or_comes_back_from_nowhere() -> None:
    played = table_of(1, 2, 3)

    with pytest.raises(refusals.NotSittingOut):
        asked(played, 1, ComeBack(post=seat(played, 1).posts))
    asked(played, 1, SitOut())
    with pytest.raises(refusals.AlreadySittingOut):
        asked(played, 1, SitOut())


def test_who_sat_out_no_hand_is_dealt_in_again_as_before() -> None:
    played = in_a_hand(1, 2, 3)
    fold_to_the_end(played)
    asked(played, 1, SitOut())
    asked(played, 1, ComeBack())
    played.deal_next()

    assert 1 in played.hand.seats


def test_a_player_who_times_out_too_often_sits_out_after_the_hand() -> None:
    played = in_a_hand(1, 2, 3)
    for _ in range(CONFIG.clocks.time_outs_to_sit_out * 3):
        while (turn := played.turn) is not None:
            played.act(
                turn.seat, "timeout" if turn.seat == 1 else "call" if turn.call_amount else "check", None
            )
        played.play_out()
        played.seal()
        if seat(played, 1).standing == "sitting_out":
            break
        played.deal_next()

    assert played.happened(PlayerSatOut)[-1].reason == "time_outs"


# -- more chips


def test_between_hands_chips_are_added_up_to_the_maximum() -> None:
    played = table_of(1, 2)
    played.top_up(1, 10_000)

    assert seat(played, 1).stack == 20_000


def test_during_a_hand_the_wish_for_chips_waits_for_its_end() -> None:
    played = in_a_hand(1, 2, 3)
    asked(played, 1, TopUp(500))
    assert played.events[-1] == TopUpQueued(1, 500)
    fold_to_the_end(played)

    assert played.table.transfers[0].amount == 500
    assert seat(played, 1).top_up_queued == 0


def test_a_wish_for_chips_is_taken_back_before_the_end_of_the_hand() -> None:
    # Who set himself a stricter limit of a buy-in was brought what he had wished before all the same.
    played = in_a_hand(1, 2, 3)
    asked(played, 1, TopUp(500))
    asked(played, 1, TopUp(0))
    assert seat(played, 1).top_up_queued == 0
    fold_to_the_end(played)

    assert played.table.transfers == ()


@pytest.mark.parametrize("amount", [0, -5, 10_001, 10**15])
def test_no_stack_grows_beyond_the_table_s_maximum(amount: int) -> None:
    played = table_of(1, 2)

    with pytest.raises(refusals.TopUpTooLarge) as refused:
        asked(played, 1, TopUp(amount))
    assert refused.value.details == {"most": 10_000}


def test_chips_in_the_pot_count_for_the_maximum() -> None:
    played = in_a_hand(1, 2, 3)
    turn = played.turn
    assert turn is not None
    played.act(turn.seat, "raise", 5_000)

    with pytest.raises(refusals.TopUpTooLarge):
        asked(played, turn.seat, TopUp(10_001))


def test_one_buy_in_is_answered_before_the_next() -> None:
    played = table_of(1, 2)
    asked(played, 1, TopUp(500))

    with pytest.raises(refusals.BuyInPending):
        asked(played, 1, TopUp(500))


def test_a_player_without_chips_sits_out_and_comes_back_with_a_new_buy_in() -> None:
    played = in_a_hand(1, 2, 3)
    played.arrange(deck_of({1: cards("AhAd")}, played.hand.seats, cards("AcAsKhQd9s")))
    while (turn := played.turn) is not None:
        played.act(turn.seat, "all_in", None)
    played.play_out()
    played.seal()
    assert [seat(played, number).standing for number in (2, 3)] == ["sitting_out", "sitting_out"]

    with pytest.raises(refusals.NoChips):
        asked(played, 2, ComeBack())
    with pytest.raises(refusals.BuyInOutOfBounds):
        asked(played, 2, TopUp(3_999))
    played.top_up(2, 4_000)
    assert seat(played, 2).standing != "sitting_out"


def test_all_chips_of_a_table_are_bought_less_cashed_out() -> None:
    played = in_a_hand(1, 2, 3)
    fold_to_the_end(played)
    asked(played, 2, StandUp())
    table: Table = played.table

    assert table.bought - table.cashed_out == sum(one.stack for one in table.seats)


# -- chips under way


def test_no_two_transfers_of_a_table_share_an_id_whatever_ids_clients_choose() -> None:
    table = table_of().table
    made = []
    for seat, player in enumerate(("ann", "bob"), 1):
        draft = decide(table, player, player, SitDown(5_000, seat), Facts(0))
        made.append(draft.table.transfers[0].transfer)
        table = seating.confirm_buy_in(draft.table, draft.table.transfers[0]).table
    for _ in range(2):
        draft = decide(table, "ann", "ann", TopUp(500), Facts(0))
        made.append(draft.table.transfers[0].transfer)
        table = seating.confirm_buy_in(draft.table, draft.table.transfers[0]).table
    for player in ("ann", "bob"):
        draft = decide(table, player, player, StandUp(), Facts(0))
        made += [event.transfer for event in draft.events if isinstance(event, PlayerStoodUp)]
        table = draft.table

    assert len(made) == len(set(made)) == 6
    assert table.cashed_out == table.bought == 11_000
