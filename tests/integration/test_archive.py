"""`riverrun archive` keeps closed ids under signed totals; audits start from those, or say what is wrong."""

import asyncio
import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from console.__main__ import main
from console.archiving.commit_file import read_commits
from console.archiving.signing import create_key, public_path
from riverrun.contracts.commits import Commit, encode_commit
from riverrun.contracts.table_events import TableCarriedOn, TableRolled
from tests.support.rolled_life import rolled_life
from tests.support.stored_life import StoredLog, event_at, forged, forget_transfers, lived, renamed

AUDITOR = "NATS_AUDITOR_PASSWORD"
BEFORE, AFTER = asyncio.run(rolled_life("ann", "bob"))
OLD, NEW = BEFORE[0].table, AFTER[0].table


class Archivist:
    """The commands on one log, with an archive and its key beside."""

    def __init__(self, log: StoredLog, folder: Path) -> None:
        self.log = log
        self.folder = folder / "archive"
        self.key = folder / "archive.pem"
        create_key(self.key)

    def run(self, *command: str) -> Result:
        environ = {AUDITOR: self.log.passwords[AUDITOR], "COLUMNS": "200"}
        return CliRunner().invoke(main, list(command), env=environ, catch_exceptions=False)

    def write(self, *lives: list[Commit]) -> None:
        for life in lives:
            asyncio.run(self.log.write(life))

    def export(self) -> Result:
        return self.run("archive", "export", str(self.folder), "--nats", self.log.url, "--key", str(self.key))

    def verify(self, key: Path | None = None) -> Result:
        public = public_path(key or self.key)
        return self.run("archive", "verify", str(self.folder), "--public-key", str(public))

    def audit(self) -> Result:
        public = public_path(self.key)
        archive = ("--archive", str(self.folder), "--public-key", str(public))
        return self.run("audit", "--json", "--nats", self.log.url, *archive)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredLog]:
    """A table that rolled once, and one in the middle of a hand."""
    stored = StoredLog(tmp_path_factory.mktemp("log") / "data")
    stored.start()
    try:
        asyncio.run(stored.found())
        for life in (BEFORE, AFTER, renamed(forget_transfers(lived(5, 4)), "s0-another1")):
            asyncio.run(stored.write(life))
        yield stored
    finally:
        stored.stop()


@pytest.fixture
def archivist(log: StoredLog, tmp_path: Path) -> Archivist:
    return Archivist(log, tmp_path)


def test_closed_ids_alone_are_archived_each_commit_as_the_log_has_it(archivist: Archivist) -> None:
    exported = archivist.export()

    assert exported.exit_code == 0, exported.output
    assert [path.name for path in archivist.folder.glob("*.gz")] == [f"{OLD}.commits.gz"]
    kept = [data for _, data in read_commits(archivist.folder / f"{OLD}.commits.gz")]
    assert kept == [encode_commit(commit) for commit in BEFORE]
    assert archivist.verify().exit_code == 0
    assert "0 ids added" in archivist.export().output, "what is archived is not archived again"


def test_an_audit_that_starts_from_signed_totals_says_the_same_as_one_of_all_events(
    archivist: Archivist,
) -> None:
    archivist.export()
    short, whole = archivist.audit(), archivist.run("audit", "--json", "--nats", archivist.log.url)

    assert (short.exit_code, whole.exit_code) == (0, 0), short.output + whole.output
    told, wholly_told = json.loads(short.stdout), json.loads(whole.stdout)
    assert told["totals"] == wholly_told["totals"]
    assert told["totals"]["carried_in"] == told["totals"]["carried_out"] == 1_000
    assert {one["table"] for one in told["tables"]} == {OLD, NEW, "s0-another1"}


def test_a_changed_file_is_refused_by_name(archivist: Archivist) -> None:
    archivist.export()
    path = archivist.folder / f"{OLD}.commits.gz"
    content = bytearray(gzip.decompress(path.read_bytes()))
    content[100] ^= 1
    path.write_bytes(gzip.compress(bytes(content)))

    for refused in (archivist.verify(), archivist.audit()):
        assert refused.exit_code == 1
        assert f"{OLD}.commits.gz is not the file that was signed" in refused.output.replace("\n", "")


def test_changed_totals_and_anothers_signature_are_refused(archivist: Archivist, tmp_path: Path) -> None:
    archivist.export()
    other = tmp_path / "other.pem"
    create_key(other)
    assert "not signed by this key" in archivist.verify(other).output

    manifest = archivist.folder / "manifest.json"
    text = manifest.read_text()
    assert '"carried_out":1000' in text
    manifest.write_text(text.replace('"carried_out":1000', '"carried_out":1001'))

    for refused in (archivist.verify(), archivist.audit(), archivist.export()):
        assert refused.exit_code == 1
        assert "not signed by this key, or was changed since" in refused.output


def test_an_id_that_goes_on_after_it_was_archived_is_a_finding(archivist: Archivist) -> None:
    archivist.export()
    stored = StoredLog(archivist.folder.parent / "another")
    stored.start()
    try:
        asyncio.run(stored.found())
        again = replace(BEFORE[-1], first_version=BEFORE[-1].last_version + 1)
        asyncio.run(stored.write([*BEFORE, again, *AFTER]))
        archivist.log = stored
        report = json.loads(archivist.audit().stdout)
    finally:
        stored.stop()

    found = {one["table"]: one["finding"] for one in report["tables"]}
    assert found[OLD]["check"] == "an archived id is at its end"


def test_chips_that_came_up_on_the_way_between_two_ids_are_found(tmp_path: Path) -> None:
    version, rolled = event_at(BEFORE, TableRolled)
    assert isinstance(rolled, TableRolled)
    seats = rolled.carried.seats
    richer = replace(rolled.carried, seats=(replace(seats[0], stack=seats[0].stack + 5), *seats[1:]))
    stored = StoredLog(tmp_path / "data")
    stored.start()
    try:
        asyncio.run(stored.found())
        asyncio.run(stored.write(BEFORE))
        asyncio.run(stored.write(forged(AFTER, 2, TableCarriedOn(OLD, richer))))
        archivist = Archivist(stored, tmp_path)
        report = json.loads(archivist.run("audit", "--json", "--nats", stored.url).stdout)
    finally:
        stored.stop()

    found = {one["table"]: one["finding"] for one in report["tables"]}
    assert version == BEFORE[-1].last_version
    assert found[OLD] is None
    assert found[NEW]["check"] == "a table goes on with what its id before carried over"
