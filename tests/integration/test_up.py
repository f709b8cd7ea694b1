"""`riverrun up` for real: bots play, killed services come back, nothing is lost, nobody is left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.riverrun_up import RiverrunUp, all_gone, riverrun_up

pytestmark = pytest.mark.timeout(240)


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RiverrunUp]:
    """Shared by the tests that leave it running."""
    with riverrun_up(tmp_path_factory.mktemp("riverrun") / "data", "--bots", "4") as running:
        running.until(lambda: running.hands() >= 2)
        yield running


def test_bots_play_hand_after_hand(up: RiverrunUp) -> None:
    (table,) = up.ask("tables")

    assert table["entry"]["seated"] >= 2
    up.until_hands(1)


def test_what_runs_can_be_listed_replayed_and_audited(up: RiverrunUp) -> None:
    (table,) = up.ask("tables")

    report = up.ask("audit")
    told = up.command("replay", table["table"], "--hand", "1")

    assert report["clean"]
    assert report["totals"]["hands"] >= 2
    assert told.returncode == 0
    assert "Preflop" in told.stdout


@pytest.mark.parametrize("service", ["table", "evaluator", "gateway", "nats", "bots"])
def test_a_killed_service_comes_back_and_play_goes_on(up: RiverrunUp, service: str) -> None:
    before = up.run.pids[service]

    os.kill(before, signal.SIGKILL)
    up.until(lambda: up.run.pids[service] != before)
    up.until_hands(1)

    report = up.ask("audit")
    assert report["clean"], report
    assert up.run.pids.keys() == {"nats", "evaluator", "table", "gateway", "bots"}


def test_a_second_run_on_the_folder_is_refused_and_told_who_runs(up: RiverrunUp) -> None:
    second = up.command("up", "--port", "0")

    assert second.returncode == 3
    assert f"in use by process {up.process.pid}, at {up.run.gateway_url}" in second.stderr


def test_a_taken_port_is_named(up: RiverrunUp, tmp_path: Path) -> None:
    port = up.run.gateway_url.rpartition(":")[2]
    command = [sys.executable, "-m", "console", "up", "--data", str(tmp_path / "other"), "--port", port]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert second.returncode == 4
    assert f"127.0.0.1:{port}" in second.stderr


def test_only_the_gateway_listens_for_others_and_the_run_file_holds_no_secret(up: RiverrunUp) -> None:
    text = (up.folder / "run.json").read_text()

    assert up.run.nats_url.startswith("nats://127.0.0.1:")
    assert up.run.evaluator_target.startswith("127.0.0.1:")
    assert "password" not in text.lower()


def test_killed_outright_it_leaves_nobody_behind_and_goes_on_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with riverrun_up(folder, "--bots", "3") as first:
        first.until(lambda: first.hands() >= 1)
        pids = list(first.run.pids.values())
        first.process.kill()
        assert all_gone(pids)

    with riverrun_up(folder, "--bots", "3") as second:
        (table,) = second.ask("tables")
        second.until_hands(2)
        assert second.ask("tables")[0]["table"] == table["table"]
        assert second.ask("audit")["clean"]
        pids = list(second.run.pids.values())

        assert second.stop(signal.SIGTERM) == 0

    assert all_gone(pids, within_s=0)
    assert not (folder / "run.json").exists()
    assert second.command("audit").returncode == 0
