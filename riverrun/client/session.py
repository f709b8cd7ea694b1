"""A player's life across connections: it reconnects, resumes tables and sends commands again."""

import asyncio
import secrets

import aiohttp
import msgspec

from riverrun.client.backoff import Backoff
from riverrun.client.clock import ServerClock
from riverrun.client.line import Line, LineLost
from riverrun.client.pending import Pending
from riverrun.client.refusal import Refused, Unanswered
from riverrun.client.watched_table import WatchedTable
from riverrun.contracts.client_messages import CommandMessage, ResumeMessage, UnwatchMessage, WatchMessage
from riverrun.contracts.server_messages import (
    AckMessage,
    AnyServerMessage,
    ErrorMessage,
    EventsMessage,
    ReconnectingMessage,
    SnapshotMessage,
)
from riverrun.kernel.identifiers import PlayerId, TableId

ANSWER_TIMEOUT_S = 20
RETRY_MS = 500
WORTH_ANOTHER_TRY = frozenset({"table_unavailable", "rate_limited", "too_many_unanswered"})


class Session:
    """Connects when first needed; `token` is set before that."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self.clock = ServerClock()
        self.token = ""
        self.player: PlayerId = ""
        self._http = http
        self._url = url.rstrip("/")
        self._line: Line | None = None
        self._running: asyncio.Task[None] | None = None
        self._tables: dict[TableId, WatchedTable] = {}
        self._asked_for: dict[str, TableId] = {}
        self._retries: set[asyncio.Task[None]] = set()
        self._pending = Pending()
        self._prefix = secrets.token_hex(4)
        self._count = 0

    def next_id(self) -> str:
        """An id that this player never used: a prefix drawn for this session, and a count."""
        self._count += 1
        return f"{self._prefix}-{self._count}"

    # -- what the player does

    async def watch(self, table: TableId) -> WatchedTable:
        """Watch a table, from its first snapshot on. Raises `Refused`, `Unanswered`."""
        if table in self._tables:
            raise ValueError(f"{table} is already being watched")
        watched = self._tables[table] = WatchedTable(table, self)
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                self._start()
                await self._try_to_ask_for(watched)
                await watched.first_snapshot()
        except TimeoutError:
            await watched.close()
            raise Unanswered(f"no snapshot of {table}") from None
        except Refused:
            self._tables.pop(table, None)
            raise
        return watched

    async def unwatch(self, table: TableId) -> None:
        """Watch it no more."""
        if self._tables.pop(table, None) is not None and self._line is not None:
            await self._try_to_send(UnwatchMessage(id=self.next_id(), table=table))

    async def ask(self, message: CommandMessage) -> msgspec.Raw:
        """Send a command until it is answered, also over many connections. Raises `Refused`, `Unanswered`."""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                self._start()
                while True:
                    answer = self._pending.add(message)
                    await self._try_to_send(message)
                    try:
                        return await answer
                    except Refused as refused:
                        await _wait_for_another_try(refused)
        except TimeoutError:
            raise Unanswered(f"no answer to {message.id}") from None
        finally:
            self._pending.drop(message)

    async def close(self) -> None:
        """End the connection and everything that hangs on it."""
        for watched in self._tables.values():
            watched.end()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    # -- from connection to connection

    def _start(self) -> None:
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run(), name="riverrun client session")

    async def _run(self) -> None:
        try:
            await self._connect_again_and_again()
        except Exception as end:
            # Refused for good, or a bug: whoever waits must hear of it.
            self._pending.fail(end)
            for watched in self._tables.values():
                watched.end(end)
            self._tables.clear()
            if not isinstance(end, Refused):
                raise

    async def _connect_again_and_again(self) -> None:
        backoff = Backoff()
        while True:
            try:
                line = await Line.connect(self._http, self._url, self.token, self.clock)
                backoff.reset()
                await self._live(line)
            except LineLost:
                for watched in self._tables.values():
                    watched.hear_reconnecting()
            await asyncio.sleep(backoff.next_s())

    async def _live(self, line: Line) -> None:
        self.player = line.welcome.player
        self._line = line
        self._asked_for.clear()
        try:
            for watched in tuple(self._tables.values()):
                await self._ask_for(line, watched)
            for message in self._pending.unanswered():
                await line.send(message)
            async for heard in line:
                await self._hear(line, heard)
            raise LineLost("the server ended the connection")
        finally:
            self._line = None
            for retry in self._retries:
                retry.cancel()
            await line.close()

    # -- what the server says

    async def _hear(self, line: Line, message: AnyServerMessage) -> None:
        match message:
            case AckMessage():
                self._asked_for.pop(message.id, None)
                self._pending.accept(message)
            case ErrorMessage():
                self._hear_error(message)
            case SnapshotMessage() if watched := self._tables.get(message.table):
                watched.hear_snapshot(message)
            case EventsMessage() if watched := self._tables.get(message.table):
                if not watched.hear_events(message) and message.table not in self._asked_for.values():
                    await self._ask_for(line, watched)
            case ReconnectingMessage() if watched := self._tables.get(message.table):
                watched.hear_reconnecting()
            case _:
                # For a table just left, or a farewell: the end of the connection says the rest.
                pass

    def _hear_error(self, error: ErrorMessage) -> None:
        table = self._asked_for.pop(error.id or "", None)
        if table is None:
            self._pending.refuse(error)
            return
        if watched := self._tables.get(table):
            refused = Refused(error.code, error.message, error.details)
            retry = asyncio.create_task(self._ask_again_for(watched, refused), name=f"ask again for {table}")
            self._retries.add(retry)
            retry.add_done_callback(self._retries.discard)

    async def _ask_again_for(self, watched: WatchedTable, refused: Refused) -> None:
        try:
            await _wait_for_another_try(refused)
        except Refused:
            self._tables.pop(watched.table, None)
            watched.end(refused)
            return
        if self._tables.get(watched.table) is watched:
            await self._try_to_ask_for(watched)

    # -- sending

    async def _ask_for(self, line: Line, watched: WatchedTable) -> None:
        id_, table = self.next_id(), watched.table
        self._asked_for[id_] = table
        if watched.feed:
            await line.send(
                ResumeMessage(
                    id=id_,
                    table=table,
                    channel=watched.channel,
                    feed=watched.feed,
                    version=watched.version,
                )
            )
        else:
            await line.send(WatchMessage(id=id_, table=table))

    async def _try_to_ask_for(self, watched: WatchedTable) -> None:
        if self._line is not None:
            try:
                await self._ask_for(self._line, watched)
            except LineLost:
                # The next connection asks for every table.
                return

    async def _try_to_send(self, message: CommandMessage | UnwatchMessage) -> None:
        if self._line is not None:
            try:
                await self._line.send(message)
            except LineLost:
                # The next connection sends what is unanswered, and watches nothing that is not wanted.
                return


async def _wait_for_another_try(refused: Refused) -> None:
    if refused.code not in WORTH_ANOTHER_TRY:
        raise refused
    await asyncio.sleep(int(refused.details.get("retry_ms") or RETRY_MS) / 1_000)
