"""The tables of a Riverrun on one machine, listed and looked at through the public API like anybody's."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from console.supervisor.held_slots import NotHosted
from riverrun.client.credential import FixedToken
from riverrun.client.refusal import Refused
from riverrun.client.rest import Rest
from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import LobbyEntry
from riverrun.kernel.identifiers import TableId

NAMES = ("Rhine", "Danube", "Rhone", "Elbe", "Loire", "Vistula", "Douro", "Tagus", "Meuse", "Po")
WITHIN = aiohttp.ClientTimeout(total=10)
ASKED_AT_ONCE = 8
AGAIN_AFTER_S = 0.2
STANDS_STILL = "table_stopped"
"""What a table says that a fault of ours, or an unreadable log, has stopped: an answer, if a sad one."""
MEMBERS_ONLY = "members_only"
"""What the gateway says of a closed club's table once it has answered: no more is a guest told of it."""

NO_ANSWER = (aiohttp.ClientError, TimeoutError, Refused)
"""What every method here raises when the gateway does not do as asked."""


class DemoTables:
    """The house as a guest of its own gateway."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._token = ""

    async def listed(self) -> list[LobbyEntry]:
        """The list of tables."""
        async with self._rest() as rest:
            try:
                return await rest.tables()
            except Refused:
                # A guest's token runs out some day: the next look is another guest's.
                self._token = ""
                raise

    async def until_answered(self, tables: list[TableId], within_s: float) -> list[TableId]:
        """Wait until each table answers; which of them only say that they stand still. Raises `NotHosted`."""
        deadline = time.monotonic() + within_s
        gate = asyncio.Semaphore(ASKED_AT_ONCE)
        async with self._rest() as rest:

            async def stands_still(table: TableId) -> bool:
                async with gate:
                    return await _stands_still(rest, table, deadline)

            still = await asyncio.gather(*map(stands_still, tables))
        return [table for table, stands in zip(tables, still, strict=True) if stands]

    @asynccontextmanager
    async def _rest(self) -> AsyncIterator[Rest]:
        async with aiohttp.ClientSession(timeout=WITHIN) as http:
            rest = Rest(http, self._url)
            if not self._token:
                self._token = (await rest.new_guest("House")).token
            rest.credential = FixedToken(self._token)
            yield rest


async def _stands_still(rest: Rest, table: TableId, deadline: float) -> bool:
    while True:
        try:
            await rest.snapshot(table)
        except Refused as refused:
            if refused.code in (STANDS_STILL, MEMBERS_ONLY):
                return refused.code == STANDS_STILL
            why = refused.code
        except (aiohttp.ClientError, TimeoutError) as error:
            why = repr(error)
        else:
            return False
        if time.monotonic() > deadline:
            raise NotHosted(f"{table} does not answer: {why}")
        await asyncio.sleep(AGAIN_AFTER_S)


def demo_config(number: int) -> TableConfig:
    """Nine seats, so that people find a place among computer players; blinds 50/100; all-ins are insured."""
    turn, place = divmod(number, len(NAMES))
    name = NAMES[place] if not turn else f"{NAMES[place]} {turn + 1}"
    return TableConfig(name=name, seats=9, insurance=InsuranceOptions(offered=True))
