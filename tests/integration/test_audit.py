"""`riverrun audit` reads a real log: honest tables are clean, and a forged commit is found by its event."""

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from console.__main__ import main
from console.supervisor.run_file import Run, write_run
from riverrun.contracts.commits import Commit
from riverrun.contracts.table_events import BuyInConfirmed, HandEnded, PotAwarded
from riverrun.runtime.eventstore.snapshots import SNAPSHOT_FORMAT, Snapshot, SnapshotStore
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import TABLE
from services.table.codec import codec
from services.table.host.record import Record, fold
from services.table.host.table_replay import FOLD_NAME
from tests.support.stored_life import StoredLog, event_at, forged, forget_transfers, lived, renamed

LIFE = lived(5)
AUDITOR = "NATS_AUDITOR_PASSWORD"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[StoredLog]:
    stored = StoredLog(tmp_path / "data")
    stored.start()
    try:
        asyncio.run(stored.found())
        yield stored
    finally:
        stored.stop()


def audit(log: StoredLog, *options: str) -> Result:
    command = ["audit", "--nats", log.url, *options]
    return CliRunner().invoke(main, command, env={AUDITOR: log.passwords[AUDITOR]}, catch_exceptions=False)


def found_in(log: StoredLog, *lives: list[Commit]) -> tuple[int, dict[str, Any]]:
    for life in lives:
        asyncio.run(log.write(life))
    result = audit(log, "--json")
    return result.exit_code, json.loads(result.stdout)


def replayed(life: list[Commit]) -> Record:
    record: Record | None = None
    for commit in life:
        record = fold(record, commit, codec.decode_all(commit))
    assert record is not None
    return record


async def keep_snapshot(log: StoredLog, life: list[Commit], record: Record) -> None:
    """As a table process would, at the life's end."""
    client = await connect(NatsSettings(TABLE, log.passwords[TABLE.password_variable], (log.url,)))
    state = msgspec.msgpack.encode(record)
    snapshot = Snapshot(SNAPSHOT_FORMAT, life[-1].table, life[-1].last_version, len(life), FOLD_NAME, state)
    assert await SnapshotStore(client, JetStreamApi(client)).write(snapshot)
    await client.close()


def test_honest_tables_are_clean(log: StoredLog) -> None:
    other = lived(6)
    exit_code, report = found_in(log, LIFE, renamed(forget_transfers(other), "s0-another1"))

    assert (exit_code, report["clean"]) == (0, True)
    assert [table["totals"]["hands"] for table in report["tables"]] == [12, 12]
    totals = report["totals"]
    assert totals["events"] == LIFE[-1].last_version + other[-1].last_version
    gone = totals["cashed_out"] + totals["raked"] + totals["insured"]
    assert totals["bought"] == totals["in_play"] + gone > 0


def test_an_award_of_too_much_is_found_at_its_event(log: StoredLog) -> None:
    version, award = event_at(LIFE, PotAwarded)
    assert isinstance(award, PotAwarded)

    exit_code, report = found_in(log, forged(LIFE, version, replace(award, amount=award.amount + 100)))

    finding = report["tables"][0]["finding"]
    assert (exit_code, report["clean"]) == (1, False)
    assert (finding["version"], finding["event"]) == (version, "hand.pot_awarded")
    assert finding["check"] == f"pot {award.pot} pays no more than it holds"
    assert int(finding["got"]) == int(finding["expected"]) + 100


def test_the_finding_is_told_in_words(log: StoredLog) -> None:
    version, bought = event_at(LIFE, BuyInConfirmed)
    assert isinstance(bought, BuyInConfirmed)
    asyncio.run(log.write(forged(LIFE, version, replace(bought, amount=bought.amount * 2))))

    result = audit(log)

    assert result.exit_code == 1
    assert f"BROKEN at table {LIFE[0].table}, version {version}, table.buy_in_confirmed" in result.stdout
    assert "a buy-in brings what its seat reserved" in result.stdout
    assert "Every chip is accounted for" not in result.stdout


def test_stacks_that_grew_at_the_end_of_a_hand_are_found(log: StoredLog) -> None:
    version, ended = event_at(LIFE, HandEnded)
    assert isinstance(ended, HandEnded)
    (seat, stack), *others = ended.stacks
    life = forged(LIFE, version, replace(ended, stacks=((seat, stack + 1), *others)))

    exit_code, report = found_in(log, life)

    assert exit_code == 1
    assert report["tables"][0]["finding"]["version"] == version


def test_a_commit_left_out_is_found(log: StoredLog) -> None:
    exit_code, report = found_in(log, [*LIFE[:4], *LIFE[5:]])

    finding = report["tables"][0]["finding"]
    assert exit_code == 1
    assert (finding["check"], finding["version"]) == ("versions run without gaps", LIFE[5].first_version)


def test_a_commit_that_cannot_be_read_is_found(log: StoredLog) -> None:
    unread = replace(LIFE[4], events=(replace(LIFE[4].events[0], topic="hand.of_a_later_release"),))

    exit_code, report = found_in(log, [*LIFE[:4], unread])

    finding = report["tables"][0]["finding"]
    assert exit_code == 1
    assert (finding["version"], finding["check"]) == (unread.first_version, "the event can be read")


def test_a_snapshot_that_is_not_what_the_events_come_to_is_found(log: StoredLog) -> None:
    record = replayed(LIFE)
    rich = replace(record.table, raked=record.table.raked + 1)
    asyncio.run(keep_snapshot(log, LIFE, replace(record, table=rich)))

    exit_code, report = found_in(log, LIFE)

    finding = report["tables"][0]["finding"]
    assert exit_code == 1
    assert (finding["event"], finding["version"]) == ("snapshot", LIFE[-1].last_version)


def test_a_snapshot_of_an_honest_table_is_clean(log: StoredLog) -> None:
    asyncio.run(keep_snapshot(log, LIFE, replayed(LIFE)))

    assert found_in(log, LIFE)[0] == 0


def test_a_transfer_that_two_tables_claim_is_found(log: StoredLog) -> None:
    exit_code, report = found_in(log, LIFE, renamed(LIFE, "s0-another1"))

    findings = [table["finding"] for table in report["tables"]]
    assert exit_code == 1
    assert [finding["check"] for finding in findings if finding] == ["a transfer belongs to one table"]


def test_a_log_without_tables_is_clean(log: StoredLog) -> None:
    assert found_in(log) == (
        0,
        {
            "clean": True,
            "totals": {
                "hands": 0,
                "events": 0,
                "in_play": 0,
                "bought": 0,
                "cashed_out": 0,
                "raked": 0,
                "insured": 0,
                "carried_in": 0,
                "carried_out": 0,
            },
            "tables": [],
            "clubs": [],
        },
    )


def test_a_stopped_folder_is_audited_and_left_as_it_was(log: StoredLog) -> None:
    asyncio.run(log.write(LIFE))
    log.stop()

    result = CliRunner().invoke(main, ["audit", "--data", str(log.folder.path)], catch_exceptions=False)

    assert result.exit_code == 0, result.output
    assert "Every chip is accounted for" in result.stdout
    with log.folder.lock():
        assert not log.folder.run_file.exists()


def test_a_run_file_left_by_a_crash_does_not_mislead(log: StoredLog) -> None:
    asyncio.run(log.write(LIFE))
    log.stop()
    write_run(
        log.folder.run_file, Run(os.getpid(), 0, "http://127.0.0.1:1", "nats://127.0.0.1:1", "127.0.0.1:1")
    )

    result = CliRunner().invoke(main, ["audit", "--data", str(log.folder.path)], catch_exceptions=False)

    assert result.exit_code == 0, result.output


def test_where_there_is_no_log_that_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["audit", "--data", str(tmp_path / "nothing")])

    assert result.exit_code == 2
    assert "there is no log" in result.stderr
    assert not (tmp_path / "nothing").exists()


def test_without_the_auditors_password_nothing_is_read(log: StoredLog) -> None:
    result = CliRunner().invoke(main, ["audit", "--nats", log.url], env={AUDITOR: "guessed"})

    assert result.exit_code == 2
    assert "the log does not answer" in result.stderr
