"""A table's line in the list is written until the log has it, the newest alone."""

import asyncio

import msgspec
import nats.errors
import pytest

from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import LobbyEntry
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table
from riverrun.runtime.nats.answers import ApiError, ApiRefused
from riverrun.runtime.tasks import end
from services.table.decide import seating
from services.table.host import lobby
from services.table.host.lobby import Lobby
from tests.support.waiting import until

REFUSED = ApiRefused("$KV.lobby.s0-rhine", ApiError(503, 10023, "insufficient resources"))


def rhine(name: str = "Rhine") -> Table:
    return evolve(None, seating.open_table("s0-rhine", TableConfig(name=name), "p-ann"))


class Bucket:
    """Refuses as often as it is told to."""

    def __init__(self, *refusals: Exception) -> None:
        self._refusals = list(refusals)
        self.names: list[str] = []

    async def put(self, _table: str, entry: bytes) -> None:
        if self._refusals:
            raise self._refusals.pop(0)
        self.names.append(msgspec.json.decode(entry, type=LobbyEntry).name)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "PAUSE_S", 0)
    monkeypatch.setattr(lobby, "RETRY_S", 0)


async def first_written(entries: Lobby, bucket: Bucket) -> list[str]:
    """The names in the bucket once there are any, or writing has ended."""
    writing = asyncio.create_task(entries.run())
    try:
        await until(lambda: bool(bucket.names) or writing.done())
        return bucket.names
    finally:
        await end(writing)


@pytest.mark.parametrize("why", [REFUSED, nats.errors.TimeoutError(), ConnectionResetError()])
async def test_what_the_log_does_not_take_is_written_again(why: Exception) -> None:
    bucket = Bucket(why, why)
    entries = Lobby(bucket.put)
    entries.note(rhine(), 1)

    assert await first_written(entries, bucket) == ["Rhine"]


async def test_of_what_was_noted_meanwhile_the_newest_is_written() -> None:
    bucket = Bucket()
    entries = Lobby(bucket.put)
    entries.note(rhine("Old"), 1)
    entries.note(rhine("New"), 2)

    assert await first_written(entries, bucket) == ["New"]
