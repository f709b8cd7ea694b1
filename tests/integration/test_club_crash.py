"""kill -9 of club, table and log in mid-transfer: every chip is accounted for, none is moved twice."""

import asyncio
import itertools
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import grpc
import msgspec
import pytest
import pytest_asyncio

from console.reading.audited_ledgers import AuditedClub, ClubAudit
from riverrun.contracts.table_commands import SitDown, StandUp
from riverrun.contracts.table_config import RakeTerms
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.pb.club.v1.club_pb2_grpc import ClubsStub, LedgerStub
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.grpc.refused import refusal_in
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR
from riverrun.runtime.tasks import end
from tests.support.club_house import ClubHouse, by
from tests.support.club_processes import ClubProcesses
from tests.support.nats_server import NatsServers
from tests.support.table_process import QUICK, RawBot, TableProcesses, asking

RAKED = msgspec.structs.replace(
    QUICK, seats=3, rake=RakeTerms(bps=500, cap_two=50, cap_three_four=50, cap_five_up=50)
)
PLAYERS = ("ann", "bob", "cid")
GRANTS = 40
AWAY = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


class Game:
    """A club whose members come, play, go and are granted chips, whatever is killed."""

    def __init__(self, stack: AsyncExitStack, servers: NatsServers, folder: Path) -> None:
        self.stack = stack
        self.servers = servers
        self.clubs = ClubProcesses(stack, servers, folder)
        self.tables = TableProcesses(servers, folder)
        self.granted = 0

    async def begin(self) -> None:
        await self.clubs.start()
        channel = open_channel(self.clubs.target)
        self.stack.push_async_callback(channel.close)
        self.house = ClubHouse(self.clubs.target, ClubsStub(channel), LedgerStub(channel))
        await self.start_table()
        self.door = await self.stack.enter_async_context(asking(self.servers))
        self.club = await self.house.found()
        await self.house.join(self.club, *PLAYERS[1:])
        self.table = await self.house.open_table(self.club, RAKED)

    async def start_table(self) -> None:
        self.host = await self.stack.enter_async_context(
            self.tables.running(RIVERRUN_CLUB_TARGET=self.clubs.target, RIVERRUN_CLUB_DEADLINE_MS="500")
        )

    async def grant(self) -> None:
        """Forty grants under ids of their own, each asked for until answered."""
        for number in range(GRANTS):
            player = PLAYERS[number % 3]
            amount = 200 + number
            await self.until_answered(player, amount, f"g-{number}")
            self.granted += amount

    async def until_answered(self, player: str, amount: int, transfer: str) -> None:
        request = pb.GrantRequest(
            by=by("ann"), club=self.club.club, transfer=transfer, player=player, amount=amount, note="more"
        )
        while True:
            try:
                await self.house.ledger.Grant(request, timeout=2)
                return
            except grpc.aio.AioRpcError as error:
                if refusal_in(error) is not None or error.code() not in AWAY:
                    raise
                await asyncio.sleep(0.05)

    async def come_and_go(self, player: str, seed: int) -> None:
        """Sit down with what there is, play a little, stand up, again and again."""
        chance = random.Random(seed)
        bot = RawBot(self.door, self.table, player, seed)
        for turn in itertools.count():
            await self.door.ask(
                self.table, player, SitDown(100 + chance.randrange(100)), f"{player}-{turn}-s"
            )
            until = time.monotonic() + 0.5 + chance.random()
            while time.monotonic() < until:
                await bot.act_if_asked()
                await asyncio.sleep(0.02)
            await self.door.ask(self.table, player, StandUp(), f"{player}-{turn}-u")

    async def audited(self) -> AuditedClub:
        """What the audit says of the club, from the log alone."""
        client = await self.servers.connect(AUDITOR)
        try:
            api = JetStreamApi(client, AUDITOR.api_prefix)
            reader = CommitReader(api)
            audit = ClubAudit(api, reader)
            place = await audit.place()
            tail = await reader.tail(self.table)
            assert tail is not None
            clubs = await audit.audited(place, {self.table: tail})
        finally:
            await client.close()
        return next(one for one in clubs if one.club == self.club.club)

    async def at_rest(self) -> AuditedClub:
        """Once all have stood up and all is brought over."""
        until = time.monotonic() + 40
        while True:
            for player in PLAYERS:
                await self.door.ask(self.table, player, StandUp())
            found = await self.audited()
            assert found.finding is None, found
            if found.at_tables == found.on_the_way == found.not_brought_over == 0:
                return found
            assert time.monotonic() < until, found
            await asyncio.sleep(0.3)


@pytest_asyncio.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with AsyncExitStack() as stack:
        servers = NatsServers(tmp_path / "nats", 1)
        stack.callback(servers.stop)
        await asyncio.to_thread(servers.start)
        await servers.found()
        made = Game(stack, servers, tmp_path)
        await made.begin()
        yield made


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_no_chip_is_lost_or_doubled_whatever_is_killed(game: Game) -> None:
    playing = [
        asyncio.create_task(game.come_and_go(player, seed), name=player)
        for seed, player in enumerate(PLAYERS)
    ]
    granting = asyncio.create_task(game.grant(), name="grants")
    try:
        for kills in range(2):
            await asyncio.sleep(1.5)
            await game.clubs.kill()
            # Also an audit that runs meanwhile finds the books in order.
            assert (await game.audited()).finding is None
            await game.clubs.start()
            if kills == 0:
                game.host.signal(signal.SIGKILL)
                await game.start_table()
            else:
                (log,) = game.servers.servers
                log.kill()
                log.start()
                await asyncio.to_thread(log.wait_until_ready)
        await granting
        await asyncio.sleep(1)
    finally:
        await end(*playing, granting)
    found = await game.at_rest()
    assert found.members + found.revenue == found.minted == game.granted
    assert found.transfers > GRANTS
