"""The house has a player leave: never in the middle of a hand, and no chips follow him (R13.4)."""

from riverrun.contracts.operator_commands import DismissPlayer
from riverrun.contracts.table_commands import AutoTopUp, JoinWaitingList, SitDown, TopUp
from riverrun.contracts.table_events import (
    BuyInReserved,
    PlayerDismissed,
    PlayerStoodUp,
    TableEvent,
    WaitingListLeft,
)
from riverrun.holdem.redact import PUBLIC, Viewer, redact
from riverrun.holdem.state import seat_of
from riverrun.kernel.identifiers import PlayerId
from services.table.codec import codec
from services.table.decide.dismissal import dismiss
from tests.support.live_table import LiveTable
from tests.support.seated_table import SMALL, SeatedTable
from tests.unit.decide.test_standing_still import orders


async def three_in_a_hand() -> SeatedTable:
    table = SeatedTable(SMALL)
    await table.seat("ann", "bob", "cat")
    return table


def events_of(live: LiveTable) -> list[TableEvent]:
    return [event for commit in live.log.commits for event in codec.decode_all(commit)]


async def dismissed(live: LiveTable, player: PlayerId) -> None:
    await orders(live, DismissPlayer("excluded", player))


def left(live: LiveTable, player: PlayerId) -> list[PlayerStoodUp]:
    return [one for one in events_of(live) if type(one) is PlayerStoodUp and one.player == player]


async def test_who_is_dismissed_plays_his_hand_to_its_end_and_is_then_stood_up_with_all_his_chips() -> None:
    table = await three_in_a_hand()
    player, hand = table.to_act, table.hand.hand

    await dismissed(table, player)
    await table.acts()

    assert table.hand.hand == hand
    assert not table.in_hand(player).folded
    brought = 500
    stack = table.in_hand(player).stack + table.in_hand(player).contribution
    assert stack <= brought
    await table.next_hand()
    (stood,) = left(table, player)
    assert stood.reason == "dismissed"
    assert stood.amount > 0
    assert player not in [one.player for one in table.hand.players]


async def test_who_is_dismissed_between_hands_leaves_before_the_next_one() -> None:
    table = LiveTable(SMALL)
    await table.open()
    await table.ask("ann", SitDown(500))
    await table.settle()

    await dismissed(table, "ann")
    await table.settle()

    assert [stood.amount for stood in left(table, "ann")] == [500]


async def test_a_top_up_that_waited_for_the_end_of_the_hand_does_not_come_once_he_is_dismissed() -> None:
    table = await three_in_a_hand()
    player = table.to_act
    assert not (await table.ask(player, TopUp(300))).code
    assert not (await table.ask(player, AutoTopUp(500, 1_000))).code
    asked = len([one for one in events_of(table) if type(one) is BuyInReserved])

    await dismissed(table, player)
    refused = await table.ask(player, TopUp(300))
    again = await table.ask(player, AutoTopUp(500, 1_000))
    await table.next_hand()

    assert (refused.code, again.code) == ("already_leaving", "already_leaving")
    assert len([one for one in events_of(table) if type(one) is BuyInReserved]) == asked


async def test_who_is_dismissed_waits_for_a_seat_no_more() -> None:
    table = LiveTable(SMALL)
    await table.open()
    for number in range(SMALL.seats):
        await table.ask(f"p{number}", SitDown(500))
    await table.settle()
    assert not (await table.ask("zoe", JoinWaitingList())).code

    await dismissed(table, "zoe")

    assert not table.hosted.table.waiting_list
    assert WaitingListLeft("zoe", "dismissed") in events_of(table)


async def test_an_order_that_comes_again_or_to_a_table_without_him_changes_nothing() -> None:
    table = await three_in_a_hand()
    await dismissed(table, "ann")

    assert dismiss(table.hosted.table, "ann", "excluded").events == []
    assert dismiss(table.hosted.table, "nobody", "excluded").events == []


async def test_only_he_himself_hears_why_he_is_dismissed() -> None:
    table = await three_in_a_hand()
    await dismissed(table, "ann")

    seat = seat_of(table.hosted.table, "ann")
    assert seat is not None
    event = PlayerDismissed(seat.seat, "excluded")
    assert event in events_of(table)
    assert redact(event, PUBLIC) is None
    assert redact(event, Viewer(seat.seat)) == {
        "type": "table.player_dismissed",
        "seat": seat.seat,
        "reason": "excluded",
    }
