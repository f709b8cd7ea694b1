"""Tables of history as files, and a player's results: what the tables hold, and no sealed card."""

import csv
import json
import time
from itertools import pairwise
from pathlib import Path

import pyarrow.parquet  # type: ignore[import-untyped]  # no py.typed
import pytest
from click.testing import CliRunner

from console.__main__ import main
from services.history.database import Database
from services.history.statistics.results import Results
from services.history.table_files import TABLES, write_table
from tests.support.clickhouse import RunningClickHouse


@pytest.mark.parametrize("table", sorted(TABLES))
def test_every_table_is_written_whole_as_parquet(history: Database, tmp_path: Path, table: str) -> None:
    out = tmp_path / f"{table}.parquet"

    size = write_table(history, table, "parquet", out)

    (held,) = history.query(f"SELECT count() AS rows FROM {table}")
    read = pyarrow.parquet.read_table(out)
    assert read.num_rows == held["rows"]
    assert size == out.stat().st_size
    assert [one.name for one in tmp_path.iterdir()] == [out.name]


def test_flags_and_times_and_words_are_columns_like_others(history: Database, tmp_path: Path) -> None:
    write_table(history, "seats", "parquet", tmp_path / "seats.parquet")

    read = pyarrow.parquet.read_table(
        tmp_path / "seats.parquet", columns=["vpip", "vpip_of", "ended", "position"]
    )

    (held,) = history.query("SELECT sum(vpip) AS did, sum(vpip_of) AS could FROM seats")
    rows = read.to_pylist()
    assert sum(row["vpip"] for row in rows) == held["did"]
    assert sum(row["vpip_of"] for row in rows) == held["could"]
    assert rows[0]["ended"].year >= 2023
    assert {row["position"] for row in rows} >= {"BTN", "BB"}


def test_csv_and_lines_of_json_hold_the_same(history: Database, tmp_path: Path) -> None:
    write_table(history, "hands", "csv", tmp_path / "hands.csv")
    write_table(history, "hands", "jsonl", tmp_path / "hands.jsonl")

    with (tmp_path / "hands.csv").open() as file:
        listed = [(row["table_id"], int(row["hand"]), int(row["pot"])) for row in csv.DictReader(file)]
    lines = (tmp_path / "hands.jsonl").read_text().splitlines()
    told = [(row["table_id"], row["hand"], row["pot"]) for row in map(json.loads, lines)]

    assert sorted(listed) == sorted(told)


def test_cards_that_are_sealed_have_no_file() -> None:
    assert "sealed_cards" not in TABLES


def run(history: Database, clickhouse: RunningClickHouse, *words: str) -> tuple[int, str]:
    environment = {"CLICKHOUSE_URL": clickhouse.url, "CLICKHOUSE_DATABASE": history.placement.database}
    result = CliRunner().invoke(main, words, env=environment, catch_exceptions=False)
    return result.exit_code, result.output


def test_the_command_writes_a_file_and_never_over_one(
    history: Database, clickhouse_server: RunningClickHouse, tmp_path: Path
) -> None:
    out = tmp_path / "hands.parquet"
    words = ("history", "export", "--table", "hands", "--out", str(out))

    code, said = run(history, clickhouse_server, *words)
    again, why = run(history, clickhouse_server, *words)

    assert code == 0, said
    assert pyarrow.parquet.read_table(out).num_rows > 20
    assert again == 1
    assert "--force" in why


@pytest.mark.parametrize("table", sorted(name for name, when in TABLES.items() if not when))
def test_of_a_table_that_does_not_say_when_no_days_are_written(table: str, tmp_path: Path) -> None:
    out = tmp_path / "all.parquet"

    result = CliRunner().invoke(
        main, ["history", "export", "--table", table, "--out", str(out), "--days", "1"]
    )

    assert result.exit_code == 2
    assert f"no column of {table} says when" in result.output
    assert not out.exists()


def test_only_the_last_days_are_written(history: Database, tmp_path: Path) -> None:
    ended = sorted(row["ended_ms"] for row in history.query("SELECT ended_ms FROM hands"))
    gap_ms, older, newer = max((newer - older, older, newer) for older, newer in pairwise(ended))
    days = (time.time() * 1000 - (older + newer) / 2) / 86_400_000

    write_table(history, "hands", "parquet", tmp_path / "newest.parquet", days=days)

    read = pyarrow.parquet.read_table(tmp_path / "newest.parquet")
    assert gap_ms > 3_600_000, "nothing happens for a long while, whenever this test runs"
    assert sorted(read["ended_ms"].to_pylist()) == [one for one in ended if one >= newer]


def test_results_end_with_what_the_player_won_in_all(history: Database) -> None:
    points = Results(history).points("player-0")

    (held,) = history.query(
        "SELECT count() AS hands, sum(net) AS won, sum(ev_milli) AS ev, sum(insurance) AS insured"
        " FROM seats WHERE player = 'player-0' AND NOT voided"
    )
    assert [point.played for point in points] == list(range(1, held["hands"] + 1))
    assert points[-1].won == held["won"]
    assert points[-1].expected == pytest.approx(held["ev"] / 1000)
    assert points[-1].insured == held["insured"]
    first, second = points[:2]
    rows = history.query(
        "SELECT net FROM seats WHERE player = 'player-0' AND NOT voided"
        " ORDER BY ended_ms, table_id, hand LIMIT 2"
    )
    assert [first.won, second.won - first.won] == [row["net"] for row in rows]


def test_stays_are_the_sessions_of_the_player(history: Database) -> None:
    (busiest,) = history.query(
        "SELECT player, count() AS stays FROM sessions GROUP BY player ORDER BY stays DESC, player LIMIT 1"
    )

    stays = Results(history).stays(busiest["player"])

    assert len(stays) == busiest["stays"]
    assert [stay.came for stay in stays] == sorted(stay.came for stay in stays)


def test_a_report_is_drawn(history: Database, clickhouse_server: RunningClickHouse, tmp_path: Path) -> None:
    out = tmp_path / "results.png"

    code, said = run(history, clickhouse_server, "report", "player-0", "--out", str(out))

    assert code == 0, said
    assert out.read_bytes().startswith(b"\x89PNG")
    assert run(history, clickhouse_server, "report", "nobody")[0] == 1

    told = json.loads(run(history, clickhouse_server, "report", "player-0", "--out", str(out), "--json")[1])
    last = Results(history).points("player-0")[-1]
    assert (told["player"], told["file"]) == ("player-0", str(out))
    assert (told["hands"], told["won"]) == (last.played, last.won)
