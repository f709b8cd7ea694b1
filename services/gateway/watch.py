"""One player's sight of one table: a snapshot, then every message after it, without a gap.

While the table is being asked, messages are kept and sorted out afterwards. Whatever does not fit (a gap,
another feed, a seat taken or freed, a client too slow) leads to one thing only: the table is asked again.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

import nats.errors

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.server_messages import ReconnectingMessage
from riverrun.contracts.subjects import player_view, public_view
from riverrun.kernel.identifiers import TableId
from services.gateway.caller import Caller
from services.gateway.feeds import Feeds, Heard, events_frame
from services.gateway.frames import NOTHING, error_frame, frame_of, snapshot_frame
from services.gateway.outbox import Outbox
from services.gateway.refusals import TableUnavailable
from services.gateway.tables import Standing, Tables

KEPT = 512
FIRST_PATIENCE_S = 1.0
PAUSE_S = (0.3, 1.0)

StartTask: TypeAlias = Callable[[Coroutine[Any, Any, None], str], "asyncio.Task[None]"]


class Watch:
    """Of one connection and one table. `ended` is called when the table will never be seen again."""

    def __init__(
        self,
        table: TableId,
        caller: Caller,
        feeds: Feeds,
        tables: Tables,
        outbox: Outbox,
        start_task: StartTask,
        ended: Callable[[TableId], None],
    ) -> None:
        self.table = table
        self._caller = caller
        self._feeds = feeds
        self._tables = tables
        self._outbox = outbox
        self._start_task = start_task
        self._ended = ended
        self._subjects = {"public": public_view(table), "player": player_view(table, caller.player)}
        self._subject = ""
        self._feed = ""
        self._version = 0
        self._kept: list[Heard] | None = []
        self._recovering: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()

    async def open(self, ack: bytes, feed: str = "", since: int = 0) -> None:
        """Begin, or begin again: `ack`, then what was missed of `feed` or a snapshot. Raises a `Refusal`."""
        await self._stop_recovering()
        async with self._opening:
            try:
                standing = await self._ask(feed, since)
            except Refusal:
                if self._feed:
                    self._kept = None
                    self.lost()
                raise
            self._outbox.put(ack)
            self._begin(standing)

    async def close(self) -> None:
        """See it no more."""
        await self._stop_recovering()
        for subject in self._subjects.values():
            await self._feeds.leave(subject, self)

    # -- as a listener

    def hear(self, heard: Heard) -> None:
        """Send it on if it is the next one."""
        if self._kept is not None:
            if len(self._kept) < KEPT:
                self._kept.append(heard)
        elif heard.subject == self._subject:
            self._take(heard)

    def lost(self) -> None:
        """Messages may have been missed."""
        if self._kept is None:
            self._ask_again(self._feed, self._version)

    async def still_true(self) -> bool:
        """Whether the table says that nothing happened since. Raises `TableUnavailable`."""
        feed, version = self._feed, self._version
        if self._kept is not None:
            return True
        standing = await self._tables.standing(self.table, self._caller, feed, version, FIRST_PATIENCE_S)
        moved = self._version != version or self._feed != feed
        same = standing.feed == feed and self._subjects[standing.channel] == self._subject
        return moved or (same and standing.version == version)

    # -- within

    def _take(self, heard: Heard) -> None:
        if heard.feed != self._feed:
            self._ask_again()
        elif heard.version > self._version + 1:
            self._ask_again(self._feed, self._version)
        elif heard.version == self._version + 1:
            if not self._outbox.put_if_room(heard.frame):
                self._ask_again()
                return
            self._version = heard.version
            if heard.seating == self._caller.player:
                self._ask_again()

    async def _ask(self, feed: str, since: int, patience_s: float | None = None) -> Standing:
        self._kept = []
        for subject in self._subjects.values():
            await self._feeds.listen(subject, self)
        standing = await self._tables.standing(self.table, self._caller, feed, since, patience_s)
        other = "player" if standing.channel == "public" else "public"
        await self._feeds.leave(self._subjects[other], self)
        return standing

    def _begin(self, standing: Standing) -> None:
        if standing.view != NOTHING:
            self._outbox.put(
                snapshot_frame(
                    self.table,
                    standing.feed,
                    standing.version,
                    standing.channel,
                    standing.now_ms,
                    standing.view,
                )
            )
        for message in standing.missed:
            self._outbox.put(events_frame(self.table, message))
        self._subject = self._subjects[standing.channel]
        self._feed, self._version = standing.feed, standing.version
        kept, self._kept = self._kept or [], None
        for heard in kept:
            self.hear(heard)

    def _ask_again(self, feed: str = "", since: int = 0) -> None:
        self._kept = []
        self._recovering = self._start_task(self._recover(feed, since), f"recover {self.table}")

    async def _recover(self, feed: str, since: int) -> None:
        # Who reads slowly gets one snapshot after having read the rest, in place of all that was left out.
        await self._outbox.emptied()
        patience_s: float | None = FIRST_PATIENCE_S
        while True:
            try:
                self._begin(await self._ask(feed, since, patience_s))
                return
            except (TableUnavailable, nats.errors.Error):
                if patience_s is not None:
                    self._outbox.put(frame_of(ReconnectingMessage(table=self.table)))
                feed, since, patience_s = "", 0, None
            except Refusal as refusal:
                refusal.details["table"] = self.table
                self._outbox.put(error_frame(None, refusal))
                self._ended(self.table)
                return
            # Many watch one table: they shall not all ask at the same moment.
            await asyncio.sleep(random.uniform(*PAUSE_S))  # noqa: S311  no secret hangs on it

    async def _stop_recovering(self) -> None:
        if self._recovering is not None:
            self._recovering.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._recovering
            self._recovering = None
