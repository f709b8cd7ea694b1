"""What is decided in advance is held by the server, bound to hand, street and price, and secret (R8.2)."""

import pytest

from riverrun.contracts.table_commands import PresetAction, StandUp
from riverrun.contracts.table_events import (
    ActionPreset,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PresetMove,
    TableEvent,
    TurnStarted,
)
from services.table.decide.next_step import next_step
from services.table.decide.owed import AnswerPreset
from tests.support.seated_table import SeatedTable, seated_table


async def preset(
    table: SeatedTable, player: str, move: str, call_amount: int | None = None, id_: str = ""
) -> str:
    """The code of the answer; empty: it is set."""
    betting = table.hand.phase
    owed = betting.current_bet - table.in_hand(player).bet  # type: ignore[union-attr]
    price = owed if call_amount is None else call_amount
    command = PresetAction(table.hand.hand, table.hand.street, move, price)  # type: ignore[arg-type]
    return (await table.ask(player, command, id_)).code


def told(events: list[TableEvent], *kinds: type) -> list[TableEvent]:
    return [event for event in events if isinstance(event, kinds)]


async def three() -> SeatedTable:
    """Before the flop, the button to act; then come the small and the big blind."""
    return await seated_table("ann", "bob", "cyd")


# -- firing


@pytest.mark.parametrize(
    ("move", "event"),
    [
        ("fold", PlayerFolded(0, "preset")),
        ("check_fold", PlayerFolded(0, "preset")),
        ("call", PlayerCalled(0, 5, 10, cause="preset")),
        ("call_any", PlayerCalled(0, 5, 10, cause="preset")),
    ],
)
async def test_it_fires_when_the_turn_comes(move: PresetMove, event: PlayerFolded | PlayerCalled) -> None:
    table = await three()
    small_blind = table.follower()
    assert not await preset(table, small_blind, move)
    before = len(table.log.commits)

    await table.acts()
    await table.settle()

    seat = table.seat_of(small_blind).seat
    done = told(table.events_since(before), PlayerFolded, PlayerCalled)
    assert done[1] in (
        PlayerFolded(seat, "preset"),
        PlayerCalled(seat, 5, 10, cause="preset"),
    )
    assert type(done[1]) is type(event)


async def test_check_fold_checks_where_it_is_free() -> None:
    table = await three()
    big_blind = table.follower(2)
    assert not await preset(table, big_blind, "check_fold")
    before = len(table.log.commits)

    await table.acts()
    await table.acts()
    await table.settle()

    seat = table.seat_of(big_blind).seat
    assert PlayerChecked(seat, "preset") in table.events_since(before)


async def test_check_fold_becomes_fold_when_a_bet_comes() -> None:
    table = await three()
    big_blind = table.follower(2)
    assert not await preset(table, big_blind, "check_fold")

    await table.acts(to=30)
    await table.acts()
    await table.settle()

    assert table.in_hand(big_blind).folded


async def test_it_fires_once_for_one_turn() -> None:
    table = await three()
    small_blind = table.follower()
    assert not await preset(table, small_blind, "call_any")
    await table.acts()
    await table.settle()

    await table.acts(to=40)
    await table.acts()
    await table.settle()

    assert table.to_act == small_blind, "raised again, he is asked"


async def test_the_step_is_the_same_after_a_crash_between_turn_and_answer() -> None:
    table = await three()
    small_blind = table.follower()
    assert not await preset(table, small_blind, "call")
    await table.acts()
    assert table.to_act == small_blind, "the turn has begun, the answer is owed"

    table.restart()

    owed = next_step(table.hosted.table)
    assert owed is not None
    assert owed.step == AnswerPreset()
    await table.settle()
    assert table.to_act != small_blind


# -- lapsing


async def test_check_lapses_when_a_bet_comes() -> None:
    table = await three()
    big_blind = table.follower(2)
    assert not await preset(table, big_blind, "check")

    await table.acts(to=30)
    await table.acts("fold")
    await table.settle()

    assert table.to_act == big_blind


async def test_call_this_amount_lapses_when_the_amount_changes() -> None:
    table = await three()
    small_blind = table.follower()
    assert not await preset(table, small_blind, "call")

    await table.acts(to=30)
    await table.settle()

    assert table.to_act == small_blind
    await table.acts()
    assert told(table.events_since(0), PlayerCalled)[-1] == PlayerCalled(
        table.seat_of(small_blind).seat, 25, 30
    ), "his own answer"


async def test_what_lapsed_does_not_come_back_when_the_same_price_does() -> None:
    table = await three()
    small_blind = table.follower()
    assert not await preset(table, small_blind, "call", 5)
    await table.acts(to=25)
    await table.acts(to=45)
    await table.acts("fold")
    await table.acts(to=65)
    await table.settle()

    # 20 more to call for the small blind: never 5 again here, and nothing is set any more.
    assert table.to_act == small_blind
    assert table.hand.presets == ()


async def test_all_lapse_with_the_street() -> None:
    table = await three()
    button, small_blind = table.to_act, table.follower()
    await table.acts()
    await table.acts()
    assert not await preset(table, button, "call_any"), "should the big blind raise"
    await table.acts()
    await table.settle()
    assert table.hand.street == "flop"

    assert table.to_act == small_blind
    await table.acts()
    await table.acts()
    await table.settle()

    assert table.to_act == button, "nothing was answered for him on the flop"


async def test_all_lapse_with_the_hand() -> None:
    table = await three()
    big_blind = table.follower(2)
    assert not await preset(table, big_blind, "call_any")
    number = table.hand.hand
    await table.acts("fold")
    await table.acts("fold")
    await table.settle()
    assert table.hand.hand == number + 1

    before = len(table.log.commits)
    while table.to_act != big_blind:
        await table.acts()
    await table.settle()

    assert table.to_act == big_blind
    assert not [event for event in table.events_since(before) if getattr(event, "cause", "") == "preset"]


async def test_it_can_be_taken_back_even_behind_an_action_that_brings_the_turn() -> None:
    table = await three()
    small_blind = table.follower()
    assert not await preset(table, small_blind, "fold")
    late = PresetAction(table.hand.hand, "preflop", "none")
    await table.acts()

    # It arrived in time: in the box before the answer was due.
    assert not (await table.ask(small_blind, late)).code
    await table.settle()

    assert table.to_act == small_blind


async def test_who_leaves_is_answered_for_as_an_absent_player() -> None:
    table = await three()
    small_blind = table.follower()
    assert not await preset(table, small_blind, "call_any")
    assert not (await table.ask(small_blind, StandUp())).code
    await table.acts()
    await table.settle()

    assert told(table.events_since(0), PlayerFolded)[-1].cause == "absence"  # type: ignore[union-attr]


# -- delayed and duplicated messages


async def test_a_message_that_comes_in_another_hand_sets_nothing() -> None:
    table = await three()
    late = PresetAction(table.hand.hand, "preflop", "call", 5)
    await table.next_hand()
    other = table.follower()

    assert (await table.ask(other, late)).code == "stale_preset"


async def test_a_message_that_comes_on_another_street_sets_nothing() -> None:
    table = await three()
    button = table.to_act
    late = PresetAction(table.hand.hand, "preflop", "check_fold", 0)
    for _ in range(3):
        await table.acts()
    await table.settle()
    assert table.hand.street == "flop"

    assert (await table.ask(button, late)).code == "stale_preset"


async def test_a_message_that_comes_after_a_raise_sets_nothing() -> None:
    table = await three()
    big_blind = table.follower(2)
    late = PresetAction(table.hand.hand, "preflop", "check", 0)
    await table.acts(to=30)

    refused = await table.ask(big_blind, late)

    assert refused.code == "stale_preset"
    assert refused.details["call_amount"] == 20


async def test_a_message_that_comes_twice_sets_once_even_after_it_fired() -> None:
    table = await three()
    small_blind = table.follower()
    assert not await preset(table, small_blind, "call_any", id_="once")
    again = PresetAction(table.hand.hand, "preflop", "call_any", 5)
    await table.acts()
    await table.settle()

    await table.acts(to=40)
    assert not (await table.ask(small_blind, again, "once")).code, "answered as the first time"
    await table.acts()
    await table.settle()

    assert table.to_act == small_blind
    assert len(told(table.events_since(0), ActionPreset)) == 1


# -- refused


async def test_nobody_sets_what_makes_no_sense() -> None:
    table = await three()
    button, small_blind, big_blind = table.to_act, table.follower(), table.follower(2)

    assert await preset(table, button, "call") == "your_turn"
    assert await preset(table, small_blind, "check") == "cannot_check"
    assert await preset(table, big_blind, "call") == "nothing_to_call"
    assert await preset(table, small_blind, "call", 500) == "stale_preset"
    command = PresetAction(table.hand.hand, "preflop", "fold", 0)
    assert (await table.ask("stranger", command)).code == "no_decision_ahead"
    await table.acts("fold")
    assert await preset(table, button, "call_any") == "no_decision_ahead"


# -- secrecy


async def test_to_the_others_it_is_as_if_the_player_acted_himself() -> None:
    feeds = []
    for sets in (True, False):
        table = await three()
        small_blind = table.follower()
        before = len(table.outlet.sent)
        if sets:
            assert not await preset(table, small_blind, "call")
        await table.acts()
        if sets:
            await table.settle()
        else:
            await table.acts()
        feeds.append([one for one in table.outlet.sent[before:] if not one.subject.endswith(small_blind)])
        assert told(table.events_since(0), TurnStarted)

    assert feeds[0] == feeds[1], "not a byte and not a version differs"
