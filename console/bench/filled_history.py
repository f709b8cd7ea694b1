"""A log with as many action rows as one likes, kept in a folder or filled anew."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from console.bench.copied_tables import CopiedTables, Counted
from console.bench.quick_publisher import QuickPublisher
from console.bench.throwaway_log import ThrowawayServer
from riverrun.runtime.nats.users import TABLE

NOTE = "filled.json"


@dataclass(frozen=True)
class FilledHistory:
    """How many copies of the originals there are, and what lies in the log."""

    copies: int
    counted: Counted


async def filled_history(
    server: ThrowawayServer, actions: int, tell: Callable[[int, int], None]
) -> FilledHistory:
    """At least so many rows of actions; a folder that was filled once is taken as it is."""
    note = server.folder / NOTE
    if note.exists():
        return msgspec.json.decode(note.read_bytes(), type=FilledHistory)
    publisher = QuickPublisher(server.url, TABLE, server.passwords[TABLE.password_variable])
    tables = CopiedTables(server.folder, publisher.answer_to)
    copies = -(-actions // tables.each.actions)
    await publisher.open()
    for copy in range(copies):
        for part in tables.copy(copy):
            await publisher.publish(part)
        tell(copy + 1, copies)
    await publisher.close()
    filled = FilledHistory(copies, tables.each.times(copies))
    note.write_bytes(msgspec.json.encode(filled))
    return filled
