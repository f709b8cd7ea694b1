"""What cannot be written fails as everything does that is tried again at a slower and slower pace."""

from collections.abc import Iterator

import pytest

from services.history.database import CannotWrite, Database
from services.history.rests import PASSING
from services.history.settings import ClickHouseSettings
from tests.support.clickhouse import RunningClickHouse


@pytest.fixture
def database(clickhouse_server: RunningClickHouse) -> Iterator[Database]:
    connected = Database(ClickHouseSettings(url=clickhouse_server.url, database="never_written"))
    connected.connect()
    yield connected
    connected.drop()
    connected.close()


@pytest.mark.parametrize("wrong", [-1, 2**80, "many", None])
def test_rows_that_do_not_fit_their_columns_are_refused_and_nothing_of_them_stands_there(
    database: Database, wrong: object
) -> None:
    # It ended the process with an error of the client's own, again and again, and answered nobody meanwhile.
    row: tuple[object, ...] = ("TABLES", 1, wrong, 0, [], [], 0)

    with pytest.raises(PASSING):
        database.insert("plans", [row], "token")

    assert database.query("SELECT count() AS rows FROM plans") == [{"rows": 0}]


def test_a_table_that_is_not_there_is_named(database: Database) -> None:
    with pytest.raises(CannotWrite, match="no table lost"):
        database.insert("lost", [(1,)], "token")
