"""Says now and then how many hands were played: the one line a healthy system needs."""

import asyncio

from console.supervisor.demo_tables import NO_ANSWER, DemoTables
from console.supervisor.screen import Screen
from riverrun.contracts.views import LobbyEntry

EVERY_S = 30.0


async def tell_hands(demo: DemoTables, screen: Screen, every_s: float = EVERY_S) -> None:
    """A line each half minute, until cancelled; none while nobody answers."""
    before: dict[str, int] = {}
    while True:
        try:
            tables = await demo.listed()
        except NO_ANSWER:
            tables = []
        if tables:
            if before:
                screen.say(summary(tables, before, every_s), "dim")
            before = {entry.table: entry.hand_number for entry in tables}
        await asyncio.sleep(every_s)


def summary(tables: list[LobbyEntry], before: dict[str, int], seconds: float) -> str:
    """What happened since the last look."""
    played = sum(entry.hand_number - before.get(entry.table, 0) for entry in tables)
    in_all = sum(entry.hand_number for entry in tables)
    seated = sum(entry.seated for entry in tables)
    where = "1 table" if len(tables) == 1 else f"{len(tables)} tables"
    return f"{played} hands in {seconds:.0f} s, {in_all:,} in all; {seated} players at {where}"
