"""The `riverrun` command: quick to help, and complete."""

import resource
import subprocess
import sys

import pytest
from click.testing import CliRunner

from console.__main__ import COMMANDS, main
from console.supervisor.hand_count import summary
from riverrun.contracts.views import LobbyEntry
from tests.support.patience import LONG_S


def test_help_names_every_command_and_imports_none() -> None:
    code = (
        "import sys; from console.__main__ import main\n"
        "try: main(['--help'], prog_name='riverrun')\n"
        "finally: print(sorted(name for name in sys.modules if name.startswith('console.')))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=LONG_S, check=True
    )
    for command in COMMANDS:
        assert f"\n  {command} " in shown.stdout
    assert "['console.__main__', 'console.lazy_group']" in shown.stdout


def test_help_is_there_at_once() -> None:
    """By what it computes, for a busy machine must not be a red test."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "console", "--help"], capture_output=True, timeout=LONG_S, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2.0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_how_it_is_used(command: str) -> None:
    shown = CliRunner().invoke(main, [command, "--help"])
    assert shown.exit_code == 0, shown.output
    assert f"main {command}" in shown.output


@pytest.mark.parametrize("command", ["register", "login", "logout", "play"])
def test_who_names_his_server_in_the_environment_names_it_for_every_command(command: str) -> None:
    # `club` and `me` took RIVERRUN_URL; `register` before them asked a server here all the same.
    shown = CliRunner().invoke(main, [command, "--help"])
    assert "RIVERRUN_URL" in shown.output


def test_an_unknown_command_is_a_usage_error() -> None:
    assert CliRunner().invoke(main, ["shuffle"]).exit_code == 2


def test_the_summary_counts_hands_since_the_last_look() -> None:
    def entry(table: str, hands: int) -> LobbyEntry:
        return LobbyEntry(table, table, "play", "PLAY", 9, 6, 50, 100, 4_000, 20_000, hands, 0)

    entries = [entry("s0-aaaa", 1_200), entry("s0-bbbb", 30)]
    assert (
        summary(entries, {"s0-aaaa": 1_150}, 30) == "80 hands in 30 s, 1,230 in all; 12 players at 2 tables"
    )
    rolled = [entry("s0-aaaa-2", 1_201)]
    assert summary(rolled, {"s0-aaaa": 1_200}, 30) == "1 hand in 30 s, 1,201 in all; 6 players at 1 table"
