"""Auditing clubs' ledgers in the log, and pairing them with their tables, transfer by transfer."""

from collections.abc import Collection, Mapping
from itertools import count

import msgspec

from console.archiving.against_ledger import unlike
from console.archiving.manifest import ArchivedTable
from console.reading.club_tables import ClubTable, ClubTables
from riverrun.contracts.subjects import LEDGER_STREAM, TABLES_STREAM
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
from services.club.ledger.codec import codec
from services.club.ledger.exposure_pairing import exposure_finding
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.missing import beyond, no_table, unfounded, unpaid, unplaced
from services.club.ledger.pairing import Paired, at_the_cut, pair, unknown_to
from services.club.tables.places import name_of

ROOM = Room(LEDGER_STREAM, "ledger")
READ_AT_ONCE = 5_000


class AuditedClub(msgspec.Struct, frozen=True):
    """One club's books up to the cut: chips by whose they are, and what is wrong with them, if anything.

    `exposed`: what insurance may still have to pay for hands in progress, below a limit.
    """

    club: str
    transfers: int
    members: Chips
    on_the_way: Chips
    at_tables: Chips
    revenue: Chips
    fees: Chips
    insurance: Chips
    exposed: Chips
    agents: Chips
    minted: Chips
    not_brought_over: int
    finding: Finding | None = None


class ClubAudit:
    """Audits ledger after ledger. `place` is asked for before tables are cut.

    `archived` tables' sums stand in place of their events.
    """

    def __init__(
        self,
        api: JetStreamApi,
        reader: CommitReader,
        archived: Mapping[TableId, ArchivedTable] | None = None,
    ) -> None:
        self._api = api
        self._entries = EntryReader(api, ROOM)
        self._tables = ClubTables(reader)
        self._archived = archived or {}
        self._ends = 0

    async def place(self) -> int:
        """Up to which place in the tables' stream the club has brought all over."""
        place = 0
        try:
            for number in count(1):
                tail = await self._entries.tail(ROOM.tracking_of(name_of(number)))
                if tail is None:
                    break
                place = tail.entry.version
        except ApiRefused as refused:
            if refused.err_code != NO_STREAM_FOUND:
                raise
        return place

    async def audited(
        self,
        place: int,
        cut: Mapping[TableId, LoggedCommit],
        in_play: Mapping[TableId, Chips] | None = None,
        broken: Collection[TableId] = (),
    ) -> list[AuditedClub]:
        """Every club's ledger, held against the club's tables up to their cut.

        `in_play`: what tables' own audits counted; `broken`: tables whose own books do not close.
        """
        tables: dict[TableId, ClubTable] = {}
        # Asked for behind the place, which is never ahead of it.
        self._ends = (await self._api.state(TABLES_STREAM)).last_seq
        for table, tail in cut.items():
            read = await self._tables.opened(table)
            if read is not None:
                await self._tables.read_to(read, tail.seq)
                read.side.in_play = (in_play or {}).get(table)
                tables[table] = read
        by_club: dict[str, dict[TableId, ClubTable]] = {club: {} for club in await self._clubs()}
        without = {read.club for read in tables.values()} - by_club.keys()
        for table, read in tables.items():
            by_club.setdefault(read.club, {})[table] = read
        return [
            _without_ledger(club, own) if club in without else await self._club(club, place, own, broken)
            for club, own in sorted(by_club.items())
        ]

    async def _clubs(self) -> list[str]:
        try:
            state = await self._api.state(LEDGER_STREAM, ROOM.all_events)
        except ApiRefused as refused:
            if refused.err_code == NO_STREAM_FOUND:
                return []
            raise
        return sorted(subject.rsplit(".", 1)[1] for subject in state.subjects)

    async def _club(
        self, club: str, place: int, tables: dict[TableId, ClubTable], broken: Collection[TableId]
    ) -> AuditedClub:
        audit = LedgerAudit()
        finding = await self._follow(audit, club)
        on_the_way = 0
        if finding is None:
            finding = await self._strangers(audit, club, tables, broken)
        if finding is None and place == 0:
            finding = await self._unplaced(audit)
        finding = finding or beyond(audit, place, self._ends)
        finding = finding or next(filter(None, (unlike(audit, one) for one in self._of_club(club))), None)
        for read in tables.values() if finding is None else ():
            paired = await self._paired(audit, read, place)
            on_the_way += paired.on_the_way
            finding = finding or paired.finding
        return _told(club, audit, on_the_way, finding)

    async def _strangers(
        self,
        audit: LedgerAudit,
        club: str,
        tables: dict[TableId, ClubTable],
        broken: Collection[TableId],
    ) -> Finding | None:
        """A table that the ledger names is a table of the club; it may be younger than the cut."""
        for table, moved in audit.by_table.items():
            if table in tables or table in broken or self._is_of(club, table):
                continue
            read = await self._tables.opened(table) if table in await self._tables.known() else None
            if read is None or read.club != club:
                return no_table(audit, moved[0], table)
            unknown = unknown_to(read.side, moved)
            if unknown:
                await self._tables.read_on(read)
                unknown = unknown_to(read.side, moved)
            if unknown:
                return unfounded(audit, unknown[0])
        return None

    def _of_club(self, club: str) -> list[ArchivedTable]:
        return [one for one in self._archived.values() if one.club == club]

    def _is_of(self, club: str, table: TableId) -> bool:
        return table in self._archived and self._archived[table].club == club

    async def _unplaced(self, audit: LedgerAudit) -> Finding | None:
        """Without a place nothing would be missed; only a club that has just begun has none."""
        finding = unplaced(audit)
        return finding if finding is not None and await self.place() == 0 else None

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

    async def _paired(self, audit: LedgerAudit, read: ClubTable, place: int) -> Paired:
        side = read.side
        paired = pair(audit, side, place)
        paired.finding = paired.finding or at_the_cut(audit, side) or exposure_finding(audit, side, place)
        if paired.finding is not None:
            return paired
        unknown = unknown_to(side, audit.by_table.get(side.table, []))
        if unknown:
            # The ledger was read after the table: the table has gone on meanwhile.
            await self._tables.read_on(read)
            unknown = unknown_to(side, unknown)
        if unknown:
            paired.finding = unfounded(audit, unknown[0])
        return paired


def _without_ledger(club: str, tables: Mapping[TableId, ClubTable]) -> AuditedClub:
    """A club that only its tables know: nobody can have bought in there."""
    findings = (unpaid(read.side) for read in tables.values())
    return _told(club, LedgerAudit(), 0, next(filter(None, findings), None))


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
        audit.exposure.exposed,
        sums.get("agent", 0),
        -sums.get("mint", 0),
        on_the_way,
        finding,
    )
