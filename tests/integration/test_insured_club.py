"""Tables of one club sell covers below one limit, whatever is killed; the audit proves it (R9.12)."""

import asyncio
import contextlib
import itertools
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio
from msgspec.structs import replace

from console.reading.audited_ledgers import AuditedClub, ClubAudit
from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.table_config import TableConfig
from riverrun.pb.club.v1.club_pb2_grpc import ClubsStub, LedgerStub
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.grpc.channel import open_channel
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR
from tests.support.all_ins import BUY_IN, PLAYERS, an_offer, buy_full, open_offer, over
from tests.support.club_house import ClubHouse, running_clubs
from tests.support.club_processes import ClubProcesses
from tests.support.insurer import NOBODY, insured_by, running_insurer
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.table_process import UNHURRIED, TableProcesses, asking

LIMIT = 2_500
OPEN_LONG_MS = 120_000
INSURED = replace(UNHURRIED, insurance=InsuranceOptions(offered=True, prompt_ms=OPEN_LONG_MS))
LIMITED = replace(UNHURRIED, insurance=replace(INSURED.insurance, limit_in_all=LIMIT))


class Night:
    """A club with two members who go all-in at table after table."""

    def __init__(self, stack: AsyncExitStack, servers: NatsServers, folder: Path) -> None:
        self.stack = stack
        self.servers = servers
        self.clubs = ClubProcesses(stack, servers, folder)
        self.tables = TableProcesses(servers, folder)
        self.played: list[str] = []
        self._ids = itertools.count(1)

    async def begin(self) -> None:
        await self.clubs.start()
        channel = open_channel(self.clubs.target)
        self.stack.push_async_callback(channel.close)
        self.house = ClubHouse(self.clubs.target, ClubsStub(channel), LedgerStub(channel))
        self.insurer = await self.stack.enter_async_context(running_insurer())
        self.host = await self.start_table(self.insurer)
        self.door = await self.stack.enter_async_context(asking(self.servers))
        self.club = await self.house.found()
        await self.house.join(self.club, PLAYERS[1])
        for player in PLAYERS:
            await self.house.grant(self.club, player, 100 * BUY_IN)

    async def start_table(self, insurer: str) -> Any:
        environ = {**insured_by(insurer), "RIVERRUN_CLUB_TARGET": self.clubs.target}
        return await self.stack.enter_async_context(self.tables.hosting(**environ))

    async def restart_club(self) -> None:
        """`kill -9`, and another one in its place that answers."""
        await self.clubs.kill()
        await self.start_club_again()

    async def start_club_again(self) -> None:
        await self.clubs.start()
        async with asyncio.timeout(LONG_S):
            while True:
                with contextlib.suppress(grpc.aio.AioRpcError):
                    await self.house.balance(self.club, "insurance")
                    return
                await asyncio.sleep(0.1)

    async def open_table(self, config: TableConfig = INSURED) -> str:
        self.played.append(await self.house.open_table(self.club, config))
        return self.played[-1]

    async def open_limited(self) -> str:
        """A table with a limit of its own."""
        return await self.open_table(LIMITED)

    async def audited(self) -> AuditedClub:
        """What the audit says of the club, from the log alone."""
        client = await self.servers.connect(AUDITOR)
        try:
            api = JetStreamApi(client, AUDITOR.api_prefix)
            reader = CommitReader(api)
            audit = ClubAudit(api, reader)
            place = await audit.place()
            tails = {table: await reader.tail(table) for table in self.played}
            cut = {table: tail for table, tail in tails.items() if tail is not None}
            (found,) = [one for one in await audit.audited(place, cut) if one.club == self.club.club]
        finally:
            await client.close()
        return found

    async def brought_over(self) -> AuditedClub:
        """The audit once the club has brought over all that tables moved, and holds nothing any more."""
        until = time.monotonic() + LONG_S
        while True:
            found = await self.audited()
            assert found.finding is None, found
            if not (found.not_brought_over or found.on_the_way or found.exposed):
                return found
            assert time.monotonic() < until, found
            await asyncio.sleep(0.2)


@pytest_asyncio.fixture
async def night(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[Night]:
    async with AsyncExitStack() as stack:
        made = Night(stack, one_server, tmp_path)
        await made.begin()
        yield made


def most(offer: dict[str, Any]) -> int:
    """The most that can be covered."""
    return max(int(price["most"]) for price in offer["prices"])


@pytest.mark.slow
async def test_two_tables_share_their_clubs_limit_though_club_and_tables_are_killed(night: Night) -> None:
    one, first = await an_offer(night.door, night.open_limited)
    await night.restart_club()
    other, second = await an_offer(night.door, night.open_limited)
    assert second["capped"]
    audited = await night.audited()
    assert audited.finding is None
    assert most(first) + most(second) <= audited.exposed <= LIMIT

    night.host.signal(signal.SIGKILL)
    await night.clubs.kill()
    # Nobody is left to ask for a price; the offers stand in the log and are bought from the next host.
    await night.start_table(NOBODY)
    for table, offer in ((one, first), (other, second)):
        assert await open_offer(night.door, table) == offer
        await buy_full(night.door, table, offer)
        await over(night.door, table)
    await night.start_club_again()

    found = await night.brought_over()
    assert -LIMIT <= found.insurance == await night.house.balance(night.club, "insurance")


@pytest.mark.slow
async def test_tables_opened_before_their_club_had_a_limit_share_it_once_another_process_has_set_it(
    night: Night, one_server: NatsServers
) -> None:
    unlimited, free = await an_offer(night.door, night.open_table)
    assert not free["capped"]
    assert (await night.audited()).exposed == 0

    async with running_clubs(one_server) as elsewhere:

        async def opened_before_the_limit() -> str:
            await elsewhere.bound_insurance(night.club, 0)
            table = await night.open_table()
            await elsewhere.bound_insurance(night.club, LIMIT)
            return table

        one, first = await an_offer(night.door, opened_before_the_limit)
        other, second = await an_offer(night.door, opened_before_the_limit)
    audited = await night.audited()
    assert audited.finding is None
    assert second["capped"]
    assert most(first) + most(second) <= audited.exposed <= LIMIT

    for table in (unlimited, one, other):
        await over(night.door, table)
    await night.brought_over()
