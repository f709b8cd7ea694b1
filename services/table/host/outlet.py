"""What leaves a table besides the log: views to NATS, lobby entries, snapshots at hand boundaries."""

from typing import Protocol

import nats.errors
import structlog
from nats.aio.client import Client

from riverrun.contracts.table_events import (
    BuyInConfirmed,
    HandSealed,
    HandStarted,
    OptionsChanged,
    PlayerSatDown,
    PlayerStoodUp,
    TableClosed,
    TableEvent,
    TableOpened,
    TableRolled,
    WaitingListJoined,
    WaitingListLeft,
)
from riverrun.runtime.eventstore.snapshots import Snapshot
from services.table.host.feeds import Sent
from services.table.host.hosted import HostedTable
from services.table.host.lobby import Lobby
from services.table.host.record import Record

log = structlog.get_logger(__name__)

_LOBBY_EVENTS = (
    TableOpened,
    OptionsChanged,
    TableClosed,
    TableRolled,
    PlayerSatDown,
    PlayerStoodUp,
    BuyInConfirmed,
    HandStarted,
    WaitingListJoined,
    WaitingListLeft,
)


class SnapshotMaker(Protocol):
    """Turns a record into a snapshot."""

    def snapshot(self, table: str, state: Record, version: int, seq: int) -> Snapshot:
        """A snapshot of a record that stands at `seq`."""


class SnapshotShelf(Protocol):
    """Stores snapshots without making anyone wait."""

    def write_soon(self, snapshot: Snapshot) -> None:
        """Store it; a failure is logged and harmless."""


class NatsOutlet:
    """The real outlet of all tables of a process."""

    def __init__(self, client: Client, lobby: Lobby, maker: SnapshotMaker, shelf: SnapshotShelf) -> None:
        self._client = client
        self._lobby = lobby
        self._maker = maker
        self._shelf = shelf

    async def publish(self, sent: list[Sent]) -> None:
        """Views go out at once; a viewer who misses one sees a gap and asks for a snapshot."""
        try:
            for one in sent:
                await self._client.publish(one.subject, one.data, headers=one.headers)
        except (nats.errors.Error, OSError) as error:
            log.warning("views_unsent", error=repr(error))

    def committed(self, hosted: HostedTable, events: list[TableEvent]) -> None:
        """Note the commit for the lobby, and make a snapshot where a hand has ended.

        It takes microseconds, and whoever takes the table over replays one hand at most.
        """
        self._lobby.hear(hosted.id, events)
        if any(isinstance(event, _LOBBY_EVENTS) for event in events):
            self._lobby.note(hosted.table, hosted.record.committed_ms)
        if type(events[0]) is HandSealed:
            snapshot = self._maker.snapshot(hosted.id, hosted.record, hosted.version, hosted.seq)
            self._shelf.write_soon(snapshot)
