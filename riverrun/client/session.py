"""A player's life across connections: it reconnects, resumes tables and sends commands again."""

import asyncio
import secrets
import time

import aiohttp
import msgspec

from riverrun.client.another_try import wait_for_another_try
from riverrun.client.backoff import Backoff
from riverrun.client.clock import ServerClock
from riverrun.client.credential import Credential, FixedToken
from riverrun.client.line import Line, LineLost
from riverrun.client.pending import Pending
from riverrun.client.refusal import Refused, Unanswered
from riverrun.client.watched_lobby import WatchedLobby
from riverrun.client.watched_table import WatchedTable
from riverrun.client.watching import Watching
from riverrun.contracts.client_messages import CommandMessage, UnwatchMessage, WatchLobbyMessage
from riverrun.contracts.server_messages import (
    AckMessage,
    AnyServerMessage,
    ErrorMessage,
    EventsMessage,
    LobbyChangedMessage,
    LobbyMessage,
    MovedMessage,
    ReconnectingMessage,
    SnapshotMessage,
    TalkMessage,
)
from riverrun.kernel.identifiers import PlayerId, TableId

ANSWER_TIMEOUT_S = 20
STEADY_S = 2.0
"""A connection that held so long was a good one: the next attempt need not wait long."""


class Session:
    """Connects when first needed; `credential` is set before that."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self.clock = ServerClock()
        self.credential: Credential = FixedToken()
        self.device = ""
        self.player: PlayerId = ""
        self._http = http
        self._url = url.rstrip("/")
        self._line: Line | None = None
        self._running: asyncio.Task[None] | None = None
        self._watching = Watching(self.next_id)
        self._pending = Pending()
        self._lobby: WatchedLobby | None = None
        self._prefix = secrets.token_hex(4)
        self._count = 0

    def next_id(self) -> str:
        """An id that this player never used: a prefix drawn for this session, and a count."""
        self._count += 1
        return f"{self._prefix}-{self._count}"

    # -- what the player does

    async def watch(self, table: TableId) -> WatchedTable:
        """Watch a table, from its first snapshot on. Raises `Refused`, `Unanswered`."""
        if table in self._watching:
            raise ValueError(f"{table} is already being watched")
        watched = WatchedTable(table, self)
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                self._start()
                await self._watching.add(watched)
                await watched.first_snapshot()
        except TimeoutError:
            await watched.close()
            raise Unanswered(f"no snapshot of {table}") from None
        except BaseException:
            self._watching.remove(table)
            raise
        return watched

    async def watch_lobby(self) -> WatchedLobby:
        """The list of tables, until the session ends."""
        self._start()
        if self._lobby is None:
            self._lobby = WatchedLobby()
            await self._try_to_send(WatchLobbyMessage(id=self.next_id()))
        return self._lobby

    async def unwatch(self, table: TableId) -> None:
        """Watch it no more."""
        if self._watching.remove(table):
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
                        await wait_for_another_try(refused)
        except TimeoutError:
            raise Unanswered(f"no answer to {message.id}") from None
        finally:
            self._pending.drop(message)

    async def close(self) -> None:
        """End the connection and everything that hangs on it."""
        self._end()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    def _end(self, error: Exception | None = None) -> None:
        self._watching.end(error)
        if self._lobby is not None:
            self._lobby.end(error)
            self._lobby = None

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
            self._end(end)
            if not isinstance(end, Refused):
                raise

    async def _connect_again_and_again(self) -> None:
        backoff = Backoff()
        while True:
            try:
                line = await self._connected()
                if await self._lived_steadily(line):
                    backoff.reset()
            except LineLost:
                # Nobody there yet.
                pass
            await asyncio.sleep(backoff.next_s())

    async def _connected(self) -> Line:
        try:
            token = await self.credential.token()
        except (aiohttp.ClientError, TimeoutError) as away:
            raise LineLost(f"no token to be had: {away!r}") from away
        except Refused as refused:
            await wait_for_another_try(refused)
            raise LineLost("no token for the moment") from refused
        return await Line.connect(self._http, self._url, token, self.clock, self.device)

    async def _lived_steadily(self, line: Line) -> bool:
        began_s = time.monotonic()
        await self._live(line)
        self._watching.disconnected()
        return time.monotonic() - began_s > STEADY_S

    async def _live(self, line: Line) -> None:
        self.player = line.welcome.player
        self._line = line
        try:
            await self._watching.connected(line)
            if self._lobby is not None:
                await line.send(WatchLobbyMessage(id=self.next_id()))
            for message in self._pending.unanswered():
                await line.send(message)
            async for heard in line:
                await self._hear(heard)
        except LineLost:
            # Noticed while sending; the end is the same.
            pass
        finally:
            self._line = None
            await line.close()

    async def _hear(self, message: AnyServerMessage) -> None:
        match message:
            case AckMessage():
                self._watching.hear_ack(message)
                self._pending.accept(message)
            case ErrorMessage():
                if not self._watching.hear_error(message):
                    self._pending.refuse(message)
            case SnapshotMessage() | EventsMessage() | ReconnectingMessage() | TalkMessage() | MovedMessage():
                await self._watching.hear(message)
            case LobbyMessage() | LobbyChangedMessage():
                if self._lobby is not None:
                    self._lobby.hear(message)
            case _:
                # A farewell: the end of the connection says the rest.
                pass

    async def _try_to_send(self, message: CommandMessage | UnwatchMessage | WatchLobbyMessage) -> None:
        if self._line is not None:
            try:
                await self._line.send(message)
            except LineLost:
                # The next connection sends what is unanswered, and watches nothing that is not wanted.
                return
