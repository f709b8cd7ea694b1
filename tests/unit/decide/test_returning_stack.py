"""Who comes back to a table soon brings back what he took off it (R8.6)."""

import pytest

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import SitDown, StandUp
from riverrun.contracts.table_config import BadConfig, TableConfig, checked
from services.table.decide import commands, seating
from services.table.decide.facts import Facts
from tests.support.folding_table import FoldingTable

LEFT_MS = 1_000_000
TWO_HOURS_MS = 120 * 60_000


def who_left_with(stack: int, **options: int) -> FoldingTable:
    """Seat 3 left with that stack a table for 100 to 1,000 chips."""
    table = FoldingTable(**options)
    table.seat(1, 1_000)
    table.seat(2, 1_000)
    table.seat(3, stack)
    table.commit(commands.decide(table.table, "player-3", "player-3", StandUp(), Facts(LEFT_MS)))
    table.limit_buy_ins(100, 1_000)
    return table


def sits_down(table: FoldingTable, amount: int, after_ms: int = 60_000) -> None:
    facts = Facts(LEFT_MS + after_ms)
    command = SitDown(amount, 3)
    table.commit(commands.decide(table.table, "player-3", "player-3", command, facts))


def test_he_brings_at_least_the_stack_that_he_left_with() -> None:
    table = who_left_with(600)

    with pytest.raises(refusals.ReturningStack) as refused:
        sits_down(table, 599)

    assert refused.value.details == {
        "min_buy_in": 600,
        "max_buy_in": 1_000,
        "until_ms": LEFT_MS + TWO_HOURS_MS,
    }
    sits_down(table, 600)


def test_he_may_bring_more_up_to_the_tables_maximum() -> None:
    sits_down(who_left_with(600), 1_000)


def test_a_stack_above_the_maximum_comes_back_exactly() -> None:
    table = who_left_with(2_500)

    for wrong in (1_000, 2_499, 2_501):
        with pytest.raises(refusals.ReturningStack):
            sits_down(table, wrong)
    sits_down(table, 2_500)


def test_a_stack_below_the_minimum_binds_nobody() -> None:
    table = who_left_with(50)

    with pytest.raises(refusals.BuyInOutOfBounds):
        sits_down(table, 99)
    sits_down(table, 100)


def test_after_two_hours_it_is_forgotten() -> None:
    table = who_left_with(600)

    with pytest.raises(refusals.ReturningStack):
        sits_down(table, 100, TWO_HOURS_MS - 1)
    sits_down(table, 100, TWO_HOURS_MS)


def test_a_table_may_remember_for_another_time_or_not_at_all() -> None:
    sits_down(who_left_with(600, returning_stack_minutes=1), 100, 60_000)
    sits_down(who_left_with(600, returning_stack_minutes=0), 100, 0)
    for wrong in (-1, 1_441):
        with pytest.raises(BadConfig):
            checked(TableConfig(returning_stack_minutes=wrong))


def test_others_are_not_bound_by_it() -> None:
    table = who_left_with(600)

    table.order(4, SitDown(100, 4))


def test_an_account_that_would_not_pay_does_not_make_it_forgotten() -> None:
    table = who_left_with(600)
    sits_down(table, 600)
    table.commit(seating.refuse_buy_in(table.table, table.table.transfers[0], "no_funds"))

    with pytest.raises(refusals.ReturningStack):
        sits_down(table, 100)
