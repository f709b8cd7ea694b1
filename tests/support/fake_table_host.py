"""Stands for the table service: one table that answers, publishes and falls silent as a test wills."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from riverrun.contracts.subjects import commands_to, player_view, public_view
from riverrun.contracts.table_commands import Reply, Request, View, decode_request, encode_reply
from riverrun.contracts.views import ROLLED_HEADER, SEATING_HEADER, FeedMessage, SeatView, Snapshot, TableView
from riverrun.kernel.identifiers import PlayerId, TableId

NOW_MS = 1_700_000_000_000


@dataclass
class FakeTableHost:
    """`answer` makes the reply to a command; `seated` are the players with feeds of their own."""

    client: Client
    table: TableId
    feed: str = "f1"
    seated: set[PlayerId] = field(default_factory=set)
    answer: Callable[[Request], Reply | None] = lambda _: Reply(result=msgspec.Raw(b"{}"))
    gone: bool = False
    sitting: tuple[SeatView, ...] = ()
    config: dict[str, Any] = field(default_factory=dict)
    owner: PlayerId = ""
    rolled_to: TableId = ""
    asked: list[Request] = field(default_factory=list)
    _sent: dict[str, list[FeedMessage]] = field(default_factory=dict)
    _listening: Subscription | None = None

    async def start(self) -> None:
        await self.listen_to(commands_to(self.table))

    async def listen_to(self, subject: str) -> None:
        self._listening = await self.client.subscribe(subject, cb=self._heard)
        await self.client.flush()

    async def stop(self) -> None:
        """As when its process dies: whoever asks is told that nobody is there."""
        if self._listening is not None:
            await self._listening.unsubscribe()
            await self.client.flush()

    async def restart(self, feed: str) -> None:
        """Another process hosts the table: its feeds begin anew."""
        self.feed = feed
        self._sent.clear()
        await self.start()

    async def publish(
        self,
        *events: dict[str, Any],
        to: PlayerId = "",
        seating: str = "",
        unheard: bool = False,
        rolled_to: TableId = "",
    ) -> None:
        """The visible events of one commit, to all or to one player; `unheard` gets lost on the way."""
        subject = player_view(self.table, to) if to else public_view(self.table)
        sent = self._sent.setdefault(subject, [])
        message = FeedMessage(self.feed, len(sent) + 1, NOW_MS, list(events))
        sent.append(message)
        if not unheard:
            headers = {SEATING_HEADER: seating, ROLLED_HEADER: rolled_to}
            said = {name: value for name, value in headers.items() if value} or None
            await self.client.publish(subject, msgspec.json.encode(message), headers=said)
            await self.client.flush()

    async def roll_to(self, successor: TableId, *, unheard: bool = False) -> None:
        """The table goes on under another id, where somebody hosts it already."""
        self.rolled_to = successor
        self.answer = lambda _: Reply("table_rolled", "elsewhere", {"successor": successor})
        rolled = {"type": "table.rolled", "successor": successor}
        await self.publish(rolled, unheard=unheard, rolled_to=successor)

    async def _heard(self, message: Msg) -> None:
        request = decode_request(message.data)
        if isinstance(request.body, View) and self.gone:
            reply: Reply | None = Reply("unknown_table", "no such table")
        elif isinstance(request.body, View):
            reply = Reply(result=msgspec.Raw(msgspec.json.encode(self._standing(request))))
        else:
            self.asked.append(request)
            reply = self.answer(request)
        if reply is not None:
            await message.respond(encode_reply(reply))

    def _standing(self, request: Request) -> Snapshot:
        assert isinstance(request.body, View)
        seated = request.actor in self.seated
        sent = self._sent.get(
            player_view(self.table, request.actor) if seated else public_view(self.table), []
        )
        known = request.body.feed == self.feed and 0 < request.body.since <= len(sent)
        return Snapshot(
            feed=self.feed,
            version=len(sent),
            channel="player" if seated else "public",
            now_ms=NOW_MS,
            view=None if known else TableView(self.table, self.config, 0, self.sitting, owner=self.owner),
            missed=tuple(sent[request.body.since :]) if known else (),
            rolled_to=self.rolled_to,
        )
