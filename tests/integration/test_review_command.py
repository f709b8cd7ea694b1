"""`riverrun review` before a real log and ClickHouse: a queue, reasons, and a decision under one's name."""

import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from console.audit_log import audit_log
from console.invented.world import DAY_MS, DAYS, population, sessions
from console.review import review
from riverrun.runtime.nats.users import AUDITOR, OPERATOR
from riverrun.runtime.sealing.ring_file import create_ring
from services.history.projection.hand_rows import no_rows
from tests.support.clickhouse import RunningClickHouse
from tests.support.history import fresh_database
from tests.support.nats_server import NatsServers

HANDS, LATELY = 1_500, ("--days", str(DAYS + 2))


@pytest.fixture(scope="module")
def environment(
    clickhouse_server: RunningClickHouse, one_server: NatsServers, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    """A fortnight of invented hands up to yesterday, and how to reach it."""
    chance, found = Random(5), no_rows()
    first_ms = (int(time.time() * 1000) // DAY_MS - DAYS - 1) * DAY_MS
    for rows in sessions(population(chance, 9, 1, 0), HANDS, chance, first_ms):
        for table, more in rows.items():
            found[table] += more
    keys = tmp_path_factory.mktemp("keys") / "audit.json"
    create_ring(keys, "audit")
    with fresh_database(clickhouse_server) as database:
        for table in ("seats", "actions", "hands"):
            database.insert(table, found[table], f"{table}:invented")
        yield {
            AUDITOR.password_variable: one_server.passwords[AUDITOR.password_variable],
            OPERATOR.password_variable: one_server.passwords[OPERATOR.password_variable],
            "CLICKHOUSE_URL": clickhouse_server.url,
            "CLICKHOUSE_DATABASE": database.placement.database,
            "RIVERRUN_AUDIT_KEYS": str(keys),
            "NATS": one_server.urls[0],
        }


def run(environment: dict[str, str], *arguments: str) -> Result:
    command = [*arguments, "--nats", environment["NATS"], *LATELY]
    return CliRunner().invoke(review, command, env=environment)


def listed(environment: dict[str, str], *options: str) -> dict[str, dict[str, Any]]:
    """The queue by findings."""
    told = run(environment, "list", "--json", *options)
    assert told.exit_code == 0, told.output
    return {one["finding"]: one for one in json.loads(told.stdout)}


def test_what_was_decided_leaves_the_queue_and_is_kept_under_ones_name(environment: dict[str, str]) -> None:
    finding = next(iter(listed(environment)))

    watched = run(environment, "decide", finding, "watched", "--note", "odd", "--operator", "eva")
    waits = finding in listed(environment)
    cleared = run(
        environment, "decide", finding, "cleared", "--note", "brothers", "--operator", "eva", "--json"
    )

    assert (watched.exit_code, cleared.exit_code) == (0, 0), watched.output + cleared.output
    assert json.loads(cleared.stdout) == {"finding": finding, "verdict": "cleared", "by": "operator-eva"}
    assert waits
    assert finding not in listed(environment)
    decisions = listed(environment, "--all")[finding]["decided"]
    assert [(one["by"], one["verdict"], one["note"]) for one in decisions] == [
        ("operator-eva", "watched", "odd"),
        ("operator-eva", "cleared", "brothers"),
    ]


def test_a_decision_stands_in_the_audit_log(environment: dict[str, str]) -> None:
    finding = next(iter(listed(environment, "--all")))
    run(environment, "decide", finding, "confirmed", "--note", "seen by two", "--operator", "dan")

    options = ["--nats", environment["NATS"], "--keys", environment["RIVERRUN_AUDIT_KEYS"], "--json"]
    told = CliRunner().invoke(audit_log, [*options, "--player", "operator-dan"], env=environment)

    (noted,) = [json.loads(line) for line in told.stdout.splitlines()]
    assert noted["act"] == "decide finding"
    assert noted["details"]["finding"] == finding
    assert (noted["details"]["verdict"], noted["details"]["note"]) == ("confirmed", "seen by two")


def test_a_finding_is_told_with_its_reasons_and_hands(environment: dict[str, str]) -> None:
    finding = next(key for key in listed(environment, "--all") if key.startswith("pair:"))

    told = run(environment, "show", finding, "--hands", "3")

    assert told.exit_code == 0, told.output
    assert "standard deviations" in told.stdout
    assert "s0-0000" in told.stdout


def test_what_is_not_found_is_said_so(environment: dict[str, str]) -> None:
    told = run(environment, "show", "pair:nobody+noone")

    assert told.exit_code == 1
    assert "nothing of the kind" in told.output
    assert run(environment, "list", "--club", "c-nowhere").exit_code == 1


@pytest.mark.parametrize("note", ["", " ", "x" * 501])
def test_a_decision_needs_a_reason(environment: dict[str, str], note: str) -> None:
    assert run(environment, "decide", "pair:a+b", "cleared", "--note", note).exit_code == 2
