"""Standing in line for a seat: the first is offered it, and it is kept for him for a minute (R8.7)."""

import pytest
from msgspec.structs import replace

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import (
    ChangeOptions,
    JoinWaitingList,
    LeaveWaitingList,
    MoveSeat,
    SitDown,
    StandUp,
)
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import SeatOffered, WaitingListLeft
from riverrun.holdem.state import Waiter, seat_of
from services.table.codec import codec
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.decide.operating import take_over
from services.table.decide.waiting_list import take_seat
from services.table.rules.waiting_list import seats_open_to
from tests.support.live_table import LiveTable

MINUTE_MS = 60_000


async def a_full_table(seats: int = 2) -> LiveTable:
    live = LiveTable(TableConfig(seats=seats))
    await live.open()
    for number in range(seats):
        assert not (await live.ask(f"p{number}", SitDown(10_000))).code
    return live


async def in_line(live: LiveTable, *players: str) -> None:
    for player in players:
        assert not (await live.ask(player, JoinWaitingList())).code


def line(live: LiveTable) -> list[tuple[str, int]]:
    return [(waiter.player, waiter.seat) for waiter in live.hosted.table.waiting_list]


def left(live: LiveTable) -> list[WaitingListLeft]:
    events = [event for commit in live.log.commits for event in codec.decode_all(commit)]
    return [event for event in events if isinstance(event, WaitingListLeft)]


async def a_seat_becomes_free(live: LiveTable, player: str = "p0") -> None:
    """He may have to finish the hand first."""
    await live.settle()
    await live.ask(player, StandUp())
    for _ in range(10):
        if seat_of(live.hosted.table, player) is None:
            return
        live.clock.ms += 25_000
        await live.settle()
    raise AssertionError(f"{player} is still there")


async def test_the_first_in_line_is_offered_the_seat_that_becomes_free() -> None:
    live = await a_full_table()
    await in_line(live, "ann", "bob")
    assert line(live) == [("ann", 0), ("bob", 0)]

    await a_seat_becomes_free(live)
    await live.settle()

    assert line(live) == [("ann", 1), ("bob", 0)]
    waiter = live.hosted.table.waiting_list[0]
    assert waiter.until_ms == live.clock.ms + MINUTE_MS


async def test_an_offered_seat_is_kept_from_everybody_else() -> None:
    live = await a_full_table()
    await in_line(live, "ann")
    await a_seat_becomes_free(live)
    await live.settle()

    assert (await live.ask("cy", SitDown(10_000, 1))).code == "seat_reserved"
    assert (await live.ask("cy", SitDown(10_000))).code == "table_full"
    assert (await live.ask("p1", MoveSeat(1))).code == "seat_reserved"


async def test_who_takes_the_seat_is_in_line_no_more() -> None:
    live = await a_full_table()
    await in_line(live, "ann")
    await a_seat_becomes_free(live)
    await live.settle()

    assert not (await live.ask("ann", SitDown(10_000))).code

    assert line(live) == []
    assert left(live) == [WaitingListLeft("ann", "seated")]


async def test_who_refuses_it_is_taken_off_the_list_and_the_next_is_asked() -> None:
    live = await a_full_table()
    await in_line(live, "ann", "bob")
    await a_seat_becomes_free(live)
    await live.settle()

    await live.ask("ann", LeaveWaitingList())
    await live.settle()

    assert left(live) == [WaitingListLeft("ann", "refused")]
    assert line(live) == [("bob", 1)]


async def test_who_lets_it_lapse_is_taken_off_the_list_and_the_next_is_asked() -> None:
    live = await a_full_table()
    await in_line(live, "ann", "bob")
    await a_seat_becomes_free(live)
    await live.settle()

    live.clock.ms += MINUTE_MS - 1
    await live.settle()
    assert line(live)[0] == ("ann", 1)
    live.clock.ms += 1
    await live.settle()

    assert left(live) == [WaitingListLeft("ann", "lapsed")]
    assert line(live) == [("bob", 1)]


async def test_nobody_stands_in_line_twice_or_while_seated_or_for_nothing() -> None:
    live = await a_full_table()
    await in_line(live, "ann")

    assert (await live.ask("ann", JoinWaitingList())).code == "already_waiting"
    assert (await live.ask("p0", JoinWaitingList())).code == "already_seated"
    assert (await live.ask("bob", LeaveWaitingList())).code == "not_waiting"

    roomy = LiveTable(TableConfig(seats=3))
    await roomy.open()
    assert (await roomy.ask("ann", JoinWaitingList())).code == "seat_is_free"


async def test_leaving_the_line_is_no_refusal_before_a_seat_is_offered() -> None:
    live = await a_full_table()
    await in_line(live, "ann")

    await live.ask("ann", LeaveWaitingList())

    assert left(live) == [WaitingListLeft("ann", "asked")]


async def test_an_offer_outlives_the_process_that_made_it() -> None:
    live = await a_full_table()
    await in_line(live, "ann")
    await a_seat_becomes_free(live)
    await live.settle()
    before = live.hosted.table.waiting_list
    live.clock.ms += 20_000

    live.restart()
    await live.settle()

    assert live.hosted.table.waiting_list == before
    live.clock.ms += 40_000
    await live.settle()
    assert line(live) == []


async def test_an_outage_does_not_count() -> None:
    live = await a_full_table()
    await in_line(live, "ann", "bob")
    await a_seat_becomes_free(live)
    await live.settle()
    until_ms = live.hosted.table.waiting_list[0].until_ms

    draft = take_over(live.hosted.table, "other", 30_000, Facts(live.clock.ms + 30_000))

    assert SeatOffered("ann", 1, until_ms + 30_000) in draft.events
    assert draft.table.waiting_list[1] == Waiter("bob", "bob")


async def a_seat_kept_for_ann() -> LiveTable:
    """The third of three; the others sit in the first two."""
    live = await a_full_table(seats=3)
    await in_line(live, "ann")
    await a_seat_becomes_free(live, "p2")
    await live.settle()
    assert line(live) == [("ann", 3)]
    return live


async def test_the_owner_does_not_take_away_a_seat_that_is_kept() -> None:
    live = await a_seat_kept_for_ann()

    refused = await live.ask("owner", ChangeOptions(TableConfig(seats=2)))

    assert (refused.code, refused.details["option"]) == ("bad_option", "seats")
    assert not (await live.ask("ann", SitDown(10_000))).code


async def test_nobody_sits_down_in_a_kept_seat_that_the_table_no_longer_has() -> None:
    live = await a_seat_kept_for_ann()
    shrunk = replace(live.hosted.table, config=TableConfig(seats=2))

    assert seats_open_to(shrunk, "ann") == ()
    with pytest.raises(refusals.TableFull):
        take_seat(Draft(shrunk), "ann", None)
    with pytest.raises(refusals.SeatReserved):
        take_seat(Draft(shrunk), "ann", 3)


async def test_who_let_a_kept_seat_lapse_keeps_the_owner_from_nothing() -> None:
    live = await a_seat_kept_for_ann()
    live.clock.ms += MINUTE_MS
    await live.settle()

    assert not (await live.ask("owner", ChangeOptions(TableConfig(seats=2)))).code
