"""`riverrun history verify` names every table that is not what the log says, or not the sum of its seats."""

import json
import re
from collections.abc import Iterator, Mapping

import pytest
from click.testing import CliRunner, Result

from console import history
from console.__main__ import main
from riverrun.runtime.nats.users import AUDITOR
from services.history.database import Database
from services.history.projection.checksums import TABLES, Sum, stored_sums
from services.history.projection.summed_tables import compared_sums
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import PlayedLog, fresh_database, stored

SUMS = ("player_totals", "player_days")
A_LINE = re.compile(r"^(\w+) +[\d,]+ +[\d,]+ +(equal|DIFFERS) *$", re.MULTILINE)


@pytest.fixture
def whole(played: PlayedLog, clickhouse_server: RunningClickHouse) -> Iterator[Database]:
    with fresh_database(clickhouse_server) as database:
        played.project(database, events=2_000)
        yield database


def run(played: PlayedLog, database: Database, *command: str) -> Result:
    environment = {
        AUDITOR.password_variable: played.servers.passwords[AUDITOR.password_variable],
        "CLICKHOUSE_DATABASE": database.placement.database,
    }
    words = ["--nats", played.servers.urls[0], "--clickhouse", database.settings.url]
    return CliRunner().invoke(main, ["history", *command, *words], env=environment, catch_exceptions=False)


def verified(played: PlayedLog, database: Database) -> tuple[int, dict[str, str]]:
    """The exit code, and the verdict on each table."""
    told = run(played, database, "verify")
    return told.exit_code, dict(A_LINE.findall(told.stdout))


def differing(database: Database, whole: Mapping[str, Sum]) -> set[str]:
    tables = {table for table, found in stored(database).items() if found != whole[table]}
    return tables | {table for table, one in compared_sums(database).items() if not one.equal}


def test_each_damaged_table_is_named(played: PlayedLog, whole: Database) -> None:
    assert verified(played, whole) == (0, dict.fromkeys((*TABLES, *SUMS), "equal"))
    before, damaged = dict(stored(whole)), set[str]()

    for table in SUMS:
        whole.command(f"INSERT INTO {table} (player, net) VALUES ('nobody', 1)")
        damaged.add(table)
        assert differing(whole, before) == damaged
    for table in TABLES:
        whole.command(f"INSERT INTO {table} (table_id) VALUES ('s0-nowhere1')")
        damaged.add(table)
        assert differing(whole, before) == damaged

    assert verified(played, whole) == (1, dict.fromkeys((*TABLES, *SUMS), "DIFFERS"))


def test_scripts_are_told_the_same(played: PlayedLog, whole: Database) -> None:
    whole.command("INSERT INTO shows (table_id) VALUES ('s0-nowhere1')")

    verdict, status = (run(played, whole, command, "--json") for command in ("verify", "status"))
    told = {table: one for part in json.loads(verdict.stdout).values() for table, one in part.items()}
    come = json.loads(status.stdout)

    assert (verdict.exit_code, [table for table, one in told.items() if not one["equal"]]) == (1, ["shows"])
    assert told["shows"]["found"]["rows"] == told["shows"]["expected"]["rows"] + 1
    assert (come["behind"], come["position"]) == (0, come["last"])
    assert come["hands"] == told["hands"]["found"]["rows"]


def test_rows_that_are_still_being_written_are_waited_for(
    played: PlayedLog, whole: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole.command("RENAME TABLE shows TO shows_under_way")
    whole.command("CREATE TABLE shows AS shows_under_way")
    looks: list[dict[str, Sum]] = []

    def look(database: Database, up_to_seq: int) -> dict[str, Sum]:
        looks.append(stored_sums(database, up_to_seq))
        if len(looks) == 1:
            whole.command("DROP TABLE shows")
            whole.command("RENAME TABLE shows_under_way TO shows")
        return looks[-1]

    monkeypatch.setattr(history, "stored_sums", look)

    assert verified(played, whole) == (0, dict.fromkeys((*TABLES, *SUMS), "equal"))
    assert [found["shows"].rows > 0 for found in looks] == [False, True]


def test_sums_are_named_where_a_flag_of_a_hand_was_turned(whole: Database) -> None:
    whole.command(
        "ALTER TABLE seats UPDATE could = bitXor(could, 1) WHERE hand = 3 AND place = 1"
        " SETTINGS mutations_sync = 2"
    )

    assert {table for table, one in compared_sums(whole).items() if not one.equal} == set(SUMS)


def test_a_history_of_an_older_release_is_made_again_and_is_the_same(
    played: PlayedLog, whole: Database
) -> None:
    before, sums = stored(whole), compared_sums(whole)
    whole.command("ALTER TABLE schema_migrations DELETE WHERE number = 4 SETTINGS mutations_sync = 2")

    whole.connect()
    assert not stored(whole)["hands"].rows
    played.project(whole)

    assert stored(whole) == before
    assert compared_sums(whole) == sums
