"""The tables that a player watches: asked for on each connection, fed with what the server says of them."""

import asyncio
from collections.abc import Callable

from riverrun.client.another_try import wait_for_another_try
from riverrun.client.line import Line, LineLost
from riverrun.client.refusal import Refused
from riverrun.client.watched_table import WatchedTable
from riverrun.contracts.client_messages import ResumeMessage, WatchMessage
from riverrun.contracts.server_messages import (
    AckMessage,
    ErrorMessage,
    EventsMessage,
    MovedMessage,
    ReconnectingMessage,
    SnapshotMessage,
    TalkMessage,
)
from riverrun.kernel.identifiers import TableId


class Watching:
    """`connected` and `disconnected` tell it of the line; everything else comes over that."""

    def __init__(self, next_id: Callable[[], str]) -> None:
        self._next_id = next_id
        self._line: Line | None = None
        self._tables: dict[TableId, WatchedTable] = {}
        self._asked_for: dict[str, TableId] = {}
        self._retries: set[asyncio.Task[None]] = set()

    def __contains__(self, table: TableId) -> bool:
        return table in self._tables

    async def add(self, watched: WatchedTable) -> None:
        """Watch it from here on."""
        self._tables[watched.table] = watched
        await self._try_to_ask_for(watched)

    def remove(self, table: TableId) -> bool:
        """Watch it no more; whether it was watched."""
        return self._tables.pop(table, None) is not None

    def end(self, error: Exception | None = None) -> None:
        """No table will be heard of again."""
        for watched in self._tables.values():
            watched.end(error)
        self._tables.clear()

    # -- the line

    async def connected(self, line: Line) -> None:
        """Go on with every table where it was. Raises `LineLost`."""
        self._line = line
        self._asked_for.clear()
        for watched in tuple(self._tables.values()):
            await self._ask_for(line, watched)

    def disconnected(self) -> None:
        """Nothing is heard for a while."""
        self._line = None
        for retry in self._retries:
            retry.cancel()
        for watched in self._tables.values():
            watched.hear_reconnecting()

    # -- what the server says

    async def hear(
        self,
        message: SnapshotMessage | EventsMessage | ReconnectingMessage | TalkMessage | MovedMessage,
    ) -> None:
        """Something of a table, perhaps of one that was just left. Raises `LineLost`."""
        watched = self._tables.get(message.table)
        if watched is None:
            return
        match message:
            case SnapshotMessage():
                watched.hear_snapshot(message)
            case MovedMessage():
                del self._tables[message.table]
                self._tables[message.to] = watched
                watched.hear_moved(message.to)
            case ReconnectingMessage():
                watched.hear_reconnecting()
            case TalkMessage():
                watched.hear_talk(message)
            case EventsMessage():
                missing = not watched.hear_events(message)
                if missing and self._line is not None and message.table not in self._asked_for.values():
                    await self._ask_for(self._line, watched)

    def hear_ack(self, ack: AckMessage) -> None:
        """Perhaps the answer to having asked for a table."""
        self._asked_for.pop(ack.id, None)

    def hear_error(self, error: ErrorMessage) -> bool:
        """Whether it was the answer to having asked for a table, or word that it is seen no more."""
        unasked = error.id is None
        table = str(error.details.get("table", "")) if unasked else self._asked_for.pop(error.id or "", "")
        if not table:
            return False
        if watched := self._tables.get(table):
            refused = Refused(error.code, error.message, error.details)
            retry = asyncio.create_task(self._ask_again_for(watched, refused), name=f"ask again for {table}")
            self._retries.add(retry)
            retry.add_done_callback(self._retries.discard)
        return True

    async def _ask_again_for(self, watched: WatchedTable, refused: Refused) -> None:
        try:
            await wait_for_another_try(refused)
        except Refused:
            self.remove(watched.table)
            watched.end(refused)
            return
        if self._tables.get(watched.table) is watched:
            await self._try_to_ask_for(watched)

    async def _try_to_ask_for(self, watched: WatchedTable) -> None:
        if self._line is not None:
            try:
                await self._ask_for(self._line, watched)
            except LineLost:
                # The next connection asks for every table.
                return

    async def _ask_for(self, line: Line, watched: WatchedTable) -> None:
        id_, table = self._next_id(), watched.table
        self._asked_for[id_] = table
        if not watched.feed:
            await line.send(WatchMessage(id=id_, table=table))
            return
        channel, feed, version = watched.channel, watched.feed, watched.version
        await line.send(ResumeMessage(id=id_, table=table, channel=channel, feed=feed, version=version))
