"""An archive in a folder: closed ids are added to it, and it is verified before anybody believes it."""

import zlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec.structs import replace

from console.archiving.commit_file import digest_of, write_commits
from console.archiving.manifest import (
    MANIFEST,
    ArchiveBroken,
    ArchivedTable,
    read_manifest,
    write_manifest,
)
from console.archiving.moved_totals import MovedTotal, told_by_table
from console.reading.audited_tables import AuditedTable, TableAudit
from console.reading.club_tables import ClubTable, ClubTables
from riverrun.holdem.audit import Finding
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.logged import LoggedCommit

_LAST_WORDS = frozenset({"table.rolled", "table.closed"})
_SAID_AFTERWARDS = frozenset({"table.hosted"})
"""What older releases wrote behind the end of a table."""


class Archive:
    """`key` signs it. Raises `ArchiveBroken` where what is there was not signed by it."""

    def __init__(self, folder: Path, key: Ed25519PrivateKey) -> None:
        self._folder = folder
        self._key = key
        folder.mkdir(parents=True, exist_ok=True)
        there = (folder / MANIFEST).exists()
        self._tables = {one.table: one for one in (read_manifest(folder, key.public_key()) if there else [])}

    async def add_closed(self, reader: CommitReader, audit: TableAudit, place: int) -> list[AuditedTable]:
        """Add every id that is closed, and whose chips its club has brought over up to `place`.

        Gives those that were added, and those that were not because their books do not close.
        """
        looked_at: list[AuditedTable] = []
        for table, tail in (await audit.cut()).items():
            if table in self._tables or not may_be_closed(tail):
                continue
            club = await ClubTables(reader).opened(table)
            if club is not None and tail.seq > place:
                continue
            audited = await audit.audited(table, tail, lambda _: None)
            if audited.finding is not None:
                looked_at.append(audited)
            elif audited.closed:
                self._tables[table] = await self._archived(reader, audited, tail, club)
                looked_at.append(audited)
        # One with nothing in it yet is an archive too: an audit may start from it.
        if looked_at or not (self._folder / MANIFEST).exists():
            write_manifest(self._folder, list(self._tables.values()), self._key)
        return looked_at

    async def _archived(
        self, reader: CommitReader, audited: AuditedTable, tail: LoggedCommit, club: ClubTable | None
    ) -> ArchivedTable:
        """Write the id's file, and sum up what its club's ledger must hold."""
        moved: list[MovedTotal] = []
        if club is not None:
            await ClubTables(reader).read_to(club, tail.seq)
            moved = told_by_table(club.side)
        first = await reader.next_from(audited.table, 1)
        assert first is not None, f"{audited.table} is in the log and has no commit"
        file = f"{audited.table}.commits.gz"
        all_commits = reader.commits(audited.table, first.seq, tail.seq)
        commits, digest = await write_commits(self._folder / file, all_commits)
        return ArchivedTable(
            audited,
            "" if club is None else club.club,
            moved,
            first.seq,
            tail.seq,
            tail.commit.last_version,
            tail.commit.at_ms,
            commits,
            digest,
            file,
        )


def may_be_closed(tail: LoggedCommit) -> bool:
    """Whether a last commit can be that of a table at its end."""
    topics = {event.topic for event in tail.commit.events}
    return bool(topics & _LAST_WORDS) or topics <= _SAID_AFTERWARDS


def verified(folder: Path, key: Ed25519PublicKey) -> dict[TableId, ArchivedTable]:
    """What an archive holds, signature and every file checked. Raises `ArchiveBroken`."""
    tables = read_manifest(folder, key)
    for one in tables:
        path = folder / one.file
        try:
            digest = digest_of(path)
        except (OSError, EOFError, zlib.error) as error:
            raise ArchiveBroken(f"{path} cannot be read: {error}") from error
        if digest != one.sha256:
            hashes = f"{digest[:12]}, not {one.sha256[:12]}"
            raise ArchiveBroken(f"{path} is not the file that was signed: it hashes to {hashes}")
    return {one.table: one for one in tables}


def gone_on(archived: ArchivedTable, tail: LoggedCommit | None) -> AuditedTable:
    """The archived table's books; with a finding if the log, where it still has the id, went on since."""
    audited = archived.audited
    if tail is None or (tail.seq, tail.commit.last_version) == (archived.last_seq, archived.last_version):
        return audited
    expected, got = f"version {archived.last_version}", f"version {tail.commit.last_version}"
    finding = Finding(tail.commit.last_version, "commit", "an archived id is at its end", expected, got)
    return replace(audited, finding=finding)
