"""Every query of docs/analytics.md runs, as the analyst who may only read."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.architecture.tree import PROJECT
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import fresh_database, played_log

DOCUMENT = (PROJECT / "docs" / "analytics.md").read_text()
QUERIES = re.findall(r"^([^\n]+):\n\n```sql\n(.*?)```", DOCUMENT, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory, clickhouse_server: RunningClickHouse) -> Iterator[Any]:
    with (
        played_log(tmp_path_factory.mktemp("log") / "played", lives=1) as log,
        fresh_database(clickhouse_server) as database,
    ):
        log.project(database, events=20_000)
        client = clickhouse_server.client("analyst", database=database.placement.database)
        yield client
        client.close()


def test_there_are_twenty_queries() -> None:
    assert len(QUERIES) >= 20


@pytest.mark.parametrize(("asked", "query"), QUERIES, ids=[asked for asked, _ in QUERIES])
def test_a_query_of_the_document_has_an_answer(analyst: Any, asked: str, query: str) -> None:
    assert analyst.query(query).result_rows


def test_every_table_stands_in_the_document(analyst: Any) -> None:
    (names,) = zip(*analyst.query("SHOW TABLES").result_rows, strict=True)
    inside = {"contexts", "plans", "schema_migrations", "player_days_view"}

    assert {name for name in names if f"`{name}`" not in DOCUMENT} == inside
