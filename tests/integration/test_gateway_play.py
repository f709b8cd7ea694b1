"""Players at a real table through the gateway, with the public client; whatever is killed, the hand goes on."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest_asyncio

from riverrun.client import Refused, RiverrunClient, WatchedTable
from riverrun.kernel.identifiers import TableId
from tests.support.gateway import RunningGateway, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.table_process import QUICK, TableProcesses

BUY_IN = 1_000


@pytest_asyncio.fixture
async def gateway(one_server: NatsServers) -> AsyncIterator[RunningGateway]:
    async with running_gateway(one_server) as running:
        yield running


@pytest_asyncio.fixture
async def table_service(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[TableProcesses]:
    processes = TableProcesses(one_server, tmp_path)
    async with processes.running():
        yield processes


class Regular:
    """Plays whatever it is dealt: folds little, raises a little."""

    def __init__(self, table: WatchedTable, seed: int) -> None:
        self._table = table
        self._chance = random.Random(seed)
        self.hands: set[int] = set()

    async def play(self, hands: int) -> None:
        """Until that many hands have ended before its eyes."""
        await self._table.sit_down(BUY_IN)
        await self._act()
        async for update in self._table:
            self.hands |= {event["hand"] for event in update.events if event["type"] == "hand.sealed"}
            if len(self.hands) >= hands:
                return
            await self._act()

    async def _act(self) -> None:
        turn, hand = self._table.my_turn, self._table.hand
        if turn is None or hand is None:
            return
        if turn.max_raise_to and hand.current_bet and self._chance.random() < 0.2:
            await self._table.raise_to(turn.min_raise_to)
        elif not turn.call_amount:
            await self._table.check()
        elif self._chance.random() < 0.1:
            await self._table.fold()
        else:
            await self._table.call()


async def seated(stack: AsyncExitStack, url: str, name: str, table: TableId) -> WatchedTable:
    client = await stack.enter_async_context(RiverrunClient(url))
    await client.login_guest(name)
    return await client.watch(table)


async def opened(stack: AsyncExitStack, url: str) -> TableId:
    owner = await stack.enter_async_context(RiverrunClient(url))
    await owner.login_guest("Owner")
    return await owner.create_table(QUICK)


async def test_three_guests_play_hands(gateway: RunningGateway, table_service: TableProcesses) -> None:
    async with AsyncExitStack() as stack, asyncio.timeout(30):
        table = await opened(stack, gateway.url)
        regulars = [
            Regular(await seated(stack, gateway.url, f"Guest {seed}", table), seed) for seed in range(3)
        ]

        await asyncio.gather(*(regular.play(5) for regular in regulars))


async def test_the_lobby_lists_a_new_table(gateway: RunningGateway, table_service: TableProcesses) -> None:
    async with RiverrunClient(gateway.url) as client, asyncio.timeout(20):
        await client.login_guest("Ann")
        table = await client.create_table(QUICK)

        while table not in {entry.table for entry in await client.tables()}:
            await asyncio.sleep(0.1)


async def test_a_tables_refusal_comes_with_its_numbers(
    gateway: RunningGateway, table_service: TableProcesses
) -> None:
    async with AsyncExitStack() as stack:
        table = await opened(stack, gateway.url)
        watched = await seated(stack, gateway.url, "Ann", table)

        try:
            await watched.sit_down(BUY_IN * 1_000)
        except Refused as refused:
            assert refused.code == "buy_in_out_of_bounds"
            assert refused.details == {"min_buy_in": 100, "max_buy_in": 5_000}
        else:
            raise AssertionError("it was accepted")
