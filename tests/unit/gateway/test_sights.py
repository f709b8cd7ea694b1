"""Who may watch a club's tables, as the door knows it: at once for who joins, no more for who has left."""

import asyncio

import pytest

from riverrun.contracts.views import LobbyEntry
from riverrun.pb.club.v1 import club_pb2 as pb
from services.gateway.refusals import AccountsUnavailable, MembersOnly
from services.gateway.sights import ASKED_EVERY_S, TRUSTED_S, Sights
from tests.support.clock import FakeClock
from tests.support.club_sights import ClubSights


class House:
    """A door with Ann at it; her club's tables are in the lobby."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.club = ClubSights()
        self.club.members["rhine"] = {"ann"}
        self.sights = Sights(self.club, lambda: {"rhine"}, self.clock)
        self.told = 0
        self.sights.attend("ann", self.tell)

    def tell(self) -> None:
        self.told += 1


@pytest.fixture
def house() -> House:
    return House()


async def test_a_member_is_asked_about_once_and_then_seen_from_memory(house: House) -> None:
    for _ in range(3):
        await house.sights.require("ann", "rhine")
    assert house.club.asked == 1


async def test_a_stranger_is_refused_and_let_in_the_moment_he_is_a_member(house: House) -> None:
    house.sights.attend("bob", house.tell)
    with pytest.raises(MembersOnly):
        await house.sights.require("bob", "rhine")

    house.club.members["rhine"].add("bob")

    await house.sights.require("bob", "rhine")


async def test_who_is_a_member_no_more_is_told_so_at_the_next_asking(house: House) -> None:
    await house.sights.require("ann", "rhine")
    told = house.told
    house.club.members["rhine"].clear()
    await house.sights.refresh()

    assert house.told == told + 1
    assert not house.sights.sees("ann", "rhine")


async def test_a_club_that_lets_all_watch_is_open_to_guests_until_it_does_not(house: House) -> None:
    house.club.open.add("rhine")
    await house.sights.require("guest", "rhine")
    assert house.sights.open == {"rhine"}

    house.club.open.clear()
    await house.sights.refresh()

    with pytest.raises(MembersOnly):
        await house.sights.require("guest", "rhine")


async def test_members_are_trusted_for_a_while_when_the_club_falls_silent_and_strangers_never(
    house: House,
) -> None:
    asking = asyncio.create_task(house.sights.run())
    await house.clock.advance(ASKED_EVERY_S)
    house.club.is_away = True

    await house.clock.advance(TRUSTED_S)
    await house.sights.require("ann", "rhine")
    with pytest.raises(AccountsUnavailable):
        await house.sights.require("eve", "rhine")

    await house.clock.advance(2 * ASKED_EVERY_S)
    with pytest.raises(AccountsUnavailable):
        await house.sights.require("ann", "rhine")
    asking.cancel()


async def test_a_club_that_was_not_asked_for_hours_is_trusted_as_long_as_any_when_it_falls_silent() -> None:
    """There were no clubs' tables all night; the first one opens, and one question goes unanswered."""
    clock, club, tables = FakeClock(), ClubSights(), set[str]()
    sights = Sights(club, lambda: tables, clock)
    asking = asyncio.create_task(sights.run())
    await clock.advance(ASKED_EVERY_S)
    await clock.advance(2 * TRUSTED_S)

    club.members["rhine"] = {"ann"}
    tables.add("rhine")
    sights.attend("ann", lambda: None)
    await sights.require("ann", "rhine")
    club.is_away = True
    await clock.advance(ASKED_EVERY_S)

    assert sights.sees("ann", "rhine")
    asking.cancel()


async def test_an_answer_that_was_overtaken_takes_nothing_back(house: House) -> None:
    """Asked before Ann joined, and answered after it was known that she had."""
    house.club.members["rhine"].clear()
    answered = asyncio.Event()
    promptly = house.club

    async def slowly(request: pb.SightsRequest) -> pb.SightsResponse:
        answer = await promptly(request)
        await answered.wait()
        return answer

    sights = Sights(slowly, lambda: {"rhine"}, house.clock)
    sights.attend("ann", house.tell)
    refreshing = asyncio.create_task(sights.refresh())
    await house.clock.advance(1)
    house.club.members["rhine"].add("ann")
    joined = asyncio.create_task(sights.require("ann", "rhine"))
    await house.clock.advance(1)
    answered.set()
    await joined
    await refreshing

    assert sights.sees("ann", "rhine")


def listed(*clubs: str) -> list[LobbyEntry]:
    return [LobbyEntry(club, club, "play", "PLAY", 9, 0, 5, 10, 40, 200, 0, 0, club=club) for club in clubs]


async def names(house: House, player: str, *clubs: str) -> list[str]:
    return [one.club for one in await house.sights.seen_among(player, listed(*clubs))]


async def test_the_list_has_what_one_sees_and_of_a_silent_club_what_is_known(
    house: House,
) -> None:
    house.club.open.add("open")
    everything = ("", "open", "rhine", "elbe")
    assert await names(house, "ann", *everything) == ["", "open", "rhine"]
    assert await names(house, "eve", *everything) == ["", "open"]

    house.club.is_away = True
    assert await names(house, "ann", *everything) == ["", "open", "rhine"]


async def test_nothing_is_kept_of_who_has_gone(house: House) -> None:
    await house.sights.require("ann", "rhine")
    house.sights.leave("ann", house.tell)
    assert not house.sights.sees("ann", "rhine")


async def test_where_no_club_has_a_table_the_club_is_not_asked() -> None:
    club = ClubSights()
    sights = Sights(club, frozenset, FakeClock())
    sights.attend("ann", lambda: None)
    await sights.learn("ann")
    await sights.refresh()
    assert club.asked == 0
