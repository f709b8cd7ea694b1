"""The embedded ClickHouse answers ClickHouse's ordinary clients."""

from collections.abc import Iterator
from typing import Any

import aiohttp
import clickhouse_connect
import pytest
from clickhouse_connect.driver.exceptions import DatabaseError

from tests.support.clickhouse import PASSWORD, RunningClickHouse, clickhouse


@pytest.fixture(scope="module")
def client(clickhouse_server: RunningClickHouse) -> Iterator[Any]:
    client = clickhouse_server.client()
    client.command("CREATE TABLE chips (seat UInt8, name String, won Int64) ENGINE = MergeTree ORDER BY seat")
    yield client
    client.close()


def test_rows_go_in_by_columns_and_come_out_as_they_were(client: Any) -> None:
    client.insert(
        "chips", [[1, 2], ["Ann", "Bob's \\"], [100, -100]], ["seat", "name", "won"], column_oriented=True
    )

    assert client.query("SELECT * FROM chips ORDER BY seat").result_rows == [
        (1, "Ann", 100),
        (2, "Bob's \\", -100),
    ]


@pytest.mark.parametrize("compress", [False, "lz4", "zstd", "gzip"])
def test_bodies_are_compressed_both_ways(clickhouse_server: RunningClickHouse, compress: bool | str) -> None:
    client = clickhouse_server.client(compress=compress)
    client.command("CREATE OR REPLACE TABLE many (n UInt32, t String) ENGINE = MergeTree ORDER BY n")

    client.insert("many", [[n, f"hand {n}"] for n in range(20_000)], ["n", "t"])

    assert client.query("SELECT sum(n), count() FROM many").first_row == (199_990_000, 20_000)
    assert len(client.query("SELECT * FROM many").result_rows) == 20_000
    client.close()


def test_parameters_are_bound_by_the_engine(client: Any) -> None:
    found = client.query(
        "SELECT {who:String}, {seats:Array(UInt8)}, {most:Int64} + 1",
        parameters={"who": "O'Neill \\ FORMAT", "seats": [1, 9], "most": 41},
    )

    assert found.first_row == ("O'Neill \\ FORMAT", [1, 9], 42)


def test_settings_hold_for_their_statement_alone(client: Any) -> None:
    asked = "SELECT toString(getSetting('max_block_size'))"

    assert client.query(asked, settings={"max_block_size": 77}).first_row == ("77",)
    assert client.query(asked).first_row != ("77",)


def test_an_insert_repeated_under_its_token_changes_nothing(client: Any) -> None:
    client.command(
        "CREATE TABLE once (n UInt32) ENGINE = MergeTree ORDER BY n"
        " SETTINGS non_replicated_deduplication_window = 100"
    )
    for _ in range(2):
        client.insert("once", [[1], [2]], ["n"], settings={"insert_deduplication_token": "once:TABLES:1-2"})

    assert client.command("SELECT count() FROM once") == 2


@pytest.mark.parametrize(
    ("statement", "code"),
    [("SELECT nothing FROM chips", 47), ("SELECT * FROM nowhere", 60), ("SELEC 1", 62)],
)
def test_errors_come_with_clickhouses_codes(client: Any, statement: str, code: int) -> None:
    with pytest.raises(DatabaseError, match=rf"(?i)code:? {code}\b"):
        client.query(statement)


def test_a_stranger_is_not_let_in(clickhouse_server: RunningClickHouse) -> None:
    with pytest.raises(DatabaseError, match="516"):
        clickhouse_connect.get_client(
            host="127.0.0.1", port=clickhouse_server.port, username="riverrun", password="wrong"
        )


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE chips",
        "INSERT INTO chips VALUES (3, 'Eve', 1)",
        "SELECT * FROM file('/etc/passwd', 'LineAsString')",
        "SET readonly = 0",
    ],
)
def test_an_analyst_reads_and_does_nothing_else(
    clickhouse_server: RunningClickHouse, client: Any, statement: str
) -> None:
    analyst = clickhouse_server.client("analyst")

    with pytest.raises(DatabaseError, match="READONLY"):
        analyst.command(statement)
    assert analyst.query("SELECT count() FROM chips").first_row is not None


async def test_the_asynchronous_client_works_as_well(
    clickhouse_server: RunningClickHouse, client: Any
) -> None:
    theirs = await clickhouse_connect.get_async_client(
        host="127.0.0.1", port=clickhouse_server.port, username="riverrun", password=PASSWORD
    )
    await theirs.command("CREATE TABLE later (n UInt32) ENGINE = MergeTree ORDER BY n")
    await theirs.insert("later", [[n] for n in range(5000)], ["n"])

    assert (await theirs.query("SELECT sum(n) FROM later")).first_row == (12_497_500,)
    await theirs.close()


async def test_a_plain_http_client_chooses_its_format(
    clickhouse_server: RunningClickHouse, client: Any
) -> None:
    asked = "SELECT 'FORMAT' AS word, 1 AS one FORMAT JSONEachRow"
    async with aiohttp.ClientSession() as http:
        async with http.post(clickhouse_server.url, data=asked) as answer:
            assert await answer.text() == '{"word":"FORMAT","one":1}\n'
        async with http.get(f"http://127.0.0.1:{clickhouse_server.port}/ping") as answer:
            assert await answer.text() == "Ok.\n"


@pytest.mark.slow
def test_what_is_stored_survives_kill_and_start(tmp_path: Any) -> None:
    with clickhouse(tmp_path / "data") as running:
        client = running.client()
        client.command("CREATE TABLE kept (n UInt32) ENGINE = MergeTree ORDER BY n")
        client.insert("kept", [[n] for n in range(100)], ["n"])
        client.close()
        running.kill()
        running.start_again()
        again = running.client()
        assert again.command("SELECT count() FROM kept") == 100
        again.close()
        assert running.stop() == 0
