"""Auditing tables in the log: event by event, beside the library's Repository and the newest snapshot."""

import asyncio
from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec.structs import replace

from console.reading.passages import Passages, passages_of, unpaired
from console.reading.stored_tables import StoredTables
from riverrun.contracts.commits import UnknownCommitFormat
from riverrun.holdem.audit import ChipAudit, Finding, Totals
from riverrun.kernel.identifiers import TableId, TransferId
from riverrun.runtime.eventstore.codec import UnknownTopic
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.logged import LoggedCommit
from riverrun.runtime.eventstore.snapshots import Snapshot
from services.table.codec import codec
from services.table.host.record import Record
from services.table.host.table_replay import FOLD_NAME

_UNREADABLE = (msgspec.DecodeError, UnknownTopic, UnknownCommitFormat)
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Record).decode

Advance = Callable[[int], None]
"""Told how many more events were looked at."""


class AuditedTable(msgspec.Struct, frozen=True):
    """One table's books up to the cut, and what is wrong with them, if anything."""

    table: TableId
    name: str
    totals: Totals
    finding: Finding | None = None
    passages: Passages = Passages()
    closed: str = ""


class NewestSnapshots(Protocol):
    """Where a table's snapshot lies."""

    async def newest(self, table: TableId) -> Snapshot | None:
        """The newest that can be read."""


class TableAudit:
    """Audits table after table; a transfer that two tables share is a finding, too."""

    def __init__(self, reader: CommitReader, stored: StoredTables, snapshots: NewestSnapshots) -> None:
        self._reader = reader
        self._stored = stored
        self._snapshots = snapshots
        self._transfers: dict[TransferId, TableId] = {}

    async def cut(self) -> dict[TableId, LoggedCommit]:
        """Each table's last commit at one moment: what comes later is not looked at."""
        tails: dict[TableId, LoggedCommit] = {}
        for table in await self._reader.tables():
            tail = await self._reader.tail(table)
            assert tail is not None, f"{table} is in the log and has no commit"
            tails[table] = tail
        return tails

    async def audited(self, table: TableId, tail: LoggedCommit, advance: Advance) -> AuditedTable:
        """Follow one table to its cut, both ways."""
        audit = ChipAudit()
        snapshot = await self._snapshots.newest(table)
        finding = await self._follow(audit, table, tail, advance, snapshot)
        if finding is None:
            finding = self._shared_transfer(table, audit) or await self._differs_in_library(table, audit)
        name, closed = ("", "") if audit.table is None else (audit.table.config.name, audit.table.closed)
        return AuditedTable(table, name, audit.totals, finding, passages_of(audit), closed)

    async def _follow(
        self,
        audit: ChipAudit,
        table: TableId,
        tail: LoggedCommit,
        advance: Advance,
        snapshot: Snapshot | None,
    ) -> Finding | None:
        try:
            async for batch in self._reader.commits(table, 1, tail.seq):
                for one in batch:
                    finding = self._take(audit, table, one)
                    if finding is None and snapshot is not None and snapshot.version == audit.version:
                        finding = _differs_in_snapshot(snapshot, audit)
                    if finding is not None:
                        return finding
                advance(sum(len(one.commit.events) for one in batch))
        except _UNREADABLE as error:
            return Finding(audit.version + 1, "commit", "the commit can be read", "a commit", str(error))
        if audit.version != tail.commit.last_version:
            return Finding(
                audit.version + 1,
                "commit",
                "the log holds every commit",
                f"version {tail.commit.last_version}",
                f"version {audit.version}",
            )
        return None

    def _take(self, audit: ChipAudit, table: TableId, one: LoggedCommit) -> Finding | None:
        commit = one.commit
        if commit.table != table:
            return Finding(
                commit.first_version, "commit", "a commit is its subject's table's", table, commit.table
            )
        for version, stored in enumerate(commit.events, commit.first_version):
            try:
                event = codec.decode(stored)
            except _UNREADABLE as error:
                return Finding(version, stored.topic, "the event can be read", "an event", str(error))
            finding = audit.follow(version, event)
            if finding is not None:
                return finding
        return None

    def _shared_transfer(self, table: TableId, audit: ChipAudit) -> Finding | None:
        for transfer in audit.transfers:
            other = self._transfers.setdefault(transfer, table)
            if other != table:
                check = "a transfer belongs to one table"
                return Finding(audit.version, "transfer", check, f"{transfer} of {other}", f"also of {table}")
        return None

    async def _differs_in_library(self, table: TableId, audit: ChipAudit) -> Finding | None:
        rebuilt = await asyncio.to_thread(self._stored.at, table, audit.version)
        ours, library = _encode(audit.table), _encode(rebuilt)
        if ours == library:
            return None
        check = "the library's Repository rebuilds the same table"
        return Finding(audit.version, "state", check, f"{len(ours)} bytes", "other bytes")


def _differs_in_snapshot(snapshot: Snapshot, audit: ChipAudit) -> Finding | None:
    """A snapshot of this fold, from which a table would be brought back, must be what the events come to."""
    if snapshot.fold != FOLD_NAME:
        return None
    check = "the newest snapshot is what the events come to"
    try:
        kept = _decode(snapshot.state)
    except msgspec.DecodeError as error:
        return Finding(audit.version, "snapshot", check, "a state", str(error))
    if kept.table == audit.table:
        return None
    return Finding(audit.version, "snapshot", check, "the same table", "another")


def with_passages(tables: list[AuditedTable]) -> list[AuditedTable]:
    """The same tables, with a finding where an id does not begin with what the one before carried over."""
    findings = unpaired({one.table: one.passages for one in tables})
    return [
        replace(one, finding=one.finding or findings.get(one.table)) if one.table in findings else one
        for one in tables
    ]
