"""Auditing clubs' ledgers in the log, and pairing them with their tables, transfer by transfer."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from riverrun.contracts.subjects import LEDGER_STREAM, TABLES_STREAM
from riverrun.contracts.table_events import BuyInConfirmed, BuyInReserved, TableOpened
from riverrun.holdem.audit import Finding
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.aggregates.reading import EntryReader
from riverrun.runtime.eventstore.aggregates.room import Room
from riverrun.runtime.eventstore.codec import UnknownTopic
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.logged import LoggedCommit
from riverrun.runtime.nats.answers import NO_STREAM_FOUND, ApiRefused
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.club.ledger.accounts import table_of
from services.club.ledger.codec import codec
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.pairing import Paired, TableSide, pair, unfounded, unknown_to
from services.club.tables.money import Return, TableMoney
from services.table.codec import codec as table_codec

ROOM = Room(LEDGER_STREAM, "ledger")
READ_AT_ONCE = 5_000


class AuditedClub(msgspec.Struct, frozen=True):
    """One club's books up to the cut: chips by whose they are, and what is wrong with them, if anything."""

    club: str
    transfers: int
    members: Chips
    on_the_way: Chips
    at_tables: Chips
    revenue: Chips
    fees: Chips
    insurance: Chips
    agents: Chips
    minted: Chips
    not_brought_over: int
    finding: Finding | None = None


@dataclass
class _ReadTable:
    """A table of a club as far as it was read."""

    club: str
    side: TableSide
    money: TableMoney
    next_seq: int = 1


class ClubAudit:
    """Audits ledger after ledger. `place` is asked for before tables are cut."""

    def __init__(self, api: JetStreamApi, reader: CommitReader) -> None:
        self._api = api
        self._entries = EntryReader(api, ROOM)
        self._reader = reader

    async def place(self) -> int:
        """Up to which place in the tables' stream the club has brought all over."""
        try:
            tail = await self._entries.tail(ROOM.tracking_of(TABLES_STREAM))
        except ApiRefused as refused:
            if refused.err_code == NO_STREAM_FOUND:
                return 0
            raise
        return 0 if tail is None else tail.entry.version

    async def audited(self, place: int, cut: Mapping[TableId, LoggedCommit]) -> list[AuditedClub]:
        """Every club's ledger, held against the club's tables up to their cut."""
        tables = {table: read for table in cut if (read := await self._opened(table)) is not None}
        for table, read in tables.items():
            await self._read_on(read, cut[table].seq)
        return [
            await self._club(club, place, [read for read in tables.values() if read.club == club])
            for club in await self._clubs()
        ]

    async def _clubs(self) -> list[str]:
        try:
            state = await self._api.state(LEDGER_STREAM, ROOM.all_events)
        except ApiRefused as refused:
            if refused.err_code == NO_STREAM_FOUND:
                return []
            raise
        return sorted(subject.rsplit(".", 1)[1] for subject in state.subjects)

    async def _opened(self, table: TableId) -> _ReadTable | None:
        """The table, if it is a club's."""
        first = await self._reader.next_from(table, 1)
        assert first is not None, f"{table} is in the log and has no commit"
        try:
            opened = table_codec.decode(first.commit.events[0])
        except (msgspec.DecodeError, UnknownTopic):
            return None
        if not isinstance(opened, TableOpened) or not opened.config.club:
            return None
        return _ReadTable(opened.config.club, TableSide(table), TableMoney(table))

    async def _read_on(self, read: _ReadTable, up_to_seq: int) -> None:
        side = read.side
        async for batch in self._reader.commits(side.table, read.next_seq, up_to_seq):
            for one in batch:
                for version, stored in enumerate(one.commit.events, one.commit.first_version):
                    event = table_codec.decode(stored)
                    if isinstance(event, BuyInReserved):
                        side.reserved[event.transfer] = (event.player, event.amount)
                    elif isinstance(event, BuyInConfirmed):
                        side.confirmed.add(event.transfer)
                    moved = read.money.take(version, event)
                    if moved is not None and not isinstance(moved, Return):
                        side.moves[moved.transfer] = (one.seq, moved)
            read.next_seq = batch[-1].seq + 1

    async def _club(self, club: str, place: int, tables: list[_ReadTable]) -> AuditedClub:
        audit = LedgerAudit()
        finding = await self._follow(audit, club)
        on_the_way = 0
        for read in tables if finding is None else ():
            paired = await self._paired(audit, read, place)
            on_the_way += paired.on_the_way
            finding = finding or paired.finding
        return _told(club, audit, on_the_way, finding)

    async def _follow(self, audit: LedgerAudit, club: str) -> Finding | None:
        tail = await self._entries.tail(ROOM.events_of(club))
        assert tail is not None, f"{club} is in the log and has no event"
        last = tail.entry.version
        while audit.version < last:
            up_to = min(audit.version + READ_AT_ONCE, last)
            found = await self._entries.versions(club, audit.version, up_to)
            for one in found:
                version = one.originator_version
                try:
                    event = codec.decode_state(one.topic, one.state)
                except (msgspec.DecodeError, UnknownTopic) as error:
                    return Finding(version, one.topic, "the event can be read", "an event", str(error))
                finding = audit.follow(version, event)
                if finding is not None:
                    return finding
            if audit.version != up_to:
                return Finding(
                    audit.version + 1, "event", "the log holds every event", str(up_to), str(audit.version)
                )
        return None

    async def _paired(self, audit: LedgerAudit, read: _ReadTable, place: int) -> Paired:
        side = read.side
        paired = pair(audit, side, place)
        if paired.finding is not None:
            return paired
        own = [
            one
            for one in audit.transfers.values()
            if side.table in {table_of(one.source), table_of(one.target)}
        ]
        unknown = unknown_to(side, own)
        if unknown:
            # The ledger was read after the table: the table has gone on meanwhile.
            tail = await self._reader.tail(side.table)
            assert tail is not None, f"{side.table} has commits"
            await self._read_on(read, tail.seq)
            unknown = unknown_to(side, unknown)
        if unknown:
            paired.finding = unfounded(audit, unknown[0])
        return paired


def _told(club: str, audit: LedgerAudit, on_the_way: int, finding: Finding | None) -> AuditedClub:
    sums: dict[str, Chips] = {}
    for account, balance in audit.balances.items():
        kind = account.partition(":")[0]
        sums[kind] = sums.get(kind, 0) + balance
    return AuditedClub(
        club,
        audit.count,
        sums.get("member", 0),
        sums.get("pending", 0),
        sums.get("table", 0),
        sums.get("revenue", 0),
        sums.get("fees", 0),
        sums.get("insurance", 0),
        sums.get("agent", 0),
        -sums.get("mint", 0),
        on_the_way,
        finding,
    )
