"""Chips at a club's table, with table and club as they run: bought in, played, cashed out, each chip once."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from riverrun.contracts.table_commands import SitDown, StandUp, View
from riverrun.contracts.table_config import RakeTerms
from riverrun.pb.club.v1 import club_pb2 as pb
from services.club.tables import opening, unopened
from tests.support.club_house import ClubHouse, by, refused, running_clubs
from tests.support.nats_server import NatsServers, free_port
from tests.support.patience import LONG_S
from tests.support.table_process import QUICK, Asking, TableProcesses, asking

RAKED = msgspec.structs.replace(QUICK, rake=RakeTerms(bps=500, cap_two=50, cap_three_four=50, cap_five_up=50))


class Running:
    """A club service, a table process, and a door to tables."""

    def __init__(self, house: ClubHouse, door: Asking) -> None:
        self.house = house
        self.door = door

    async def settled(
        self, club: pb.Club, table: str, wanted: Callable[[dict[str, int]], bool]
    ) -> dict[str, int]:
        """Wait until the accounts are as wanted."""
        until = time.monotonic() + LONG_S
        while True:
            names = ("member:ann", "member:bob", f"pending:{table}", f"table:{table}", "revenue", "mint")
            found = {name: await self.house.balance(club, name) for name in names}
            if wanted(found) and sum(found.values()) == 0:
                return found
            assert time.monotonic() < until, found
            await asyncio.sleep(0.1)


@pytest_asyncio.fixture
async def running(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[Running]:
    port = free_port()
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(running_clubs(one_server, port))
        tables = TableProcesses(one_server, tmp_path)
        await stack.enter_async_context(tables.hosting(RIVERRUN_CLUB_TARGET=house.target))
        yield Running(house, await stack.enter_async_context(asking(one_server)))


async def test_chips_go_to_the_table_and_come_back(running: Running) -> None:
    house, door = running.house, running.door
    club = await house.found()
    await house.join(club, "bob")
    for player in ("ann", "bob"):
        await house.grant(club, player, 1_000)
    table = await house.open_table(club, RAKED)

    for player in ("ann", "bob"):
        assert not (await door.ask(table, player, SitDown(600))).code
    await running.settled(club, table, lambda found: found[f"table:{table}"] == 1_200)
    await house.take_back(club, "bob", 400)
    leave = pb.LeaveRequest(by=by("bob"), club=club.club)
    assert await refused(house.clubs.Leave(leave, timeout=LONG_S)) == "still_seated"
    for player in ("ann", "bob"):
        await door.ask(table, player, StandUp())
    until = time.monotonic() + LONG_S
    while (await door.see(table, "watcher"))["seats"]:
        assert time.monotonic() < until
        await asyncio.sleep(0.01)
    # However quick he is: what he took home is in his account before he may go.
    assert await refused(house.clubs.Leave(leave, timeout=LONG_S)) == "chips_left"
    found = await running.settled(club, table, lambda found: found[f"table:{table}"] == 0)
    assert found["member:ann"] + found["member:bob"] + found["revenue"] == 1_600


@pytest.mark.slow
async def test_who_has_not_the_chips_gets_no_seat(running: Running) -> None:
    house, door = running.house, running.door
    club = await house.found()
    await house.join(club, "bob")
    await house.grant(club, "bob", 599)
    table = await house.open_table(club, RAKED)

    for player in ("bob", "eve"):
        assert not (await door.ask(table, player, SitDown(600))).code
    until = time.monotonic() + LONG_S
    while (await door.see(table, "watcher"))["seats"]:
        assert time.monotonic() < until
        await asyncio.sleep(0.1)
    assert await house.balance(club, "member:bob") == 599


@pytest.mark.slow
async def test_in_an_open_house_strangers_sit_down_with_granted_chips(running: Running) -> None:
    house, door = running.house, running.door
    club = await house.found()
    limits = pb.SetLimitsRequest(by=by("ann"), club=club.club, limits=pb.Limits(open_house=True))
    await house.clubs.SetLimits(limits, timeout=LONG_S)
    table = await house.open_table(club, RAKED)
    for player in ("eve", "bob"):
        assert not (await door.ask(table, player, SitDown(600))).code
    found = await running.settled(club, table, lambda found: found[f"table:{table}"] == 1_200)
    assert (found["mint"], found["member:bob"]) == (-1_200, 0)


async def test_whatever_ids_players_choose_chips_move_once_and_to_their_owner(running: Running) -> None:
    house, door = running.house, running.door
    club = await house.found()
    await house.join(club, "bob")
    for player in ("ann", "bob"):
        await house.grant(club, player, 1_000)
    table = await house.open_table(club, RAKED)

    for player in ("ann", "bob"):
        assert not (await door.ask(table, player, SitDown(500), "the-same")).code
    await running.settled(club, table, lambda found: found[f"table:{table}"] == 1_000)
    for player in ("ann", "bob"):
        assert not (await door.ask(table, player, StandUp(), "out")).code

    found = await running.settled(club, table, lambda found: found[f"table:{table}"] == 0)
    assert found["member:ann"] + found["member:bob"] + found["revenue"] == 2_000


async def test_chips_are_spent_once_at_however_many_tables(running: Running) -> None:
    house, door = running.house, running.door
    club = await house.found()
    await house.join(club, "bob")
    await house.grant(club, "bob", 1_000)
    tables = [await house.open_table(club, RAKED) for _ in range(4)]

    await asyncio.gather(*[door.ask(table, "bob", SitDown(600)) for table in tables for _ in range(2)])
    until = time.monotonic() + LONG_S
    while True:
        stacks = [sum(seat["stack"] for seat in (await door.see(table, "bob"))["seats"]) for table in tables]
        waiting = [seat for table in tables for seat in (await door.see(table, "bob"))["seats"]]
        if sum(stacks) == 600 and len(waiting) == 1:
            break
        assert time.monotonic() < until, stacks
        await asyncio.sleep(0.1)
    assert await house.balance(club, "member:bob") == 400


@pytest.mark.slow
async def test_a_table_that_a_crash_left_unopened_is_opened_later(
    one_server: NatsServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "WITHIN_S", 0.3)
    monkeypatch.setattr(unopened, "LOOKS_EVERY_S", 0.3)
    monkeypatch.setattr(unopened, "LEFT_ALONE_MS", 0)
    async with running_clubs(one_server) as house:
        club = await house.found()
        assert await refused(house.open_table(club, RAKED)) == "table_away"
        shown = await house.clubs.Show(pb.ShowRequest(by=by("ann"), club=club.club), timeout=LONG_S)
        (table,) = [one.table for one in shown.tables]
        async with TableProcesses(one_server, tmp_path).running(), asking(one_server) as door:
            until = time.monotonic() + LONG_S
            while (await door.ask(table, "eve", View())).code:
                assert time.monotonic() < until
                await asyncio.sleep(0.1)
