"""Says now and then how many hands were played: the one line a healthy system needs."""

import asyncio

from console.supervisor.demo_tables import NO_ANSWER, DemoTables
from console.supervisor.screen import Screen
from console.telling.words import hands_told
from riverrun.contracts.views import LobbyEntry
from riverrun.kernel.identifiers import TableId, root_of

EVERY_S = 30.0


async def tell_hands(demo: DemoTables, screen: Screen, every_s: float = EVERY_S) -> None:
    """A line each half minute, until cancelled; none while nobody answers."""
    before: dict[TableId, int] = {}
    while True:
        try:
            tables = await demo.listed()
        except NO_ANSWER:
            tables = []
        if tables:
            if before:
                screen.say(summary(tables, before, every_s), "dim")
            before = {root_of(entry.table): entry.hand_number for entry in tables}
        await asyncio.sleep(every_s)


def summary(tables: list[LobbyEntry], before: dict[TableId, int], seconds: float) -> str:
    """What happened since the last look, when each table, by its first id, had dealt so many hands."""
    played = sum(entry.hand_number - before.get(root_of(entry.table), 0) for entry in tables)
    in_all = sum(entry.hand_number for entry in tables)
    seated = sum(entry.seated for entry in tables)
    where = "1 table" if len(tables) == 1 else f"{len(tables)} tables"
    return f"{hands_told(played)} in {seconds:.0f} s, {in_all:,} in all; {seated} players at {where}"
