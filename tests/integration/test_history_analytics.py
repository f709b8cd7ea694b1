"""Every query of docs/analytics.md runs, as the analyst who may only read."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from services.history.database import Database
from tests.architecture.tree import PROJECT
from tests.support.clickhouse import RunningClickHouse

DOCUMENT = (PROJECT / "docs" / "analytics.md").read_text()
QUERIES = re.findall(r"^([^\n]+):\n\n```sql\n(.*?)```", DOCUMENT, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def analyst(history: Database, clickhouse_server: RunningClickHouse) -> Iterator[Any]:
    client = clickhouse_server.client("analyst", database=history.placement.database)
    yield client
    client.close()


def test_there_are_twenty_queries() -> None:
    assert len(QUERIES) >= 20


@pytest.mark.parametrize(("asked", "query"), QUERIES, ids=[asked for asked, _ in QUERIES])
def test_a_query_of_the_document_has_an_answer(analyst: Any, asked: str, query: str) -> None:
    assert analyst.query(query).result_rows


def test_every_table_stands_in_the_document(analyst: Any) -> None:
    (names,) = zip(*analyst.query("SHOW TABLES").result_rows, strict=True)
    inside = {"contexts", "plans", "schema_migrations", "player_days_view", "player_totals_view"}

    assert {name for name in names if f"`{name}`" not in DOCUMENT} == inside
