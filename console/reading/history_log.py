"""The two logs that history is made from: our own tables' commits, and hands from elsewhere."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from riverrun.contracts.subjects import IMPORTED_STREAM, TABLES_STREAM
from riverrun.runtime.eventstore.log_ahead import LogAhead, last_sequence
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.history.database import Database
from services.history.imports.checking import imported_sums, last_imported
from services.history.imports.projecting import ImportProjector
from services.history.projection.checksums import Sum, added, sums_of
from services.history.projection.followed_tables import FollowedTables
from services.history.projection.projector import Projector

Tell = Callable[[int], None]
"""Told which message has been reached."""


class HistoryLog(NamedTuple):
    """A log: its newest message, the sums of all rows up to one, and projecting it up to one."""

    stream: str
    last: Callable[[JetStreamApi], Awaitable[int]]
    sums: Callable[[JetStreamApi, int, Tell], Awaitable[dict[str, Sum]]]
    project: Callable[[JetStreamApi, Database, int, Tell], Awaitable[None]]


async def _played_sums(api: JetStreamApi, up_to: int, tell: Tell) -> dict[str, Sum]:
    log, tables, sums, seq = LogAhead(api, 1), FollowedTables(), dict[str, Sum](), 0
    try:
        while seq < up_to and (commits := await log.more()):
            for seq, commit in commits:
                if seq <= up_to:
                    tables.take(seq, commit)
            sums = added(sums, sums_of(tables.emptied()))
            tell(min(seq, up_to))
    finally:
        await log.close()
    return sums


async def _project_played(api: JetStreamApi, database: Database, last: int, tell: Tell) -> None:
    await Projector(api, database, tell=lambda progress: tell(progress.position)).run(last)


async def _project_imported(api: JetStreamApi, database: Database, last: int, tell: Tell) -> None:
    await ImportProjector(api, database, tell).run(last)


PLAYED = HistoryLog(TABLES_STREAM, last_sequence, _played_sums, _project_played)
IMPORTED = HistoryLog(IMPORTED_STREAM, last_imported, imported_sums, _project_imported)
