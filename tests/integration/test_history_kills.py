"""History is killed again and again while hands are played: what it holds at last is what the log says."""

import asyncio
import itertools
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.bench.filled_log import FilledLog
from riverrun.runtime.nats.users import TABLE
from riverrun.runtime.tasks import end
from services.history.projection.plans import Plans
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import PlayedLog, fresh_database, played_log, stored
from tests.support.service_process import service_process


@pytest.fixture
def long_log(tmp_path: Path) -> Iterator[PlayedLog]:
    with played_log(tmp_path / "long", tables=6, hands=40) as log:
        yield log


async def play_on(played: PlayedLog, folder: Path) -> None:
    """Table after table, as long as one lets it."""
    client = await played.servers.connect(TABLE)
    log = FilledLog(client, folder)
    try:
        for number in itertools.count():
            await log.play([f"s0-more{number:04}"], 2)
            await asyncio.sleep(0.2)
    finally:
        await client.close()


@pytest.mark.long
@pytest.mark.timeout(1_800)
async def test_fifty_times_kill_9_change_nothing(
    long_log: PlayedLog, clickhouse_server: RunningClickHouse, tmp_path: Path
) -> None:
    more = tmp_path / "more"
    more.mkdir()
    playing = asyncio.create_task(play_on(long_log, more), name="play on")
    with fresh_database(clickhouse_server) as database:
        environ = {
            "RIVERRUN_NATS_URL": long_log.servers.urls[0],
            "RIVERRUN_NATS_PASSWORD": long_log.servers.passwords["NATS_HISTORY_PASSWORD"],
            "RIVERRUN_HISTORY_PORT": "0",
            "CLICKHOUSE_URL": clickhouse_server.url,
            "CLICKHOUSE_DATABASE": database.placement.database,
            "RIVERRUN_HISTORY_BATCH_EVENTS": "60",
        }
        positions = []
        for kill in range(50):
            # Before a plan, before any of its tables, in the first batch, which is a redone one, or a later.
            at = {"RIVERRUN_HISTORY_DIE_AT": str(1 + kill * 7 % 41)}
            async with service_process("services.history", **environ, **at) as dying:
                assert await dying.ended(60) == -signal.SIGKILL
            positions.append(await asyncio.to_thread(Plans(database).position))
        await end(playing)
        await asyncio.to_thread(long_log.project, database)

        assert len(set(positions)) > 15
        assert await asyncio.to_thread(stored, database) == await asyncio.to_thread(long_log.sums)
