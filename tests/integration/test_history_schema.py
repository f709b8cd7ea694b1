"""The schema: applied once, gone on with where interrupted, the same for a server and a cluster."""

from typing import Any

import pytest
from clickhouse_connect.driver.exceptions import DatabaseError

from services.history.database import Database
from services.history.schema.migrations import Placement, migrate, migrations
from services.history.settings import ClickHouseSettings
from tests.support.clickhouse import RunningClickHouse

CLUSTER = [
    statement for migration in migrations(Placement("history", "main")) for statement in migration.statements
]


def test_migrations_are_numbered_without_gaps() -> None:
    numbers = [migration.number for migration in migrations(Placement("history"))]

    assert numbers == list(range(1, len(numbers) + 1))


def test_a_second_run_applies_nothing(clickhouse_server: RunningClickHouse) -> None:
    database = Database(ClickHouseSettings(url=clickhouse_server.url, database="schema_twice"))
    database.connect()
    client = clickhouse_server.client(database="schema_twice")

    assert migrate(client, Placement("schema_twice")) == []
    client.close()
    database.close()


def test_an_interrupted_run_is_gone_on_with(clickhouse_server: RunningClickHouse) -> None:
    client = clickhouse_server.client()
    client.command("CREATE DATABASE schema_cut_short")
    client.close()
    client = clickhouse_server.client(database="schema_cut_short")

    with pytest.raises(DatabaseError):
        migrate(Interrupted(client, after=6), Placement("schema_cut_short"))
    applied = migrate(client, Placement("schema_cut_short"))

    assert applied == [
        "0001_hands",
        "0002_figures",
        "0003_quick_answers",
        "0004_totals_of_days",
        "0005_one_context_a_commit",
    ]
    assert client.command("SELECT count() FROM sessions") == 0
    client.close()


class Interrupted:
    """A client that fails after some commands."""

    def __init__(self, client: Any, after: int) -> None:
        self._client = client
        self._left = after

    def command(self, cmd: str) -> Any:
        self._left -= 1
        if self._left < 0:
            raise DatabaseError("away")
        return self._client.command(cmd)

    def query(self, query: str) -> Any:
        return self._client.query(query)


def test_on_a_cluster_tables_are_replicated_and_spread() -> None:
    created = [statement for statement in CLUSTER if statement.startswith("CREATE TABLE")]
    local = [statement for statement in created if "_local ON CLUSTER 'main' (" in statement]
    spread = [statement for statement in created if "ENGINE = Distributed('main', 'history'" in statement]

    assert len(local) == len(spread) == len(created) / 2
    assert all(
        "MergeTree('/clickhouse/tables/{shard}/{database}/{table}'" in statement for statement in local
    )
    assert all("Replicated" in statement for statement in local)
    assert not [statement for statement in CLUSTER if "$" in statement]


def test_clickhouse_can_read_every_statement_for_a_cluster(clickhouse_server: RunningClickHouse) -> None:
    client = clickhouse_server.client()
    for statement in CLUSTER:
        assert client.query(f"EXPLAIN AST {statement}").result_rows
    client.close()
