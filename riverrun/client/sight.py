"""What a player sees of one table: the view, kept up to date, and the updates that led to it."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Literal

from riverrun.client.clock import ServerClock
from riverrun.client.table import fold
from riverrun.client.update import Update
from riverrun.contracts.server_messages import EventsMessage, SnapshotMessage, TalkMessage
from riverrun.contracts.views import HandView, SeatView, TableView, TurnView
from riverrun.kernel.identifiers import PlayerId, TableId

UNREAD_UPDATES = 1_024


class Sight:
    """Iterate over it for every update; `view` is always the latest. It outlives lost connections."""

    def __init__(self, table: TableId, clock: ServerClock) -> None:
        self.table = table
        self.channel: Literal["public", "player"] = "public"
        self.feed = ""
        self.version = 0
        self._clock = clock
        self._view: TableView | None = None
        self._unread: deque[Update] = deque()
        self._skipped = 0
        self._changed = asyncio.Event()
        self._error: Exception | None = None
        self._closed = False
        self._answered = (0, 0)
        self.muted: set[PlayerId] = set()

    # -- what is seen

    @property
    def view(self) -> TableView:
        """The table as last heard of."""
        assert self._view is not None, "the first snapshot comes before the table is handed out"
        return self._view

    @property
    def hand(self) -> HandView | None:
        """The hand in progress, or just over."""
        return self.view.hand

    @property
    def seat(self) -> SeatView | None:
        """The player's own seat, if any."""
        you = self.view.you
        return None if you is None else next((one for one in self.view.seats if one.seat == you.seat), None)

    @property
    def my_turn(self) -> TurnView | None:
        """What is asked of this player and not answered yet, with the exact bounds of every answer."""
        view = self.view
        if view.you is None or view.hand is None or view.hand.turn is None:
            return None
        turn = view.hand.turn
        if turn.seat != view.you.seat or (view.hand.hand, turn.turn) == self._answered:
            return None
        return turn

    def ms_left(self) -> int:
        """Time left for whoever's turn it is or who is asked, by the server's clock; 0 where nobody is."""
        hand = self.view.hand
        open_now = None if hand is None else hand.question or hand.turn
        return 0 if open_now is None else max(0, open_now.deadline_ms - self._clock.now_ms())

    async def __aiter__(self) -> AsyncIterator[Update]:
        while True:
            while self._unread:
                yield self._next_update()
            if self._error is not None:
                raise self._error
            if self._closed:
                return
            self._changed.clear()
            await self._changed.wait()

    def _next_update(self) -> Update:
        update = replace(self._unread.popleft(), skipped=self._skipped)
        self._skipped = 0
        return update

    # -- what the session tells

    async def first_snapshot(self) -> None:
        """Wait for it. Raises what ended the watching instead."""
        while self._view is None and self._error is None:
            self._changed.clear()
            await self._changed.wait()
        if self._error is not None:
            raise self._error

    def hear_snapshot(self, message: SnapshotMessage) -> None:
        """Begin anew from here."""
        self._view = message.view
        self.channel, self.feed, self.version = message.channel, message.feed, message.version
        self._put(Update("snapshot", message.view, message.now_ms))

    def hear_events(self, message: EventsMessage) -> bool:
        """The next version of the feed. False: it is not the next one, and something is missing."""
        if self._view is None or message.feed != self.feed or message.version > self.version + 1:
            return False
        if message.version <= self.version:
            return True
        view = self._view
        for event in message.events:
            view = fold(view, event)
        self._view, self.version = view, message.version
        self._put(Update("events", view, message.at_ms, tuple(message.events)))
        return True

    def hear_talk(self, message: TalkMessage) -> None:
        """Somebody said something, whom this player wants to hear."""
        if self._view is not None and message.player not in self.muted:
            self._put(Update("talk", self._view, message.at_ms, said=message))

    def hear_moved(self, to: TableId) -> None:
        """The table goes on under that id; a snapshot tells the rest."""
        self.table = to
        self.feed, self.version = "", 0

    def hear_reconnecting(self) -> None:
        """Nothing is heard of the table for a while."""
        if self._view is not None:
            self._put(Update("reconnecting", self._view, self._clock.now_ms()))

    def end(self, error: Exception | None = None) -> None:
        """It is watched no more: closed, or impossible for the reason given."""
        self._closed = True
        self._error = error
        self._changed.set()

    def _put(self, update: Update) -> None:
        if len(self._unread) >= UNREAD_UPDATES:
            self._unread.popleft()
            self._skipped += 1
        self._unread.append(update)
        self._changed.set()
