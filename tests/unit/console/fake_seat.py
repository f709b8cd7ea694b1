"""A table for one person: the test says what happens there, and reads what the person did."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Literal

from msgspec.structs import replace

from riverrun.client import Refused, Update
from riverrun.contracts.client_messages import Move
from riverrun.contracts.table_events import InsuredStreet, PresetMove
from riverrun.contracts.views import EventView, HandView, SeatView, TableView, TurnView
from riverrun.kernel.chips import Chips
from tests.unit.console.table_views import a_table


class FakeOwnership:
    """What an owner orders, noted."""

    def __init__(self, do: Callable[[str], None]) -> None:
        self._do = do

    async def pause(self) -> None:
        self._do("pause")

    async def go_on(self) -> None:
        self._do("go on")

    async def close_table(self) -> None:
        self._do("close table")

    async def call_bomb_pot(self) -> None:
        self._do("call bomb pot")

    async def refill_time_banks(self) -> None:
        self._do("refill time banks")


class FakeCutting:
    """Nothing was wrong with any cut, unless a test says so."""

    def __init__(self) -> None:
        self.doubts: dict[int, str] = {}


class FakeSeat:
    """Stands for `WatchedTable`; Bob has seat 2."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.done: list[str] = []
        self.refuses: list[Refused] = []
        self.owner = FakeOwnership(self._do)
        self.cutting = FakeCutting()
        self._updates: asyncio.Queue[Update] = asyncio.Queue()

    def happens(self, view: TableView, *events: EventView, kind: Any = "events", skipped: int = 0) -> None:
        self.view = view
        self._updates.put_nowait(Update(kind, view, 0, events, skipped))

    def frees_the_seat(self) -> None:
        event = {"type": "table.player_stood_up", "seat": 2, "amount": 9_900, "reason": "asked"}
        others = tuple(seat for seat in self.view.seats if seat.seat != 2)
        self.happens(a_table(seats=others, own=0), event)

    @property
    def hand(self) -> HandView | None:
        return self.view.hand

    @property
    def seat(self) -> SeatView | None:
        you = self.view.you
        return None if you is None else next(one for one in self.view.seats if one.seat == you.seat)

    @property
    def my_turn(self) -> TurnView | None:
        turn = None if self.hand is None else self.hand.turn
        return turn if turn is not None and turn.seat == 2 else None

    def ms_left(self) -> int:
        return 14_000

    async def __aiter__(self) -> AsyncIterator[Update]:
        while True:
            yield await self._updates.get()

    async def stand_up(self) -> None:
        self._do("stand up")
        self.frees_the_seat()

    async def straddle(self, hand: int, agree: bool) -> None:
        self._do(f"straddle {hand} {agree}")

    async def run_it(self, hand: int, agree: bool) -> None:
        self._do(f"run it {hand} {agree}")

    async def buy_insurance(
        self, hand: int, street: InsuredStreet, pot: int, coverage: Chips, left_out: str = ""
    ) -> None:
        self._do(f"buy insurance {hand} {street} {pot} {coverage} {left_out}".rstrip())

    async def refuse_insurance(self, hand: int, street: InsuredStreet, pot: int | None = None) -> None:
        self._do(f"refuse insurance {hand} {street} {pot}")

    async def sit_out(self, *, at_big_blind: bool = False) -> None:
        self._do("sit out at the big blind" if at_big_blind else "sit out")

    async def move_seat(self, seat: int | None, *, post: bool = False) -> None:
        self._do(f"move {seat}{' post' if post else ''}")

    async def auto_top_up(self, below: Chips, to: Chips = 0) -> None:
        self._do(f"auto {below} {to}")

    async def prefer_straddle(self, preference: str) -> None:
        self._do(f"straddle {preference}")

    async def prefer_run_it(self, preference: str) -> None:
        self._do(f"run it {preference}")

    async def show_emoji(self, emoji: str) -> None:
        self._do(f"emoji {emoji}")

    async def throw(self, thing: str, at: int) -> None:
        self._do(f"throw {thing} at {at}")

    def mute(self, player: str, *, muted: bool = True) -> None:
        self._do(f"{'mute' if muted else 'unmute'} {player}")

    async def come_back(self, *, post: bool = True) -> None:
        self._do("come back")

    async def top_up(self, amount: Chips) -> None:
        self._do(f"top up {amount}")

    async def act(self, do: Move, to: Chips | None = None) -> None:
        self._do(do if to is None else f"{do} {to}")
        assert self.hand is not None
        self.view = replace(self.view, hand=replace(self.hand, turn=None))

    async def preset(self, move: PresetMove | Literal["none"]) -> None:
        self._do(f"preset {move}")

    async def say(self, text: str) -> None:
        self._do(f"say {text}")

    async def use_time_bank(self) -> None:
        self._do("use time bank")

    async def show(self, hand: int, which: int | None = None) -> None:
        self._do(f"show {hand} {'both' if which is None else which}")

    async def hunt_rabbit(self, hand: int) -> None:
        self._do(f"hunt rabbit {hand}")

    async def squeeze(self, hand: int) -> None:
        self._do(f"squeeze {hand}")

    def _do(self, what: str) -> None:
        self.done.append(what)
        if self.refuses:
            raise self.refuses.pop(0)
