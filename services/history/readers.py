"""Connections that read from ClickHouse side by side, each used by one question at a time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import structlog

from services.history.database import Database, DatabaseFailed, apart
from services.history.settings import ClickHouseSettings

log = structlog.get_logger(__name__)

T = TypeVar("T")


class ClickHouseAway(RuntimeError):
    """The database did not answer, or with an error."""


class Readers:
    """Asks questions in threads; a connection that failed is made anew for the next question."""

    def __init__(self, settings: ClickHouseSettings, count: int) -> None:
        self._settings = settings
        self._count = count
        self._free: asyncio.Queue[Database | None] = asyncio.Queue()

    async def start(self) -> dict[str, str]:
        """Connections are made when they are first needed."""
        for _ in range(self._count):
            self._free.put_nowait(None)
        return {}

    async def drain(self) -> None:
        """Questions that were asked are answered."""

    async def stop(self) -> None:
        while not self._free.empty():
            database = self._free.get_nowait()
            if database is not None:
                await apart(database.close)

    async def ask(self, question: Callable[[Database], T]) -> T:
        """What the question gives. Raises `ClickHouseAway`."""
        async with self._connection() as connection:
            try:
                database = connection[0] or await apart(self._connected)
                connection[0] = database
                return await apart(question, database)
            except DatabaseFailed as error:
                log.warning("question_failed", error=str(error)[:300])
                if connection[0] is not None:
                    await apart(connection[0].close)
                connection[0] = None
                raise ClickHouseAway from None

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[list[Database | None]]:
        held = [await self._free.get()]
        try:
            yield held
        finally:
            self._free.put_nowait(held[0])

    def _connected(self) -> Database:
        database = Database(self._settings)
        database.connect_to_read()
        return database
