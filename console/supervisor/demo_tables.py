"""The tables of a Riverrun on one machine, opened through the public API like anybody's."""

import aiohttp

from riverrun.client.rest import Rest
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import LobbyEntry

NAMES = ("Rhine", "Danube", "Rhone", "Elbe", "Loire", "Vistula", "Douro", "Tagus", "Meuse", "Po")
WITHIN = aiohttp.ClientTimeout(total=10)


async def tables_there(url: str) -> list[LobbyEntry]:
    """The list of tables. Raises `aiohttp.ClientError`, `TimeoutError`, `Refused`."""
    async with aiohttp.ClientSession(timeout=WITHIN) as http:
        return await Rest(http, url).tables()


async def open_tables(url: str, wanted: int) -> list[str]:
    """Open tables until there are `wanted`, older ones counted; all of them. Raises as above."""
    async with aiohttp.ClientSession(timeout=WITHIN) as http:
        rest = Rest(http, url)
        tables = [entry.table for entry in await rest.tables()]
        if len(tables) < wanted:
            rest.token = (await rest.new_guest("Host")).token
        while len(tables) < wanted:
            tables.append(await rest.open_table(demo_config(len(tables))))
    return tables


def demo_config(number: int) -> TableConfig:
    """Nine seats, so that people find a place among computer players; blinds 50/100."""
    turn, place = divmod(number, len(NAMES))
    return TableConfig(name=NAMES[place] if not turn else f"{NAMES[place]} {turn + 1}", seats=9)
