"""One client on the WebSocket: its greeting, its messages in turn, its end."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

import msgspec
import structlog
from aiohttp import WSCloseCode, web

from riverrun.contracts.audit_log import AuditRecord
from riverrun.contracts.client_messages import (
    AnyClientMessage,
    CommandMessage,
    HelloMessage,
    MuteMessage,
    PingMessage,
    ResumeMessage,
    UnwatchLobbyMessage,
    UnwatchMessage,
    WatchLobbyMessage,
    WatchMessage,
)
from riverrun.contracts.refusals import Refusal
from riverrun.contracts.rest_messages import ServerTime
from riverrun.contracts.server_messages import ByeMessage, ByeReason
from riverrun.contracts.table_commands import OwnerOrder
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.runtime.serving.guard import Guard
from services.gateway.admission import LetIn
from services.gateway.blocked import blocked_by
from services.gateway.caller import Caller
from services.gateway.farewell import Farewell
from services.gateway.frames import ack_frame, error_frame, frame_of
from services.gateway.greeting import greet
from services.gateway.house import House
from services.gateway.inbox import Inbox
from services.gateway.metrics import REFUSALS
from services.gateway.orders import order_in
from services.gateway.outbox import Outbox
from services.gateway.refusals import (
    AccountsUnavailable,
    BadMessage,
    NotAuthenticated,
    ProtocolUnsupported,
    TableUnavailable,
    TooManyUnanswered,
)
from services.gateway.table_rulers import id_of_order
from services.gateway.watch import Watch
from services.gateway.watches import Watches
from services.gateway.whence import Whence

log = structlog.get_logger(__name__)

LAST_WORDS_S = 1.0
MOST_MUTED = 256
BLOCKED_WITHIN_S = 1.0
CLUBS_WITHIN_S = 2.0


class Connection:
    """`run` lives as long as the client stays."""

    def __init__(
        self, socket: web.WebSocketResponse, house: House, whence: Whence, welcomed: Callable[[], None]
    ) -> None:
        self._socket = socket
        self._welcomed = welcomed
        self._whence = whence
        self._house = house
        self._outbox = Outbox(socket, house.outbox_bytes)
        self._inbox = Inbox(socket, self._outbox, house.limits, house.clock)
        self._watches = Watches(house.limits.watched_tables, self._new_watch)
        self._caller = Caller("", "")
        self._tasks = Guard(on_crash=self._crashed)
        self._unanswered = 0
        self._muted: dict[PlayerId, None] = {}
        self._lobby_turns = asyncio.Lock()
        self._muting: asyncio.Task[None] | None = None

    @property
    def caller(self) -> Caller:
        """Who it is; nobody before the greeting."""
        return self._caller

    async def run(self) -> None:
        """Until the client goes or is sent away. What goes wrong here ends this connection alone."""
        _ = self._tasks(self._outbox.run(), "write to client")
        try:
            await self._converse()
        except Farewell as farewell:
            await self.dismiss(farewell.reason)
        finally:
            self._watches.mute()
            await self._tasks.cancel_all()
            self._house.lobby.unwatch(self._outbox)
            self._house.sights.leave(self._caller.player, self._sees_other_clubs)
            await self._watches.close_all()

    async def dismiss(self, reason: ByeReason) -> None:
        """Say goodbye and why, then close."""
        self._outbox.put(frame_of(ByeMessage(reason=reason)))
        try:
            async with asyncio.timeout(LAST_WORDS_S):
                await self._outbox.emptied()
        except TimeoutError:
            log.info("bye_unread", player=self._caller.player)
        await self._socket.close(code=Farewell(reason).code)

    # -- the conversation

    async def _converse(self) -> None:
        messages = aiter(self._inbox)
        try:
            async with asyncio.timeout(self._house.hello_within_s):
                async for message in messages:
                    if self._greet(message):
                        break
        except TimeoutError:
            raise Farewell("not_authenticated") from None
        async for message in messages:
            self._take(message)

    def _greet(self, message: AnyClientMessage) -> bool:
        """Whether the client is welcome; whoever says something else first may still say hello."""
        if not isinstance(message, HelloMessage):
            self._refuse(message.id, NotAuthenticated(reason="missing"))
            return False
        try:
            self._caller, welcome = greet(message, self._house)
        except ProtocolUnsupported as refusal:
            self._note(message, refusal)
            self._refuse(message.id, refusal)
            raise Farewell("protocol_unsupported") from None
        except (NotAuthenticated, AccountsUnavailable) as refusal:
            self._note(message, refusal)
            self._refuse(message.id, refusal)
            raise Farewell("not_authenticated") from None
        self._whence = replace(self._whence, device=message.device, place=message.position)
        self._note(message)
        self._welcomed()
        self._outbox.put(frame_of(welcome))
        self._house.sights.attend(self._caller.player, self._sees_other_clubs)
        self._muting = self._tasks(self._mute_blocked(), "mute whom he blocked")
        return True

    def _take(self, message: AnyClientMessage) -> None:
        match message:
            case PingMessage():
                now = msgspec.json.encode(ServerTime(self._house.clock.now_ms()))
                self._outbox.put(ack_frame(message.id, msgspec.Raw(now)))
            case HelloMessage():
                self._refuse(message.id, BadMessage("type", "already welcome"))
            case _ if self._unanswered >= self._house.limits.unanswered:
                self._refuse(message.id, TooManyUnanswered(most=self._house.limits.unanswered))
            case WatchLobbyMessage() | UnwatchLobbyMessage():
                self._unanswered += 1
                _ = self._tasks(self._look_at_lobby(message), "look at the lobby")
            case _:
                self._unanswered += 1
                _ = self._tasks(self._answer(message), f"answer {message.__struct_config__.tag}")

    async def _look_at_lobby(self, message: WatchLobbyMessage | UnwatchLobbyMessage) -> None:
        # The one waits for the club's word, and the other may not overtake it.
        try:
            async with self._lobby_turns:
                if isinstance(message, WatchLobbyMessage):
                    await self._know_clubs()
                    self._house.lobby.watch(self._outbox, self._caller.player, ack_frame(message.id))
                else:
                    self._house.lobby.unwatch(self._outbox)
                    self._outbox.put(ack_frame(message.id))
        finally:
            self._unanswered -= 1

    async def _know_clubs(self) -> None:
        """While the club does not answer, its tables are in nobody's list; they come in when it does."""
        with suppress(AccountsUnavailable, TimeoutError):
            async with asyncio.timeout(CLUBS_WITHIN_S):
                await self._house.sights.learn(self._caller.player)

    def _sees_other_clubs(self) -> None:
        self._watches.look_again(lambda table: self._house.table_sight.lasts(self._caller, table))

    async def _answer(
        self, message: WatchMessage | ResumeMessage | UnwatchMessage | MuteMessage | CommandMessage
    ) -> None:
        try:
            table = self._house.tables.check(message.table)
            match message:
                case WatchMessage() | ResumeMessage():
                    await self._blocked_muted()
                    await self._watches.open(table, message)
                case UnwatchMessage():
                    await self._watches.close(table)
                    self._outbox.put(ack_frame(message.id))
                case MuteMessage(player=player, muted=muted):
                    self._mute(player, muted=muted)
                    self._outbox.put(ack_frame(message.id))
                case _:
                    await self._carry_out(table, message)
        except Refusal as refusal:
            self._note(message, refusal)
            self._refuse(message.id, refusal)
        else:
            self._note(message)
        finally:
            self._unanswered -= 1

    async def _blocked_muted(self) -> None:
        """Nobody hears at a table whom he blocked; while accounts do not answer he looks on all the same."""
        if self._muting is not None:
            await asyncio.wait({self._muting}, timeout=BLOCKED_WITHIN_S)

    async def _mute_blocked(self) -> None:
        for player in await blocked_by(self._caller, self._house.own_rules):
            self._mute(player, muted=True)

    def _mute(self, player: PlayerId, *, muted: bool) -> None:
        self._muted.pop(player, None)
        if muted:
            self._muted[player] = None
            if len(self._muted) > MOST_MUTED:
                del self._muted[next(iter(self._muted))]

    async def _carry_out(self, table: TableId, message: CommandMessage) -> None:
        command = order_in(message)
        self._house.ids.note(self._caller.player, message)
        ruler = self._caller
        if isinstance(command, OwnerOrder):
            ruler = await self._house.rulers.ruler(self._caller, table, command)
        elif not self._watches.has_seat_at(table):
            await self._house.table_sight.require_part(self._caller, table)
        if isinstance(command, LetIn):
            await self._house.admission.check(self._caller, self._whence, table, command)
        try:
            id_ = id_of_order(self._caller, ruler, message.id)
            result = await self._house.tables.command(table, ruler, id_, command)
        except TableUnavailable:
            self._watches.lost(table)
            raise
        self._outbox.put(ack_frame(message.id, result))

    # -- within

    def _note(self, message: AnyClientMessage, refusal: Refusal | None = None) -> None:
        """For the audit log: greetings and commands; who merely looks on does nothing."""
        if isinstance(message, HelloMessage | CommandMessage):
            record = AuditRecord(
                self._house.clock.now_ms(),
                self._caller.player,
                self._whence.address,
                self._whence.connection,
                str(message.__struct_config__.tag),
                message.table if isinstance(message, CommandMessage) else "",
                message.id,
                "" if refusal is None else refusal.code,
                {} if refusal is None else refusal.details,
            )
            self._house.trail.note(record)

    def _refuse(self, id_: str, refusal: Refusal) -> None:
        REFUSALS.labels(refusal.code).inc()
        self._outbox.put(error_frame(id_, refusal))

    def _new_watch(self, table: TableId) -> Watch:
        house, outbox = self._house, self._outbox
        watches = self._watches
        return Watch(
            table,
            self._caller,
            house.feeds,
            house.tables,
            house.presence,
            house.talk,
            self._muted,
            partial(house.table_sight.require, self._caller),
            outbox,
            self._tasks,
            watches.forget,
            watches.moved,
        )

    def _crashed(self) -> None:
        _ = self._tasks(self._hang_up(), "hang up")

    async def _hang_up(self) -> None:
        await self._socket.close(code=WSCloseCode.INTERNAL_ERROR)
