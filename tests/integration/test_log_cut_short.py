"""A real log that comes back without its end, as after a power cut: who has read that end is told."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.club.tables.tables_log import LogCutShort, TablesLog
from tests.support.nats_server import NatsServers
from tests.support.till import new_table, open_log


class PowerCut:
    """A server whose disk can be set back to what it held before."""

    def __init__(self, folder: Path) -> None:
        self.servers = NatsServers(folder / "nats")
        self._disk, self._before = folder / "nats" / "server-0", folder / "before"

    def remember(self) -> None:
        self.servers.stop()
        shutil.copytree(self._disk / "jetstream", self._before)
        self.servers.start()

    def strike(self) -> None:
        self.servers.servers[0].kill()
        shutil.rmtree(self._disk / "jetstream")
        shutil.copytree(self._before, self._disk / "jetstream")
        self.servers.start()

    async def written(self, commits: int) -> None:
        """By a process that is gone afterwards."""
        log = await open_log(self.servers)
        table = new_table()
        await log.fill(table, commits, await log.open(table), 1)
        await log.close()


@pytest.fixture
def power(tmp_path: Path) -> Iterator[PowerCut]:
    made = PowerCut(tmp_path)
    made.servers.start()
    yield made
    made.servers.stop()


@pytest.mark.parametrize("grown", [0, 20])
async def test_who_has_read_what_is_lost_is_told(power: PowerCut, grown: int) -> None:
    await power.servers.found()
    await power.written(3)
    power.remember()
    await power.written(5)
    client = await power.servers.connect()
    log = TablesLog(JetStreamApi(client))
    read = await log.read_from(1)
    assert not await log.read_from(read[-1].seq + 1)
    seen = log.mark
    assert seen is not None
    assert (await log.holds(seen), await log.ends()) == (True, seen.seq)
    await client.close()

    power.strike()
    if grown:
        await power.written(grown)
    client = await power.servers.connect()
    after = TablesLog(JetStreamApi(client))
    after._last = log._last  # a process that lives on has the same connection again

    assert not await after.holds(seen)
    assert (await after.ends() < seen.seq) is not bool(grown)
    with pytest.raises(LogCutShort):
        await after.read_from(seen.seq + 1)
    kept = await after.read_from(1)
    assert kept[0] == read[0]
    await client.close()
