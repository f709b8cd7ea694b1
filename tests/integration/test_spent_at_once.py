"""Two sessions of one player, each at a gateway of its own, spend the same chips at once on four tables."""

import asyncio
import random
import secrets
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest
import pytest_asyncio

from console.reading.audited_ledgers import AuditedClub, ClubAudit
from riverrun.client import Refused, RiverrunClient, WatchedTable
from riverrun.contracts.account_messages import OwnDevice
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.grpc.refused import refusal_in
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR
from tests.support.club_house import ClubHouse, running_clubs
from tests.support.gateway import running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.table_process import QUICK, TableProcesses

HELD = 1_000
FOUR = 4
PASSWORD = "correct horse"
CONFIG: TableConfig = msgspec.structs.replace(QUICK, max_buy_in=HELD, returning_stack_minutes=0)


@dataclass
class Spender:
    """Bob, twice over, and his club as either of its processes has it."""

    bob: PlayerId
    sessions: list[RiverrunClient]
    houses: list[ClubHouse]
    club: pb.Club
    tables: list[str]
    servers: NatsServers

    async def watched(self) -> list[WatchedTable]:
        """Every table in either session."""
        return [await session.watch(table) for session in self.sessions for table in self.tables]

    async def taken_back(self, number: int, amount: Chips) -> Chips:
        """What the owner could take of Bob's chips, asked of one process and the other by turns."""
        try:
            await self.houses[number % 2].take_back(self.club, self.bob, amount)
        except grpc.aio.AioRpcError as error:
            refusal = refusal_in(error)
            if refusal is None or refusal.code != "not_enough_chips":
                raise
            return 0
        return amount

    async def audited(self) -> AuditedClub:
        """What the log says: also that no event ever took an account below zero."""
        client = await self.servers.connect(AUDITOR)
        try:
            api = JetStreamApi(client, AUDITOR.api_prefix)
            reader = CommitReader(api)
            audit = ClubAudit(api, reader)
            place = await audit.place()
            cut = {table: await reader.tail(table) for table in self.tables}
            found = await audit.audited(place, {table: one for table, one in cut.items() if one is not None})
        finally:
            await client.close()
        (club,) = [one for one in found if one.club == self.club.club]
        assert club.finding is None, club
        return club

    async def at_rest(self, wanted: Chips | None = None) -> AuditedClub:
        """Once nothing is on the way; the tables hold what is `wanted`, if anything is."""
        until = time.monotonic() + LONG_S
        while True:
            found = await self.audited()
            moving = found.on_the_way or found.not_brought_over
            if not moving and wanted in (None, found.at_tables):
                return found
            assert time.monotonic() < until, found
            await asyncio.sleep(0.1)


async def settled(*asked: Coroutine[Any, Any, object]) -> None:
    """Each was done or refused."""
    answers = await asyncio.gather(*asked, return_exceptions=True)
    others = [one for one in answers if isinstance(one, BaseException) and not isinstance(one, Refused)]
    assert others == []


@pytest_asyncio.fixture
async def spender(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[Spender]:
    async with AsyncExitStack() as stack:
        houses = [await stack.enter_async_context(running_clubs(one_server, keys=tmp_path)) for _ in range(2)]
        tables = TableProcesses(one_server, tmp_path)
        await stack.enter_async_context(tables.hosting(RIVERRUN_CLUB_TARGET=houses[0].target))
        await stack.enter_async_context(tables.running(RIVERRUN_CLUB_TARGET=houses[1].target))
        sessions = []
        for house in houses:
            gateway = await stack.enter_async_context(running_gateway(one_server, club_target=house.target))
            sessions.append(await stack.enter_async_context(RiverrunClient(gateway.url)))
        login = f"bob{secrets.token_hex(4)}@example.org"
        first, second = (OwnDevice(f"device-{i}-{secrets.token_hex(4)}", "a phone") for i in range(2))
        bob = (await sessions[0].register(login, "Bob", PASSWORD, first)).player
        assert (await sessions[1].log_in(login, PASSWORD, second)).player == bob
        club = await houses[0].found()
        await houses[0].join(club, bob)
        await houses[0].grant(club, bob, HELD)
        opened = [await houses[0].open_table(club, CONFIG) for _ in range(FOUR)]
        yield Spender(bob, sessions, houses, club, opened, one_server)


@pytest.mark.slow
async def test_two_sessions_at_four_tables_never_spend_more_than_the_balance(spender: Spender) -> None:
    seen = await spender.watched()

    for buy_in in (600, HELD, 251):
        await settled(*(table.sit_down(buy_in) for table in seen))
        found = await spender.at_rest(wanted=HELD // buy_in * buy_in)
        balances = [await house.balance(spender.club, f"member:{spender.bob}") for house in spender.houses]
        assert balances == [HELD - found.at_tables] * 2
        await settled(*(table.stand_up() for table in seen))
        await spender.at_rest(wanted=0)


@pytest.mark.slow
async def test_whatever_two_sessions_and_the_owner_do_at_once_all_chips_stay(spender: Spender) -> None:
    seen, chance, taken = await spender.watched(), random.Random(11), 0

    async def whim(table: WatchedTable) -> None:
        for _ in range(12):
            leaves = chance.random() < 0.5
            await settled(table.stand_up() if leaves else table.sit_down(chance.randint(100, HELD)))
            await settled(table.top_up(chance.randint(1, 300)))

    working = [asyncio.create_task(whim(table)) for table in seen]
    for number in range(6):
        taken += await spender.taken_back(number, 50)
        await asyncio.sleep(0.1)
    await asyncio.gather(*working)
    found = await spender.at_rest()
    assert found.members + found.at_tables == found.minted == HELD - taken
    assert found.transfers > 10
