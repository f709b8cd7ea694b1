"""A person at a table: what happens there goes to the display, what is typed goes to the table."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from rich.text import Text

from console.table_screen.display import Display, Sight
from console.table_screen.fulfil import NoSeat, OwnSeat, fulfil
from console.table_screen.insuring import own_offers
from console.table_screen.story import story
from console.table_screen.talk_line import talk_line
from console.table_screen.wishes import Decide, Insure, Leave, read_wish
from riverrun.client import Update
from riverrun.contracts.views import TableView
from riverrun.runtime.tasks import end

TICK_S = 0.25
HANG_UP_WITHIN_S = 3.0
AFTER_END_S = 120.0


class Doubts(Protocol):
    """By hand: what the client found wrong with the cut of its deck."""

    doubts: dict[int, str]


class Seat(OwnSeat, Protocol):
    """The table as the person sees it, too."""

    @property
    def cutting(self) -> Doubts: ...

    def ms_left(self) -> int: ...

    def __aiter__(self) -> AsyncIterator[Update]: ...


class FinishedHands(Protocol):
    """Who is told of each hand that is over."""

    def is_over(self, hand: int) -> None: ...


@dataclass(frozen=True)
class Manners:
    """Whether decisions wait for their turn, as a script's do, and whether Ctrl-C asks before it leaves."""

    decisions_wait: bool = False
    asks_before_leaving: bool = True


class Sitting:
    """From having sat down until the seat is free again, or the person gone."""

    def __init__(
        self,
        table: Seat,
        display: Display,
        typed: AsyncIterator[str],
        manners: Manners,
        hands: FinishedHands | None = None,
    ) -> None:
        self._table = table
        self._display = display
        self._typed = typed
        self._manners = manners
        self._hands = hands
        self._seen: TableView = table.view
        self._connected = True
        self._asked_to_stay = not manners.asks_before_leaving
        self._leaving: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._gone = asyncio.Event()

    async def play(self) -> None:
        """Until the person has left. Raises what ended the watching of the table."""
        parts: dict[str, Coroutine[Any, Any, object]] = {
            "watch": self._watch(),
            "gone": self._gone.wait(),
            "listen": self._listen(),
            "tick": self._tick(),
        }
        tasks = [asyncio.create_task(part, name=name) for name, part in parts.items()]
        done, running = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await end(*running)
        for task in done:
            task.result()

    def interrupt(self) -> None:
        """Ctrl-C: asks, then leaves, then goes at once."""
        if self._leaving is not None:
            self._gone.set()
        elif self._asked_to_stay:
            self._leave()
        else:
            self._asked_to_stay = True
            self._display.say("Leave the table? Ctrl-C again leaves; type anything to stay.")

    def hang_up(self) -> None:
        """The terminal is gone, or the process must end: give the seat up without waiting for more."""
        self._leave()
        asyncio.get_running_loop().call_later(HANG_UP_WITHIN_S, self._gone.set)

    # -- what happens

    async def _watch(self) -> None:
        self._refresh()
        async for update in self._table:
            had_a_seat = self._seen.you is not None
            self._hear(update)
            # An update from before sitting down may still be unread: the table itself must agree.
            if had_a_seat and self._seen.you is None and self._table.seat is None:
                return

    def _hear(self, update: Update) -> None:
        self._note_connection(update.kind != "reconnecting")
        if update.skipped:
            self._display.tell(Text(f"({update.skipped} messages went by unseen)", "dim"))
        if update.said is not None:
            self._display.tell(talk_line(self._seen, update.said))
        for line in story(self._seen, update):
            self._display.tell(line)
        self._seen = update.view
        for event in update.events:
            if event["type"] == "hand.sealed" and self._hands is not None:
                self._hands.is_over(event["hand"])
            if event["type"] == "hand.deck_cut":
                self._doubt(update.view.hand_number)
        self._refresh()
        self._changed.set()

    def _doubt(self, hand: int) -> None:
        if doubt := self._table.cutting.doubts.get(hand):
            self._display.tell(Text(f"Do not trust this deal: {doubt}", "bold red"))

    def _note_connection(self, connected: bool) -> None:
        if connected != self._connected:
            self._connected = connected
            words = "Connected again" if connected else "The connection is lost; trying again"
            self._display.tell(Text(words, "bold red"))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self._refresh()

    def _refresh(self) -> None:
        # What is shown never runs ahead of what was told.
        turn, hand = self._table.my_turn, self._seen.hand
        asked = turn is not None and hand is not None and hand.turn == turn
        self._display.show(Sight(self._seen, asked, self._table.ms_left(), self._connected))

    # -- what is typed

    async def _listen(self) -> None:
        async for line in self._typed:
            self._asked_to_stay = not self._manners.asks_before_leaving
            wish = read_wish(line)
            if isinstance(wish, Decide | Insure) and self._manners.decisions_wait:
                await self._turn_or_rest(or_offer=isinstance(wish, Insure))
            if isinstance(wish, Leave):
                self._leave()
            elif wish is not None:
                self._display.say(*await fulfil(wish, self._table))
                self._refresh()
        # Nobody is there to play on.
        self._leave()
        await asyncio.sleep(AFTER_END_S)

    async def _turn_or_rest(self, *, or_offer: bool) -> None:
        while self._table.my_turn is None and not self._rests():
            if or_offer and own_offers(self._table.view):
                return
            self._changed.clear()
            await self._changed.wait()

    def _rests(self) -> bool:
        seat = self._table.seat
        return seat is not None and seat.standing == "sitting_out"

    def _leave(self) -> None:
        if self._leaving is None or self._leaving.done():
            self._leaving = asyncio.create_task(self._give_seat_up(), name="leave")

    async def _give_seat_up(self) -> None:
        try:
            self._display.say(*await fulfil(Leave(), self._table))
        except NoSeat:
            self._gone.set()
