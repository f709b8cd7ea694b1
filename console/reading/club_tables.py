"""Reading of clubs' tables what they moved over their edges, for an audit of the clubs' ledgers."""

from dataclasses import dataclass

import msgspec

from riverrun.contracts.table_events import (
    BuyInConfirmed,
    BuyInReserved,
    InsuranceOffered,
    InsuredStreet,
    RakeTaken,
    TableOpened,
)
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.codec import UnknownTopic
from riverrun.runtime.eventstore.commit_reader import CommitReader
from services.club.ledger.exposure import ReleaseAsked
from services.club.ledger.pairing import TableSide
from services.club.tables.money import Return, TableMoney
from services.table.codec import codec

CARDS_ON: dict[InsuredStreet, int] = {"flop": 3, "turn": 4}


@dataclass
class ClubTable:
    """A table of a club as far as it was read."""

    club: str
    side: TableSide
    money: TableMoney
    next_seq: int = 1


class ClubTables:
    """Tables in the log that belong to clubs."""

    def __init__(self, reader: CommitReader) -> None:
        self._reader = reader

    async def known(self) -> list[TableId]:
        """Every table that has a commit, clubs' or not."""
        return await self._reader.tables()

    async def opened(self, table: TableId) -> ClubTable | None:
        """The table with nothing read of it yet; None if it is no club's."""
        first = await self._reader.next_from(table, 1)
        assert first is not None, f"{table} is in the log and has no commit"
        try:
            opened = codec.decode(first.commit.events[0])
        except (msgspec.DecodeError, UnknownTopic):
            return None
        if not isinstance(opened, TableOpened) or not opened.config.club:
            return None
        return ClubTable(opened.config.club, TableSide(table), TableMoney(table))

    async def read_on(self, read: ClubTable) -> None:
        """Read to where the table stands now."""
        tail = await self._reader.tail(read.side.table)
        assert tail is not None, f"{read.side.table} has commits"
        await self.read_to(read, tail.seq)

    async def read_to(self, read: ClubTable, seq: int) -> None:
        """Read up to that place in the stream."""
        async for batch in self._reader.commits(read.side.table, read.next_seq, seq):
            for one in batch:
                for version, stored in enumerate(one.commit.events, one.commit.first_version):
                    take(read, one.seq, version, codec.decode(stored))
            read.next_seq = batch[-1].seq + 1


def take(read: ClubTable, seq: int, version: int, event: object) -> None:
    """Take the table's next event."""
    side = read.side
    match event:
        case BuyInReserved():
            side.reserved[event.transfer] = (event.player, event.amount)
        case BuyInConfirmed():
            side.confirmed[event.transfer] = version
        case RakeTaken():
            side.rake_held += event.amount
        case InsuranceOffered() if event.held:
            side.held[read.money.hand, CARDS_ON[event.street]] = (version, event.held)
        case _:
            pass
    moved = read.money.take(version, event)
    if isinstance(moved, Return):
        side.refused[moved.transfer] = seq
    elif isinstance(moved, ReleaseAsked):
        side.over[moved.hand] = seq
    elif moved is not None:
        side.moves[moved.transfer] = (seq, moved)
        if moved.reason == "rake":
            side.rake_held -= moved.amount
