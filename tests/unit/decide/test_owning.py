"""A table's owner pauses, goes on, closes, changes options, calls bomb pots; a table ends (R2.7, R2.9)."""

from typing import Any

import pytest
from msgspec.structs import replace

from riverrun.contracts.table_commands import (
    CallBombPot,
    ChangeOptions,
    CloseTable,
    ContinueTable,
    OwnerOrder,
    PauseTable,
    RefillTimeBanks,
    SitDown,
    StandUp,
    TopUp,
)
from riverrun.contracts.table_config import BadConfig, TableConfig, checked
from riverrun.contracts.table_events import (
    AntePosted,
    BlindPosted,
    HandStarted,
    OptionsChanged,
    OptionsQueued,
    PlayerStoodUp,
    TableClosed,
    TableClosing,
    TimeBankFilled,
    TurnStarted,
)
from riverrun.holdem.state import chips_due, chips_on
from services.table.decide.next_step import steps_owed
from tests.support.seated_table import SMALL, SeatedTable, seated_table


async def ordered(table: SeatedTable, order: OwnerOrder, by: str = "owner") -> str:
    reply = await table.ask(by, order)
    return reply.code


def told(table: SeatedTable, *kinds: Any, since: int = 0) -> list[Any]:
    return [event for event in table.events_since(since) if isinstance(event, kinds)]


async def over(table: SeatedTable) -> None:
    """The hand in progress is folded to its end, whatever follows."""
    number = table.hosted.table.hand_number
    while (hand := table.hosted.table.hand) is not None and hand.hand == number:
        await table.acts("fold")
        await table.settle()


async def three(**options: Any) -> SeatedTable:
    return await seated_table("ann", "bob", "cyd", config=replace(SMALL, **options))


# -- who may


@pytest.mark.parametrize(
    "order",
    [PauseTable(), ContinueTable(), CloseTable(), ChangeOptions(SMALL), CallBombPot(), RefillTimeBanks()],
    ids=lambda order: type(order).__name__,
)
async def test_only_the_owner_orders(order: OwnerOrder) -> None:
    table = await three()

    assert await ordered(table, order, by="ann") == "not_allowed"


# -- pause


async def test_a_paused_table_plays_its_hand_to_the_end_and_deals_no_other() -> None:
    table = await three()
    number = table.hand.hand
    assert not await ordered(table, PauseTable())
    await over(table)
    await table.passes(60_000)

    assert table.hosted.table.hand is None
    assert not await ordered(table, ContinueTable())
    await table.settle()
    assert table.hand.hand == number + 1


async def test_pausing_twice_and_going_on_unpaused_are_refused() -> None:
    table = await three()
    assert await ordered(table, ContinueTable()) == "not_paused"
    assert not await ordered(table, PauseTable())
    assert await ordered(table, PauseTable()) == "already_paused"


# -- the end


async def test_closing_plays_the_hand_to_its_end_and_sends_every_stack_home() -> None:
    table = await three()
    before = len(table.log.commits)
    assert not await ordered(table, CloseTable())
    assert told(table, TableClosing, since=before) == [TableClosing("owner")]
    assert await ordered(table, CloseTable()) == "table_closing"
    await over(table)

    went = told(table, PlayerStoodUp, since=before)
    assert {one.player: one.reason for one in went} == dict.fromkeys(("ann", "bob", "cyd"), "closed")
    assert sum(one.amount for one in went) == 1_500, "all chips, and no prize"
    assert told(table, TableClosed, since=before) == [TableClosed("owner")]
    assert chips_on(table.hosted.table) == chips_due(table.hosted.table) == 0


async def test_a_closed_table_owes_nothing_and_takes_no_command() -> None:
    table = await three()
    await ordered(table, CloseTable())
    await over(table)

    assert steps_owed(table.hosted.table) == ()
    assert (await table.ask("dot", SitDown(500))).code == "table_closed"


async def test_nobody_sits_down_or_adds_chips_at_a_table_that_closes() -> None:
    table = await three()
    await ordered(table, CloseTable())

    assert (await table.ask("dot", SitDown(500))).code == "table_closing"
    assert (await table.ask("ann", TopUp(100))).code == "table_closing"
    assert not (await table.ask("ann", StandUp())).code, "leaving is always allowed"


async def test_a_table_ends_after_so_many_hands() -> None:
    table = await three(ends_after_hands=4)
    while table.hosted.table.hand is not None:
        await over(table)

    assert table.hosted.table.hand_number == 4
    assert table.hosted.table.closed == "hands"
    assert table.hosted.table.seats == ()


async def test_a_table_ends_at_its_hour_once_the_hand_is_over() -> None:
    table = await three(ends_at_ms=1_700_000_060_000)
    number = table.hand.hand
    assert table.clock.ms < 1_700_000_060_000
    table.clock.ms = 1_700_000_060_001
    await table.settle()
    assert table.hosted.table.closing == "time"
    assert table.hand.hand == number, "the hand goes on"

    await over(table)

    assert table.hosted.table.closed == "time"


async def test_no_hand_begins_after_the_hour_however_late_the_table_wakes() -> None:
    table = await three(ends_at_ms=1_700_000_060_000)
    await ordered(table, PauseTable())
    await over(table)
    number = table.hosted.table.hand_number
    table.clock.ms = 1_700_000_090_000
    await ordered(table, ContinueTable())
    await table.settle()

    assert (table.hosted.table.hand_number, table.hosted.table.closed) == (number, "time")


async def test_chips_under_way_come_before_the_end_and_go_back_with_the_rest() -> None:
    table = await three()
    await over(table)
    before = len(table.log.commits)
    assert not (await table.ask("dot", SitDown(700))).code
    await ordered(table, CloseTable())
    await table.settle()
    await over(table)
    await table.settle()

    assert ("dot", 700) in [(one.player, one.amount) for one in told(table, PlayerStoodUp, since=before)]
    assert chips_due(table.hosted.table) == 0


# -- options


async def test_options_change_at_once_between_hands() -> None:
    table = await three()
    await ordered(table, PauseTable())
    await over(table)
    other = replace(SMALL, big_blind=20, small_blind=10)
    before = len(table.log.commits)

    assert not await ordered(table, ChangeOptions(other))

    assert told(table, OptionsChanged, since=before) == [OptionsChanged(other)]
    assert table.hosted.table.config == other


async def test_options_are_fixed_while_a_hand_runs_and_change_with_the_next() -> None:
    table = await three()
    other = replace(SMALL, big_blind=20, small_blind=10)
    before = len(table.log.commits)
    assert not await ordered(table, ChangeOptions(other))

    assert told(table, OptionsQueued, since=before) == [OptionsQueued(other)]
    assert table.hosted.table.config == SMALL
    await table.next_hand()

    assert table.hosted.table.config == other
    assert table.hosted.table.next_config is None
    blinds = [one.price for one in told(table, BlindPosted, since=before)]
    assert blinds[-2:] == [10, 20]


async def test_stacks_beyond_new_limits_stay_and_take_no_more() -> None:
    table = await three()
    await ordered(table, ChangeOptions(replace(SMALL, max_buy_in=200)))
    await table.next_hand()

    assert chips_on(table.hosted.table) == 1_500
    assert (await table.ask("ann", TopUp(1))).code == "top_up_too_large"
    assert (await table.ask("dot", SitDown(500))).code == "buy_in_out_of_bounds"


async def test_what_cannot_be_is_refused() -> None:
    table = await three()

    async def refused(**options: Any) -> tuple[str, object]:
        reply = await table.ask("owner", ChangeOptions(replace(SMALL, **options)))
        return reply.code, reply.details["option"]

    assert await refused(big_blind=0) == ("bad_option", "big_blind")
    assert await refused(kind="real") == ("bad_option", "kind")
    assert await refused(currency="EUR") == ("bad_option", "currency")
    assert await refused(seats=2) == ("bad_option", "seats"), "seat 3 is taken"


async def test_nobody_takes_a_seat_that_the_next_hand_will_not_have() -> None:
    table = await three()
    await ordered(table, ChangeOptions(replace(SMALL, seats=3)))

    assert (await table.ask("dot", SitDown(500))).code == "table_full"
    assert (await table.ask("dot", SitDown(500, seat=5))).code == "seat_taken"


async def test_queued_options_survive_the_death_of_the_host() -> None:
    table = await three()
    other = replace(SMALL, big_blind=20, small_blind=10)
    await ordered(table, ChangeOptions(other))
    table.restart()
    await table.next_hand()

    assert table.hosted.table.config == other


async def test_time_banks_are_filled_again_by_the_owner() -> None:
    table = await three()
    player = table.to_act
    await table.passes(10_000)
    await table.passes(12_000)
    await table.acts()
    before = len(table.log.commits)

    assert not await ordered(table, RefillTimeBanks())

    assert told(table, TimeBankFilled, since=before) == [TimeBankFilled(table.seat_of(player).seat, 30_000)]


# -- bomb pots


async def test_every_third_hand_is_a_bomb_pot() -> None:
    table = await three(bomb_pot_every=3, bomb_pot_ante=30)
    for _ in range(5):
        await table.next_hand()

    started = told(table, HandStarted)
    assert [one.hand for one in started if one.bomb_pot] == [hand for hand in (3, 6) if hand <= len(started)]


async def test_a_bomb_pot_begins_on_the_flop_with_an_ante_of_all_and_no_blinds() -> None:
    table = await three(bomb_pot_ante=30)
    assert not await ordered(table, CallBombPot())
    assert await ordered(table, CallBombPot()) == "no_bomb_pot", "called already"
    before = len(table.log.commits)
    await table.next_hand()

    assert table.hand.bomb_pot == 30
    assert table.hand.street == "flop"
    assert len(table.hand.boards[0]) == 3
    assert [one.amount for one in told(table, AntePosted, since=before)] == [30, 30, 30]
    assert not told(table, BlindPosted, since=before)
    assert table.turn.seat == table.hand.seats[0], "first left of the button"
    assert table.turn.min_raise_to == 10, "the least bet is one big blind"
    await table.next_hand()
    assert not table.hand.bomb_pot, "one hand only"


async def test_the_button_moves_on_in_a_bomb_pot_as_in_any_hand() -> None:
    plain, bomb = await three(), await three(bomb_pot_ante=30)
    await ordered(bomb, CallBombPot())
    for _ in range(2):
        await plain.next_hand()
        await bomb.next_hand()

    assert (plain.hand.button, plain.hand.big_blind) == (bomb.hand.button, bomb.hand.big_blind)


async def test_a_short_ante_is_all_in() -> None:
    table = await three(bomb_pot_ante=600)
    await ordered(table, CallBombPot())
    await table.next_hand()
    await table.settle()

    assert not [one for one in told(table, TurnStarted) if one.max_raise_to > 600], "nobody can bet"
    assert [one.amount for one in told(table, AntePosted)][-3:] != [600, 600, 600]


async def test_a_table_without_bomb_pots_has_none_to_call() -> None:
    assert await ordered(await three(), CallBombPot()) == "no_bomb_pot"


@pytest.mark.parametrize(
    "options",
    [
        {"bomb_pot_every": 3},
        {"bomb_pot_ante": -1},
        {"ends_after_hands": -1},
        {"ends_at_ms": -1},
        {"bomb_pot_every": -1, "bomb_pot_ante": 10},
    ],
    ids=str,
)
def test_options_out_of_bounds_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(BadConfig):
        checked(replace(TableConfig(), **options))
