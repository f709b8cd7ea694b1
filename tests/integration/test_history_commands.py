"""Finished hands at the terminal: listed, told, written, looked through in lines."""

import json

import pytest
from click.testing import CliRunner

from console.__main__ import main
from services.history.database import Database
from tests.support.clickhouse import RunningClickHouse

TABLE = "s0-bench0000"


class Terminal:
    """Commands that read the history of the tests."""

    def __init__(self, database: Database, clickhouse: RunningClickHouse) -> None:
        self._environment = {
            "CLICKHOUSE_URL": clickhouse.url,
            "CLICKHOUSE_DATABASE": database.placement.database,
        }

    def run(self, *words: str, code: int = 0) -> str:
        result = CliRunner().invoke(main, words, env=self._environment, catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result.output


@pytest.fixture
def terminal(history: Database, clickhouse_server: RunningClickHouse) -> Terminal:
    return Terminal(history, clickhouse_server)


def test_hands_are_listed_with_the_usual_command_left_out(terminal: Terminal) -> None:
    left_out = json.loads(terminal.run("hands", TABLE, "--most", "3", "--json"))

    assert [one["table"] for one in left_out] == [TABLE] * 3
    assert left_out == json.loads(terminal.run("hands", "find", TABLE, "--most", "3", "--json"))


def test_a_players_hands_are_found_by_name_too_and_nobodys_are_not_called_none(terminal: Terminal) -> None:
    # By a name, as `riverrun stats` takes it, the list was just empty.
    by_id = json.loads(terminal.run("hands", "--player", "player-0", "--json"))
    (name,) = {
        player["name"]
        for player in json.loads(terminal.run("replay", TABLE, "4", "--json"))["hand"]["players"]
        if player["player"] == "player-0"
    }

    assert by_id
    assert json.loads(terminal.run("hands", "--player", name, "--json")) == by_id
    assert "nobody called Nobody" in terminal.run("hands", "--player", "Nobody", code=1)


def test_a_hand_is_looked_through_in_lines_where_there_is_no_terminal(terminal: Terminal) -> None:
    told = terminal.run("replay", TABLE, "4")
    replayed = json.loads(terminal.run("replay", TABLE, "4", "--json"))

    assert told.startswith(f"Hand 4 of Bench ({TABLE})")
    assert told == terminal.run("hands", TABLE, "4")
    assert len(replayed["frames"]) == len(replayed["hand"]["steps"]) + 1
    assert not any(player["own"] for player in replayed["hand"]["players"])


def test_a_hand_is_written_in_others_formats(terminal: Terminal) -> None:
    assert terminal.run("hands", TABLE, "4", "--format", "phh").startswith("variant = 'NT'")
    assert json.loads(terminal.run("hands", TABLE, "4", "--format", "ohh"))["ohh"]["table_handle"] == TABLE


def test_a_hand_that_is_not_there_is_said_to_be_so(terminal: Terminal) -> None:
    assert "no finished hand 99" in terminal.run("replay", TABLE, "99", code=1)
    assert "choose one" in terminal.run("replay", TABLE, "4", "--all", code=2)


def test_where_nothing_was_brought_in_there_is_no_history_from_elsewhere(terminal: Terminal) -> None:
    assert "history does not answer" in terminal.run("hands", "--imported", code=2)
