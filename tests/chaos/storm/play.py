"""Hands played at the clubs' tables meanwhile, so that stacks change hands and rake is taken."""

import asyncio
from typing import NoReturn

from riverrun.kernel.identifiers import TableId
from tests.support.table_process import Asking, RawBot

PAUSE_S = 0.1


async def play(door: Asking, table: TableId, seed: int) -> NoReturn:
    """Whoever's turn it is acts, until cancelled."""
    bots: dict[str, RawBot] = {}
    while True:
        view = await door.see(table, "watcher")
        turn = view["hand"] and view["hand"]["turn"]
        player = turn and next((one["player"] for one in view["seats"] if one["seat"] == turn["seat"]), None)
        if player:
            bot = bots.setdefault(player, RawBot(door, table, player, seed + len(bots)))
            await bot.act_if_asked()
        await asyncio.sleep(PAUSE_S)
