"""Questions to ClickHouse: a connection is a question's until its thread has ended."""

import asyncio
import threading

import pytest

from services.history.database import Database
from services.history.readers import ClickHouseAway, Readers
from services.history.settings import ClickHouseSettings
from tests.support.clickhouse import RunningClickHouse
from tests.support.patience import LONG_S


class SlowQuestion:
    """Tells when its thread has begun, and ends when it is told to."""

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self, _database: Database) -> str:
        self.begun.set()
        self.may_end.wait(LONG_S)
        return "late"


def one(database: Database) -> int:
    (row,) = database.query("SELECT 1 AS one")
    return int(row["one"])


async def test_a_question_whose_asker_went_away_keeps_its_connection_until_it_ends(
    clickhouse_server: RunningClickHouse,
) -> None:
    readers = Readers(ClickHouseSettings(url=clickhouse_server.url, database="default"), 1)
    await readers.start()
    slow = SlowQuestion()
    asking = asyncio.create_task(readers.ask(slow))
    await asyncio.to_thread(slow.begun.wait, LONG_S)

    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    next_one = asyncio.create_task(readers.ask(one))
    await asyncio.sleep(0.2)

    assert not next_one.done()
    slow.may_end.set()
    async with asyncio.timeout(LONG_S):
        assert await next_one == 1
        await readers.stop()


async def test_a_question_that_fails_leaves_a_connection_for_the_next(
    clickhouse_server: RunningClickHouse,
) -> None:
    readers = Readers(ClickHouseSettings(url=clickhouse_server.url, database="default"), 1)
    await readers.start()

    with pytest.raises(ClickHouseAway):
        await readers.ask(lambda database: database.query("SELECT * FROM nowhere"))
    with pytest.raises(KeyError):
        await readers.ask(lambda database: database.query("SELECT 1 AS one")[0]["two"])

    async with asyncio.timeout(LONG_S):
        assert await readers.ask(one) == 1
        await readers.stop()


async def test_other_threads_keep_a_database_not_waiting() -> None:
    may_end = threading.Event()
    busy = [asyncio.create_task(asyncio.to_thread(may_end.wait, LONG_S)) for _ in range(40)]
    await asyncio.sleep(0)

    async with asyncio.timeout(LONG_S):
        assert await Database(ClickHouseSettings()).apart(lambda: "written") == "written"

    may_end.set()
    await asyncio.gather(*busy)
