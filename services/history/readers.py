"""Connections that read from ClickHouse side by side, each used by one question at a time."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import structlog

from services.history.database import Database, DatabaseFailed
from services.history.settings import ClickHouseSettings

log = structlog.get_logger(__name__)

T = TypeVar("T")
ENDS_WITHIN_S = 5.0


class ClickHouseAway(RuntimeError):
    """The database did not answer, or with an error."""


class Readers:
    """Asks questions in threads; a connection that failed is made anew for the next question."""

    def __init__(self, settings: ClickHouseSettings, count: int) -> None:
        self._settings = settings
        self._count = count
        self._free: asyncio.Queue[Database | None] = asyncio.Queue()
        self._asked: set[asyncio.Task[Any]] = set()

    async def start(self) -> dict[str, str]:
        """Connections are made when they are first needed."""
        for _ in range(self._count):
            self._free.put_nowait(None)
        return {}

    async def drain(self) -> None:
        """Questions that were asked are answered."""

    async def stop(self) -> None:
        if self._asked:
            await asyncio.wait(self._asked, timeout=ENDS_WITHIN_S)
        while not self._free.empty():
            database = self._free.get_nowait()
            if database is not None:
                await database.apart(database.close)

    async def ask(self, question: Callable[[Database], T]) -> T:
        """What the question gives. Raises `ClickHouseAway`.

        Who asks may go away; the connection is the question's until its thread has ended.
        """
        free = await self._free.get()
        asked = asyncio.create_task(self._ask(free, question), name="ask clickhouse")
        self._asked.add(asked)
        asked.add_done_callback(self._ended)
        return await asyncio.shield(asked)

    def _ended(self, asked: "asyncio.Task[Any]") -> None:
        self._asked.discard(asked)
        if not asked.cancelled() and (error := asked.exception()) is not None:
            # Nobody may be there any more to be told; `_ask` has logged what is expected.
            log.debug("question_ended", error=repr(error)[:300])

    async def _ask(self, free: Database | None, question: Callable[[Database], T]) -> T:
        database = free or Database(self._settings)
        kept: Database | None = None
        try:
            if free is None:
                await database.apart(database.connect_to_read)
            answer = await database.apart(question, database)
            kept = database
        except DatabaseFailed as error:
            log.warning("question_failed", error=str(error)[:300])
            raise ClickHouseAway from None
        finally:
            if kept is None:
                await database.apart(database.close)
            self._free.put_nowait(kept)
        return answer
