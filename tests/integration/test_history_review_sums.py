"""Review over ClickHouse: the same sums as from the rows themselves, of chosen tables and periods."""

from random import Random

import pytest

from console.invented.world import population, sessions
from services.history.database import Database
from services.history.projection.hand_rows import Rows, no_rows
from services.history.review.asked_sums import HANDS_AT_ONCE, Period, meetings_of, parts_of
from services.history.review.counting import count_rows
from services.history.review.meetings import Meetings
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import fresh_database

HANDS = 450
EVER = Period(1_700_000_000_000, 1_702_000_000_000)


@pytest.fixture(scope="module")
def invented() -> Rows:
    chance, found = Random(7), no_rows()
    for rows in sessions(population(chance, 12, 1, 1), HANDS, chance):
        for table, more in rows.items():
            found[table] += more
    return found


@pytest.fixture(scope="module")
def database(clickhouse_server: RunningClickHouse, invented: Rows):  # type: ignore[no-untyped-def]
    with fresh_database(clickhouse_server) as database:
        for table in ("seats", "actions", "hands"):
            database.insert(table, invented[table], f"{table}:invented")
        yield database


def counted(rows: Rows) -> Meetings:
    meetings = Meetings()
    count_rows(meetings, rows)
    return meetings


@pytest.mark.parametrize("hands_at_once", [HANDS_AT_ONCE, HANDS // 3, 20])
def test_sql_counts_what_the_rows_say(database: Database, invented: Rows, hands_at_once: int) -> None:
    found, expected = meetings_of(database, EVER, hands_at_once), counted(invented)

    assert found.choices == expected.choices
    assert found.shared.keys() == expected.shared.keys()
    for pair, shared in expected.shared.items():
        other = found.shared[pair]
        assert other.hands == shared.hands
        assert (other.flow, other.both) == pytest.approx((shared.flow, shared.both))
        assert (other.flow_squared, other.both_squared) == pytest.approx(
            (shared.flow_squared, shared.both_squared)
        )
    for player, alone in expected.alone.items():
        other_alone = found.alone[player]
        assert other_alone.hands == alone.hands
        assert other_alone.hours == alone.hours
        assert other_alone.won == pytest.approx(alone.won)
        for one, pace in zip(other_alone.paces, alone.paces, strict=True):
            assert one.decisions == pace.decisions
            assert (one.log_ms, one.log_ms_squared) == pytest.approx((pace.log_ms, pace.log_ms_squared))


def test_only_the_named_tables_are_reviewed(database: Database, invented: Rows) -> None:
    one_table = invented["seats"][0][0]

    found = meetings_of(database, Period(EVER.since_ms, EVER.until_ms, [one_table]))
    nothing = meetings_of(database, Period(EVER.since_ms, EVER.until_ms, []))

    rows = no_rows()
    for table in ("seats", "actions"):
        rows[table] = [row for row in invented[table] if row[0] == one_table]
    assert found.choices == counted(rows).choices
    assert not nothing.shared


def test_no_question_is_asked_of_more_hands_than_it_bears(database: Database) -> None:
    # A day with a hundred thousand hands was asked of at once, and ClickHouse had not the memory.
    (day,) = database.query(
        "SELECT max(hands) AS most FROM (SELECT count() AS hands FROM hands GROUP BY toDate(ended))"
    )

    whole, sliced = list(parts_of(database, EVER, day["most"])), list(parts_of(database, EVER, 5))

    assert {part.slices for part in whole} == {1}
    assert max(part.slices for part in sliced) == -(-day["most"] // 5)
    assert {(part.period, part.slice) for part in sliced} == {
        (part.period, number) for part in sliced for number in range(part.slices)
    }
