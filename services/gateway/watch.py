"""One player's sight of one table: a snapshot, then every message after it, without a gap.

While the table is being asked, messages are kept and sorted out afterwards. Whatever does not fit (a gap,
another feed, a seat taken or freed, a client too slow) leads to one thing only: the table is asked again.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Container, Coroutine
from typing import Any, TypeAlias

import nats.errors

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.server_messages import MovedMessage, ReconnectingMessage
from riverrun.contracts.subjects import player_view, public_view
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.runtime.tasks import end
from services.gateway.caller import Caller
from services.gateway.feed_place import NOWHERE, SOMEWHERE, Place, place_of
from services.gateway.feeds import Feeds, Heard, events_frame
from services.gateway.frames import NOTHING, error_frame, frame_of, snapshot_frame
from services.gateway.metrics import RECOVERIES
from services.gateway.outbox import Outbox
from services.gateway.presence import Presence
from services.gateway.refusals import TableUnavailable
from services.gateway.tables import RETRY_MS, Standing, Tables
from services.gateway.talk import TalkRooms

KEPT = 512
FIRST_PATIENCE_S = 1.0
PAUSE_S = (0.3, 1.0)

Look: TypeAlias = Callable[[TableId], Awaitable[None]]
"""Raises a `Refusal` where the player may not watch a table at which he has no seat."""
StartTask: TypeAlias = Callable[[Coroutine[Any, Any, None], str], "asyncio.Task[None]"]


class Watch:
    """Of one connection and one table, which may roll from id to id.

    `moved` is told of that, with the id before; `ended`, when the table will never be seen again.
    """

    def __init__(
        self,
        table: TableId,
        caller: Caller,
        feeds: Feeds,
        tables: Tables,
        presence: Presence,
        talk: TalkRooms,
        muted: Container[PlayerId],
        look: Look,
        outbox: Outbox,
        start_task: StartTask,
        ended: Callable[[TableId], None],
        moved: Callable[[TableId, TableId], None],
    ) -> None:
        self.table = table
        self._caller = caller
        self._feeds = feeds
        self._tables = tables
        self._presence = presence
        self._talk = talk
        self._muted = muted
        self._look = look
        self._outbox = outbox
        self._start_task = start_task
        self._ended = ended
        self._moved = moved
        self._subjects = _subjects(table, caller)
        self._at = NOWHERE
        self._kept: list[Heard] | None = []
        self._recovering: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()
        self._closed = False
        self._attends = False
        self._in_doubt = False

    async def open(self, ack: bytes, since: Place = NOWHERE) -> None:
        """Begin, or begin again: `ack`, then what was missed since, or a snapshot. Raises a `Refusal`."""
        await self._stop_recovering()
        async with self._opening:
            try:
                standing = await self._ask(since)
            except Refusal:
                if self.begun:
                    self._kept = None
                    self.lost()
                raise
            self._outbox.put(ack)
            if self._closed:
                await self._leave()
            else:
                self._begin(standing)

    @property
    def begun(self) -> bool:
        """Whether the client was ever sent anything of it."""
        return self._at is not NOWHERE

    @property
    def attends(self) -> bool:
        """Whether the player has a seat there."""
        return self._attends

    def look_again(self) -> None:
        """The player may be let see it no more: nothing further is said until that is clear."""
        self._in_doubt = True
        if self._kept is None:
            self._at = NOWHERE
            self._ask_again()

    def mute(self) -> None:
        """Start nothing any more, whatever is heard."""
        self._closed = True

    async def close(self) -> None:
        """See it no more."""
        self.mute()
        if self._attends:
            self._attends = False
            self._presence.go(self._caller, self.table)
        await self._stop_recovering()
        await self._leave()

    async def _leave(self) -> None:
        for subject in self._subjects.values():
            await self._feeds.leave(subject, self)
        await self._talk.leave(self.table, self)

    # -- as a listener

    def hear_talk(self, speaker: PlayerId, frame: bytes) -> None:
        """Send it on, unless this viewer does not want to hear the speaker, or reads too slowly."""
        if self.begun and not self._closed and speaker not in self._muted:
            _ = self._outbox.put_if_room(frame)

    def hear(self, heard: Heard) -> None:
        """Send it on if it is the next one."""
        if self._kept is not None:
            if len(self._kept) < KEPT:
                self._kept.append(heard)
        elif heard.subject == self._subjects[self._at.channel]:
            self._take(heard)

    def lost(self) -> None:
        """Messages may have been missed."""
        if self._kept is None:
            self._ask_again(self._at)

    async def still_true(self) -> bool:
        """Whether the table says that nothing happened since. Raises `TableUnavailable`."""
        if self._kept is not None:
            return True
        at = self._at
        standing = await self._tables.standing(
            self.table, self._caller, at.feed, at.version, FIRST_PATIENCE_S
        )
        return self._at != at or place_of(standing) == at

    # -- within

    def _take(self, heard: Heard) -> None:
        at = self._at
        if heard.feed != at.feed:
            self._ask_again()
        elif heard.version > at.version + 1:
            self._ask_again(at)
        elif heard.version == at.version + 1:
            if heard.rolled_to:
                self._follow(heard.rolled_to)
                return
            if not self._outbox.put_if_room(heard.frame):
                self._ask_again()
                return
            self._at = Place(at.channel, at.feed, heard.version)
            if self._attends and self._caller.player in heard.away:
                self._presence.still_here(self._caller, self.table)
            if self._caller.player in heard.seating:
                self._ask_again()

    async def _ask(self, since: Place, patience_s: float | None = None) -> Standing:
        self._kept = []
        self._in_doubt = False
        try:
            for subject in self._subjects.values():
                await self._feeds.listen(subject, self)
            await self._talk.listen(self.table, self)
        except nats.errors.Error as error:
            raise TableUnavailable(retry_ms=RETRY_MS) from error
        feed, version = since.feed, since.version
        standing = await self._tables.standing(self.table, self._caller, feed, version, patience_s)
        if standing.channel != since.channel and standing.view == NOTHING:
            # The player took or left a seat meanwhile: another channel's messages do not go on from there.
            standing = await self._tables.standing(self.table, self._caller, patience_s=patience_s)
        if standing.channel == "public":
            await self._look(self.table)
        other = "player" if standing.channel == "public" else "public"
        await self._feeds.leave(self._subjects[other], self)
        return standing

    def _begin(self, standing: Standing) -> None:
        if standing.rolled_to:
            self._follow(standing.rolled_to)
            return
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
        self._at = place_of(standing)
        self._attend(seated=standing.channel == "player")
        kept, self._kept = self._kept or [], None
        for heard in kept:
            self.hear(heard)
        if self._in_doubt:
            self.look_again()

    def _attend(self, *, seated: bool) -> None:
        """Whether the player has a seat here decides whether the table cares about his connection."""
        if seated and not self._attends:
            self._presence.come(self._caller, self.table)
        elif self._attends and not seated:
            self._presence.leave_quietly(self._caller, self.table)
        self._attends = seated

    def _follow(self, successor: TableId) -> None:
        """The table goes on under its next id: watch it there in place of here."""
        if self._closed:
            return
        before, self.table = self.table, successor
        left, self._subjects = tuple(self._subjects.values()), _subjects(successor, self._caller)
        if self._attends:
            self._presence.leave_quietly(self._caller, before)
            self._attends = False
        self._outbox.put(frame_of(MovedMessage(table=before, to=successor)))
        self._moved(before, successor)
        self._at = SOMEWHERE
        self._kept = []
        self._recovering = self._start_task(self._go_on(before, left), f"follow {before}")

    async def _go_on(self, before: TableId, left: tuple[str, ...]) -> None:
        for subject in left:
            await self._feeds.leave(subject, self)
        await self._talk.leave(before, self)
        await self._recover(NOWHERE)

    def _ask_again(self, since: Place = NOWHERE) -> None:
        if self._closed:
            return
        RECOVERIES.inc()
        self._kept = []
        self._recovering = self._start_task(self._recover(since), f"recover {self.table}")

    async def _recover(self, since: Place) -> None:
        # Who reads slowly gets one snapshot after having read the rest, in place of all that was left out.
        await self._outbox.emptied()
        patience_s: float | None = FIRST_PATIENCE_S
        while True:
            try:
                self._begin(await self._ask(since, patience_s))
                return
            except TableUnavailable:
                if patience_s is not None:
                    self._outbox.put(frame_of(ReconnectingMessage(table=self.table)))
                since, patience_s = NOWHERE, None
            except Refusal as refusal:
                refusal.details["table"] = self.table
                self._outbox.put(error_frame(None, refusal))
                self._attend(seated=False)
                await self._leave()
                self._ended(self.table)
                return
            # Many watch one table: they shall not all ask at the same moment.
            await asyncio.sleep(random.uniform(*PAUSE_S))  # noqa: S311  no secret hangs on it

    async def _stop_recovering(self) -> None:
        if self._recovering is not None:
            await end(self._recovering)
            self._recovering = None


def _subjects(table: TableId, caller: Caller) -> dict[str, str]:
    return {"public": public_view(table), "player": player_view(table, caller.player)}
