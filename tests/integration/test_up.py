"""`riverrun up` for real: bots play, killed services come back, nothing is lost, nobody is left behind."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import aiohttp
import pytest
from msgspec.structs import replace

from console.supervisor.demo_tables import NAMES, DemoTables
from console.supervisor.guard_process import signal_each
from riverrun.kernel.identifiers import TableId
from tests.support.hosting_seen import host_of, service_of, slots_held
from tests.support.patience import LONG_S
from tests.support.regulars import come_in, open_a_table
from tests.support.riverrun_up import RiverrunUp, all_gone, riverrun_up
from tests.support.table_process import QUICK

SERVICES = {
    "nats",
    "evaluator",
    "insurance",
    "club",
    "table-1",
    "table-2",
    "clickhouse",
    "history",
    "gateway",
    "bots",
}
TWO_WHO_THINK = replace(QUICK, name="Two who think", clocks=replace(QUICK.clocks, decision_ms=300_000))
"""Nobody's turn is over while a command makes its way, on a machine however busy."""


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RiverrunUp]:
    """Shared by the tests that leave it running, whatever else they do there: open tables, kill services."""
    with riverrun_up(tmp_path_factory.mktemp("riverrun") / "data", "--bots", "4") as running:
        yield running


@pytest.fixture(scope="module")
def table(up: RiverrunUp) -> TableId:
    """The one where the bots play, hands behind it."""
    table = bots_table(up)
    up.until(lambda: up.hands(table) >= 2)
    return table


def bots_table(up: RiverrunUp) -> TableId:
    """The house's own, by the name that it gives its first."""
    (house,) = up.until(lambda: [one for one in up.ask("tables") if _name_of(one) == NAMES[0]])
    return TableId(house["table"])


def _name_of(listed: dict[str, Any]) -> str:
    """Empty until the lobby shows the table."""
    return listed["entry"]["name"] if listed["entry"] else ""


def test_bots_play_hand_after_hand(up: RiverrunUp, table: TableId) -> None:
    up.until_hands(table, 1)

    assert bots_table(up) == table


def test_what_runs_can_be_replayed(up: RiverrunUp, table: TableId) -> None:
    told = up.command("replay", table, "--hand", "1")

    assert told.returncode == 0
    assert "Preflop" in told.stdout


def test_the_table_processes_share_the_slots(up: RiverrunUp) -> None:
    up.until(lambda: slots_held(up) == {"table-1": 8, "table-2": 8})


def test_a_killed_table_process_is_followed_by_another(up: RiverrunUp, table: TableId) -> None:
    dead = host_of(up, table)

    signal_each([up.run.pids[service_of(up, dead)]], signal.SIGKILL)
    asyncio.run(DemoTables(up.run.gateway_url).until_answered([table], LONG_S))

    # The other process, or this one started again, whichever comes first.
    assert host_of(up, table) != dead
    up.until_hands(table, 1)


def order(up: RiverrunUp, what: str, table: TableId, why: str, *options: str) -> CompletedProcess[str]:
    """Given, and asked again while the table is on its way from one process to another."""
    return up.command("order", what, table, "--reason", why, "--within", "60", *options)


def test_an_operators_orders_are_obeyed_and_told(up: RiverrunUp, table: TableId) -> None:
    suspended = order(up, "suspend", table, "a broken lamp", "--operator", "ann")
    again = order(up, "drain", table, "a broken lamp")
    resumed = order(up, "resume", table, "a new lamp")
    up.until_hands(table, 1)
    told = up.command("replay", table, "--all").stdout

    assert (suspended.returncode, resumed.returncode) == (0, 0)
    assert f"{table} stands still, and no clock runs." in suspended.stdout
    assert again.returncode == 1
    assert f"{table} refuses (already_suspended)" in again.stderr
    assert "The table stands still: a broken lamp (operator-ann)" in told
    assert "The table goes on: a new lamp" in told


def test_an_operator_voids_the_hand_in_progress(up: RiverrunUp) -> None:
    async def voided_while_two_think() -> TableId:
        async with AsyncExitStack() as stack:
            table = await open_a_table(stack, up.run.gateway_url, TWO_WHO_THINK)
            ann, bob = await come_in(stack, up.run.gateway_url, table, 2)
            await ann.table.sit_down(1_000)
            await bob.table.sit_down(1_000)
            async for _ in ann.table:
                if ann.table.hand is not None:
                    break
            voided = await asyncio.to_thread(order, up, "void", table, "a misdeal")
            assert voided.returncode == 0, voided.stderr
            return table

    table = asyncio.run(asyncio.wait_for(voided_while_two_think(), LONG_S))

    assert "everyone gets back what was put in: a misdeal" in up.command("replay", table, "--all").stdout


@pytest.mark.parametrize("service", sorted(SERVICES))
def test_a_killed_service_comes_back_and_play_goes_on(up: RiverrunUp, table: TableId, service: str) -> None:
    before = up.run.pids[service]

    signal_each([before], signal.SIGKILL)
    up.until(lambda: up.run.pids.get(service, before) != before)
    up.until_hands(table, 1)

    # One that lost its way to what was killed may have ended as well: it comes back, too.
    up.until(lambda: up.run.pids.keys() == SERVICES)


def told_step_by_step(up: RiverrunUp, table: TableId, hand: int) -> dict[str, Any]:
    """A listed hand; nothing for the moment in which its rows come in, table after table."""
    asked = up.command("hands", table, str(hand), "--json")
    found: dict[str, Any] = {} if asked.returncode else json.loads(asked.stdout)
    return found


def test_finished_hands_come_into_history_and_are_what_the_log_says(up: RiverrunUp, table: TableId) -> None:
    up.until(lambda: len(up.finished_hands(table)) >= 2)

    newest = up.ask("hands", table, "--most", "1")[0]
    told = up.until(lambda: told_step_by_step(up, table, newest["hand"]))
    leaders = up.until(lambda: up.ask("stats"))

    assert newest["table"] == table
    assert told["frames"][-1]["pot"] == told["hand"]["rake"]
    assert sum(one["statistics"]["vpip"]["out_of"] for one in leaders) > 0
    assert up.ask("stats", leaders[0]["player"])["hands"] >= 1
    verified = up.command("history", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_history_made_again_is_there_before_it_is_said_to_be(up: RiverrunUp, table: TableId) -> None:
    # The last batch is planned first: it said "0 hands are there again" while all rows were still under way.
    up.until(lambda: len(up.finished_hands(table)) >= 2)
    before = len(up.ask("hands", "--most", "500"))

    rebuilt = up.command("history", "rebuild", "--yes")

    assert rebuilt.returncode == 0, rebuilt.stdout + rebuilt.stderr
    assert int(rebuilt.stdout.split()[0].replace(",", "")) >= before


def test_figures_and_hands_come_through_the_door(up: RiverrunUp, table: TableId) -> None:
    up.until(lambda: len(up.finished_hands(table)) >= 1)
    newest = up.ask("hands", table, "--most", "1")[0]
    up.until(lambda: told_step_by_step(up, table, newest["hand"]))
    leaders = up.until(lambda: up.ask("stats"))

    async def asked() -> list[tuple[int, str]]:
        async with aiohttp.ClientSession(up.run.gateway_url) as http:
            async with http.post("/v1/guests", json={"name": "Ann"}) as answer:
                http.headers["Authorization"] = f"Bearer {(await answer.json())['token']}"
            hand = f"/v1/hands/{newest['table']}/{newest['hand']}"
            found = []
            for path in (
                f"/v1/figures?players={leaders[0]['player']},nobody",
                "/v1/hands",
                hand,
                f"{hand}/file?format=phh",
                f"/v1/hands/{newest['table']}/999999",
                "/v1/hands?pot_from=x",
            ):
                async with http.get(path) as answer:
                    found.append((answer.status, await answer.text()))
            return found

    figures, mine, told, file, unknown, wrong = asyncio.run(asked())

    assert figures[0] == mine[0] == told[0] == file[0] == 200
    (only,) = json.loads(figures[1])["players"]
    assert only["player"] == leaders[0]["player"]
    assert only["statistics"]["vpip"]["out_of"] >= 1
    assert json.loads(mine[1]) == {"hands": []}
    assert json.loads(told[1])["hand"]["pot"] == newest["pot"]
    assert file[1].startswith("variant = 'NT'")
    assert (unknown[0], wrong[0]) == (404, 422)


def test_what_was_killed_and_ordered_about_still_accounts_for_every_chip(up: RiverrunUp) -> None:
    report = up.ask("audit")

    assert report["clean"], report
    assert report["totals"]["hands"] >= 2
    (house,) = report["clubs"]
    assert house["minted"] == house["members"] + sum(
        house[pot] for pot in ("on_the_way", "at_tables", "revenue", "fees", "insurance", "agents")
    )


def test_a_second_run_on_the_folder_is_refused_and_told_who_runs(up: RiverrunUp) -> None:
    second = up.command("up", "--port", "0")

    assert second.returncode == 3
    assert f"in use by process {up.process.pid}, at {up.run.gateway_url}" in second.stderr


def test_a_taken_port_is_named(up: RiverrunUp, tmp_path: Path) -> None:
    port = up.run.gateway_url.rpartition(":")[2]
    command = [sys.executable, "-m", "console", "up", "--data", str(tmp_path / "other"), "--port", port]
    second = subprocess.run(command, capture_output=True, text=True, timeout=LONG_S, check=False)

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
        table = bots_table(first)
        first.until(lambda: first.hands(table) >= 1)
        pids = list(first.run.pids.values())
        first.process.kill()
        assert all_gone(pids)

    with riverrun_up(folder, "--bots", "3") as second:
        second.until_hands(table, 2)
        assert [one["table"] for one in second.ask("tables")] == [table]
        assert second.ask("audit")["clean"]
        pids = list(second.run.pids.values())

        assert second.stop(signal.SIGTERM) == 0

    assert all_gone(pids, within_s=0)
    assert not (folder / "run.json").exists()
    assert second.command("audit").returncode == 0
