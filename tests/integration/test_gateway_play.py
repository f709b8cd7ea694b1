"""Players at a real table through the gateway, with the public client."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from riverrun.client import Refused
from tests.support.gateway import RunningGateway, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.regulars import at_play, come_in, open_a_table
from tests.support.table_process import UNHURRIED, TableProcesses


@pytest_asyncio.fixture
async def gateway(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[RunningGateway]:
    async with TableProcesses(one_server, tmp_path).hosting(), running_gateway(one_server) as running:
        yield running


async def test_three_guests_play_hands(gateway: RunningGateway) -> None:
    async with AsyncExitStack() as stack, asyncio.timeout(LONG_S):
        table = await open_a_table(stack, gateway.url, UNHURRIED)
        regulars = await come_in(stack, gateway.url, table, count=3)

        async with at_play(*regulars) as playing:
            await playing.goes_on(5)

        assert {kind for regular in regulars for kind in regular.kinds} == {"snapshot", "events"}


async def test_a_new_table_stands_in_the_lobby_and_refuses_with_numbers(gateway: RunningGateway) -> None:
    async with AsyncExitStack() as stack:
        table = await open_a_table(stack, gateway.url)
        (ann,) = await come_in(stack, gateway.url, table, count=1)

        with pytest.raises(Refused) as refused:
            await ann.table.sit_down(1_000_000)

        assert refused.value.code == "buy_in_out_of_bounds"
        assert refused.value.details == {"min_buy_in": 100, "max_buy_in": 5_000}
