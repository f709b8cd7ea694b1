"""What the log holds of one club after a storm: its ledger's transfers, and its tables' histories."""

from collections.abc import Iterator
from dataclasses import dataclass

from riverrun.contracts.subjects import LEDGER_STREAM
from riverrun.contracts.table_events import (
    BuyInConfirmed,
    BuyInRefused,
    BuyInReserved,
    PlayerStoodUp,
    TableEvent,
)
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId, TransferId
from riverrun.runtime.eventstore.aggregates.reading import EntryReader
from riverrun.runtime.eventstore.aggregates.room import Room
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR
from services.club.ledger.codec import codec
from services.club.ledger.ledger_events import ChipsMoved
from tests.chaos.storm.clubs import StormClub
from tests.support.judged_history import History, catch_up
from tests.support.nats_server import NatsServers

ROOM = Room(LEDGER_STREAM, "ledger")


@dataclass
class StoredClub:
    """`moved` are all transfers in their order; `histories` the tables' commits."""

    moved: list[ChipsMoved]
    histories: dict[TableId, History]

    def reserved(self) -> dict[TransferId, BuyInReserved]:
        """Chips that tables asked for."""
        return {one.transfer: one for one in self._events() if isinstance(one, BuyInReserved)}

    def confirmed(self) -> set[TransferId]:
        """Those of them that came."""
        return {one.transfer for one in self._events() if isinstance(one, BuyInConfirmed)}

    def turned_down(self) -> set[TransferId]:
        """Those that the tables gave up."""
        return {one.transfer for one in self._events() if isinstance(one, BuyInRefused)}

    def left(self) -> list[PlayerStoodUp]:
        """Who left with chips."""
        return [one for one in self._events() if isinstance(one, PlayerStoodUp) and one.amount]

    def raked(self) -> dict[TableId, Chips]:
        """What each table took of its pots."""
        records = {table: history.record for table, history in self.histories.items()}
        return {table: record.table.raked for table, record in records.items() if record is not None}

    def _events(self) -> Iterator[TableEvent]:
        return (event for history in self.histories.values() for event in history.events())


async def read_club(servers: NatsServers, club: StormClub) -> StoredClub:
    """From the log alone. Fails as `History.add` does."""
    client = await servers.connect(AUDITOR)
    try:
        api = JetStreamApi(client, AUDITOR.api_prefix)
        reader = CommitReader(api)
        histories = {table: History(table) for table in club.tables}
        for history in histories.values():
            await catch_up(history, reader)
        stored = await EntryReader(api, ROOM).versions(club.club, None, None)
        events = [codec.decode_state(one.topic, one.state) for one in stored]
        return StoredClub([one for one in events if isinstance(one, ChipsMoved)], histories)
    finally:
        await client.close()
