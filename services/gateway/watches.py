"""The tables that one connection watches."""

from collections.abc import Callable

from riverrun.contracts.client_messages import ResumeMessage, WatchMessage
from riverrun.contracts.refusals import Refusal
from riverrun.kernel.identifiers import TableId
from services.gateway.feed_place import NOWHERE, Place
from services.gateway.frames import ack_frame
from services.gateway.refusals import TooManyTables
from services.gateway.watch import Watch


class Watches:
    """At most so many at a time."""

    def __init__(self, most: int, make: Callable[[TableId], Watch]) -> None:
        self._most = most
        self._make = make
        self._watches: dict[TableId, Watch] = {}

    async def open(self, table: TableId, message: WatchMessage | ResumeMessage) -> None:
        """Watch a table, or watch it anew. Raises `TooManyTables` and what the table refuses."""
        watch = self._watches.get(table)
        if watch is None:
            if len(self._watches) >= self._most:
                raise TooManyTables(most=self._most)
            watch = self._watches[table] = self._make(table)
        since = NOWHERE
        if isinstance(message, ResumeMessage):
            since = Place(message.channel, message.feed, message.version)
        try:
            await watch.open(ack_frame(message.id), since)
        except Refusal:
            if not watch.begun:
                await watch.close()
                if self._watches.get(table) is watch:
                    del self._watches[table]
            raise

    async def close(self, table: TableId) -> None:
        """Watch it no more, if it was watched."""
        watch = self._watches.pop(table, None)
        if watch is not None:
            await watch.close()

    def forget(self, table: TableId) -> None:
        """It ended by itself."""
        self._watches.pop(table, None)

    def moved(self, table: TableId, successor: TableId) -> None:
        """A table that is watched goes on under another id."""
        watch = self._watches.pop(table, None)
        if watch is None:
            return
        other = self._watches.get(successor)
        if other is not None:
            other.mute()
        self._watches[successor] = watch

    def has_seat_at(self, table: TableId) -> bool:
        """Whether the player is known to sit there."""
        watch = self._watches.get(table)
        return watch is not None and watch.attends

    def look_again(self, lasts: Callable[[TableId], bool]) -> None:
        """The player is let see more or less than before."""
        for table, watch in tuple(self._watches.items()):
            if not lasts(table):
                watch.look_again()

    def mute(self) -> None:
        """The connection ends: nothing that is heard from here on starts anything."""
        for watch in self._watches.values():
            watch.mute()

    async def close_all(self) -> None:
        """The connection has ended."""
        for table in tuple(self._watches):
            await self.close(table)

    def lost(self, table: TableId) -> None:
        """The table did not answer: what it published meanwhile may be missing."""
        watch = self._watches.get(table)
        if watch is not None:
            watch.lost()
