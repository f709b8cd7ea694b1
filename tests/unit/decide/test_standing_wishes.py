"""Wishes that stand until taken back: automatic top-ups, sitting out at the big blind (R8.3, R8.4)."""

import pytest

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import AutoTopUp, ComeBack, SitOut, TopUp
from riverrun.contracts.table_events import AutoTopUpSet, BuyInReserved, SitOutAtBigBlindSet
from services.table.decide import seating
from tests.support.folding_table import FoldingTable


def a_table(most: int = 1_000) -> FoldingTable:
    """Four players with 1,000 each; seat 2 posts the small blind and seat 3 the big one."""
    table = FoldingTable(min_buy_in=100, max_buy_in=most)
    table.begin(1, 2, 3, 4)
    return table


def asked_for(table: FoldingTable) -> list[tuple[int, int]]:
    return [(transfer.seat, transfer.amount) for transfer in table.table.transfers]


# -- automatic top-up


def test_a_stack_below_the_threshold_is_topped_up_to_the_tables_maximum_after_the_hand() -> None:
    table = a_table()
    table.order(2, AutoTopUp(below=1_000))

    table.next_hand()

    assert table.at(2).stack < 1_000
    assert asked_for(table) == [(2, 1_000 - table.at(2).stack)]


def test_a_target_of_ones_own_is_not_exceeded() -> None:
    table = a_table(most=5_000)
    table.order(2, AutoTopUp(below=1_000, to=1_200))

    table.next_hand()

    assert asked_for(table) == [(2, 1_200 - table.at(2).stack)]


def test_a_stack_above_the_threshold_is_left_alone() -> None:
    table = a_table()
    table.order(2, AutoTopUp(below=500))

    table.next_hand()

    assert asked_for(table) == []


def test_chips_asked_for_by_hand_come_first() -> None:
    table = a_table(most=5_000)
    table.order(2, AutoTopUp(below=1_000, to=1_200))
    table.deal_next()
    table.order(2, TopUp(50))

    table.fold_around()

    assert asked_for(table) == [(2, 50)]


def test_who_loses_everything_is_brought_back_by_it() -> None:
    table = a_table()
    table.order(2, AutoTopUp(below=300, to=400))
    table.deal_next()
    table.lose_in_hand(2)

    table.fold_around()

    assert asked_for(table) == [(2, 400)]


def test_who_sits_out_gets_no_chips_by_it() -> None:
    table = a_table()
    table.order(2, AutoTopUp(below=1_000))
    table.deal_next()
    table.order(2, SitOut())

    table.fold_around()

    assert asked_for(table) == []


def test_an_account_that_will_not_pay_is_not_asked_after_every_hand() -> None:
    table = a_table()
    table.order(2, AutoTopUp(below=1_000))
    table.next_hand()

    table.commit(seating.refuse_buy_in(table.table, table.table.transfers[0], "no_funds"))

    assert table.events[-1] == AutoTopUpSet(2, 0, 0)
    table.next_hand()
    assert asked_for(table) == []


def test_it_is_set_once_changed_and_taken_back() -> None:
    table = a_table()
    table.order(2, AutoTopUp(below=500))
    table.order(2, AutoTopUp(below=500))
    table.order(2, AutoTopUp())

    assert table.happened(AutoTopUpSet) == [AutoTopUpSet(2, 500, 1_000), AutoTopUpSet(2, 0, 0)]
    assert len(table.happened(BuyInReserved)) == 4


@pytest.mark.parametrize(("below", "to"), [(500, 1_001), (500, 400), (50, 60), (1_001, 0)])
def test_threshold_and_target_lie_within_the_tables_limits(below: int, to: int) -> None:
    with pytest.raises(refusals.BuyInOutOfBounds):
        a_table().order(2, AutoTopUp(below=below, to=to))


# -- sitting out at the big blind


def test_who_sits_out_at_the_big_blind_plays_until_it_comes_and_owes_it_then() -> None:
    table = a_table()
    table.order(1, SitOut(at_big_blind=True))

    assert table.next_hand().big == 4
    start = table.next_hand()

    assert start.big == 2
    assert 1 not in start.dealt
    assert table.at(1).standing == "sitting_out"
    assert table.owed(1) == "big"
    assert not table.at(1).out_at_big_blind


def test_coming_back_takes_it_back() -> None:
    table = a_table()
    table.order(4, SitOut(at_big_blind=True))
    table.order(4, ComeBack())

    assert table.happened(SitOutAtBigBlindSet) == [
        SitOutAtBigBlindSet(4),
        SitOutAtBigBlindSet(4, wished=False),
    ]
    assert table.next_hand().big == 4


def test_several_sit_out_as_the_big_blind_comes_to_them() -> None:
    table = a_table()
    table.order(4, SitOut(at_big_blind=True))
    table.order(1, SitOut(at_big_blind=True))

    start = table.next_hand()

    assert start.dealt == (2, 3)
    assert start.big == 2


def test_it_can_be_wished_for_once() -> None:
    table = a_table()
    table.order(1, SitOut(at_big_blind=True))

    with pytest.raises(refusals.AlreadySittingOut):
        table.order(1, SitOut(at_big_blind=True))
