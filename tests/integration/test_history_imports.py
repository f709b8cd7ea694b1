"""Hands from elsewhere: in the log once, in a history of their own, and in nobody's figures here."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from nats.aio.client import Client

from console.__main__ import main
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import HISTORY, OPERATOR
from services.history.database import Database
from services.history.hands.frames import frames
from services.history.hands.search import HandSearch, Wanted
from services.history.hands.stored_hands import StoredHands
from services.history.imports.checking import imported_sums, last_imported
from services.history.imports.projecting import ImportProjector
from services.history.projection.checksums import TABLES, Sum
from services.history.statistics.hud import Hud
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import fresh_database, stored
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.unit.console.test_phh_import import SHOWDOWN

OTHER = SHOWDOWN.replace("2019", "2020").replace("AsAh", "QcQh")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    running = NatsServers(tmp_path_factory.mktemp("imported"))
    try:
        running.start()
        asyncio.run(running.found())
        yield running
    finally:
        running.stop()


@pytest.fixture
async def history_client(servers: NatsServers) -> AsyncIterator[Client]:
    client = await servers.connect(HISTORY)
    yield client
    await client.close()


def bring_in(servers: NatsServers, *files: Path, source: str = "elsewhere", as_json: bool = False) -> Result:
    words = ["phh", "import", *map(str, files), "--source", source, "--nats", servers.urls[0]]
    words += ["--json"] if as_json else []
    environment = {OPERATOR.password_variable: servers.passwords[OPERATOR.password_variable]}
    return CliRunner().invoke(main, words, env=environment, catch_exceptions=False)


def written(folder: Path, **texts: str) -> list[Path]:
    files = []
    for name, text in texts.items():
        files.append(folder / f"{name}.phh")
        files[-1].write_text(text)
    return files


async def projected(client: Client, database: Database) -> int:
    """Bring the database up to the log; how many hands the log holds."""
    api = JetStreamApi(client, HISTORY.api_prefix, LONG_S)
    last = await last_imported(api)
    await ImportProjector(api, database).run(last)
    return last


async def test_imported_hands_are_found_replayed_and_counted_apart(
    servers: NatsServers, history_client: Client, clickhouse_server: RunningClickHouse, tmp_path: Path
) -> None:
    files = written(tmp_path, one=SHOWDOWN, two=OTHER)
    first = await asyncio.to_thread(bring_in, servers, *files)
    again = await asyncio.to_thread(bring_in, servers, *files)

    assert (first.exit_code, first.stdout) == (0, "2 hands of elsewhere brought in\n")
    assert again.stdout == "0 hands of elsewhere brought in, 2 were there\n"
    with fresh_database(clickhouse_server) as database:
        assert await projected(history_client, database) == 2
        newest, oldest = HandSearch(database).find(Wanted())
        assert (newest.table_name, newest.pot) == ("elsewhere", 34)
        assert [one.ended_ms for one in (oldest, newest)] == [1_562_157_000_000, 1_593_779_400_000]
        assert [one.table for one in HandSearch(database).find(Wanted(cards="QcKh"))] == []
        told = StoredHands(database).told(oldest.table, oldest.hand)
        assert told is not None
        assert [(one.name, one.net, one.shown) for one in told.players] == [
            ("Ann", 18, "AsAh"),
            ("Bob", -2, "7c2d"),
            ("Cy", -16, ""),
        ]
        *_, last = frames(told)
        assert {one.name: one.stack for one in last.seats} == {"Ann": 118, "Bob": 198, "Cy": 184}
        ann = told.players[0].player
        assert Hud(database).of([ann])[ann].hands == 2


async def test_projected_again_after_a_crash_everything_is_there_once(
    servers: NatsServers, history_client: Client, clickhouse_server: RunningClickHouse, tmp_path: Path
) -> None:
    await asyncio.to_thread(bring_in, servers, *written(tmp_path, one=SHOWDOWN), source="once more")
    with fresh_database(clickhouse_server) as database:
        last = await projected(history_client, database)
        await projected(history_client, database)

        api = JetStreamApi(history_client, HISTORY.api_prefix)
        expected = await imported_sums(api, last, lambda _: None)
        assert stored(database) == {table: expected.get(table, Sum()) for table in TABLES}
        assert expected["hands"].rows == last


def test_a_hand_that_is_wrong_is_told_and_the_others_come_in(servers: NatsServers, tmp_path: Path) -> None:
    texts = {
        "bad": SHOWDOWN.replace("cbr 6", "cbr 3"),
        "good": SHOWDOWN.replace("2019", "2021"),
        "none": "x = [",
    }
    files = written(tmp_path, **texts)

    result = bring_in(servers, *files)
    told = msgspec.json.decode(bring_in(servers, *files, as_json=True).stdout)

    assert (result.exit_code, result.stdout) == (1, "1 hand of elsewhere brought in, 2 refused\n")
    assert f"{files[0]}:10: not_allowed" in result.stderr.replace("\n", "")
    assert (told["brought_in"], told["were_there"]) == (0, 1)
    refused = [(one["file"], one["line"], one["code"]) for one in told["refused"]]
    assert refused == [(str(files[0]), 10, "not_allowed"), (str(files[2]), 1, "not_toml")]


def test_without_a_log_nothing_is_brought_in(tmp_path: Path) -> None:
    words = ["phh", "import", str(*written(tmp_path, one=SHOWDOWN)), "--data", str(tmp_path / "nowhere")]

    result = CliRunner().invoke(main, words, catch_exceptions=False)

    assert result.exit_code == 2
    assert "no `riverrun up` runs" in result.stderr
