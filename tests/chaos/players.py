"""People who play through the public client, and note what was acknowledged to them and what they saw."""

import asyncio
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import aiohttp

from riverrun.client import NotYourTurn, Refused, RiverrunClient, Unanswered, WatchedTable
from riverrun.contracts.client_messages import CommandMessage
from riverrun.contracts.table_config import Clocks, TableConfig
from riverrun.contracts.time_options import TimeBank
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from riverrun.runtime.tasks import end

CONFIG = TableConfig(
    name="Chaos",
    seats=3,
    small_blind=50,
    big_blind=100,
    min_buy_in=2_000,
    max_buy_in=40_000,
    clocks=Clocks(decision_ms=8_000, between_hands_ms=300, runout_ms=100, kick_ms=86_400_000),
    time_bank=TimeBank(start_ms=0, gain_ms=0),
)
BUY_IN = 20_000
TABLES_A_PLAYER = 4
PLAYERS_A_TABLE = 3
TICK_S = 2.0
LATE = frozenset(
    {
        "not_your_turn",
        "stale_turn",
        "hand_over",
        "not_sitting_out",
        "buy_in_pending",
        "no_chips",
        "table_suspended",
        "top_up_too_large",
        "buy_in_out_of_bounds",
        # Outages are waited for; a clock that is fast may call in vain what took long.
        "expired",
    }
)
"""The table went on meanwhile: what was sent came too late, as it may for anyone."""


Stacks: TypeAlias = list[dict[str, int]]
"""`seat` and `stack` of each player, as `hand.ended` tells them."""


class Ack(NamedTuple):
    """A command acknowledged to a player: when (wall ms), and how long after it was given."""

    table: TableId
    player: PlayerId
    command: CommandId
    at_ms: int
    took_s: float


@dataclass
class Told:
    """What the clients know; `reconnects`: when (wall ms) one was told that a table is out of sight."""

    acks: list[Ack] = field(default_factory=list)
    hands: dict[tuple[TableId, int], dict[PlayerId, Stacks]] = field(default_factory=dict)
    late: int = 0
    snapshots: int = 0
    reconnects: list[int] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def ack(self, table: TableId, player: PlayerId, command: CommandId, took_s: float) -> None:
        self.acks.append(Ack(table, player, command, _now_ms(), took_s))

    def error(self, what: str) -> None:
        self.errors.append(f"{time.strftime('%H:%M:%S')} {what}")


class Player:
    """One client, at up to four tables."""

    def __init__(self, url: str, name: str, told: Told, seed: int) -> None:
        self.client = RiverrunClient(url)
        self.name = name
        self.tables: list[WatchedTable] = []
        self._told = told
        self._chance = random.Random(seed)
        self._tasks: list[asyncio.Task[None]] = []

    async def come_in(self) -> None:
        await self.client.__aenter__()
        await self.client.login_guest(self.name)
        self._write_down_acknowledgements()

    def _write_down_acknowledgements(self) -> None:
        session = self.client._session
        ask = session.ask

        async def asked(message: CommandMessage) -> object:
            began = time.monotonic()
            answer = await ask(message)
            self._told.ack(message.table, self.client.player, message.id, time.monotonic() - began)
            return answer

        session.ask = asked  # type: ignore[method-assign,assignment]

    async def sit(self, table: TableId) -> None:
        watched = await self.client.watch(table)
        self.tables.append(watched)
        await watched.sit_down(BUY_IN)
        self._tasks.append(asyncio.create_task(self._play(watched), name=f"{self.name} at {table}"))

    async def stop(self) -> None:
        """Play no more, for certain; go on watching."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                # It ended by itself: a client that did not resume.
                self._told.error(f"{task.get_name()}: {task.exception()!r}")
        await end(*self._tasks)
        self._tasks.clear()

    async def leave(self) -> None:
        await self.stop()
        await self.client.__aexit__(None, None, None)

    async def _play(self, table: WatchedTable) -> None:
        updates = aiter(table)
        while True:
            if not table.view.suspended:
                await self._act(table)
            update = None
            try:
                async with asyncio.timeout(TICK_S):
                    update = await anext(updates)
            except TimeoutError:
                updates = aiter(table)
                continue
            self._told.snapshots += update.kind == "snapshot"
            if update.kind == "reconnecting":
                self._told.reconnects.append(_now_ms())
            for event in update.events:
                if event["type"] == "hand.ended":
                    self._saw_the_end(table.table, update.view.hand_number, event["stacks"])

    def _saw_the_end(self, table: TableId, hand: int, stacks: Stacks) -> None:
        self._told.hands.setdefault((table, hand), {})[self.client.player] = stacks

    async def _act(self, table: WatchedTable) -> None:
        try:
            await self._move(table)
        except NotYourTurn:
            return
        except Refused as refused:
            if refused.code in LATE:
                self._told.late += 1
            else:
                self._told.error(f"{self.name} at {table.table}: {refused}")
        except Unanswered as error:
            # An outage was longer than a client's patience; whether the command was applied, the log says.
            self._told.unanswered.append(f"{self.name} at {table.table}: {error}")
        except aiohttp.ClientError as error:
            self._told.error(f"{self.name} at {table.table}: {error!r}")

    async def _move(self, table: WatchedTable) -> None:
        turn, hand, seat = table.my_turn, table.hand, table.seat
        if seat is not None and seat.standing == "sitting_out":
            await (table.come_back() if seat.stack else table.top_up(BUY_IN))
        if turn is None or hand is None:
            return
        await asyncio.sleep(self._chance.uniform(0.05, 0.4))
        whim = self._chance.random()
        if turn.max_raise_to and whim < 0.05:
            await table.all_in()
        elif turn.max_raise_to and hand.current_bet and whim < 0.2:
            await table.raise_to(turn.min_raise_to)
        elif not turn.call_amount:
            await table.check()
        elif whim > 0.9:
            await table.fold()
        else:
            await table.call()
        if self._chance.random() < 0.05:
            await table.top_up(CONFIG.big_blind)


async def fill(players: Iterable[Player], tables: list[TableId]) -> None:
    """Three players at every table, none at more than four; the same people meet at several tables."""
    seats = [table for table in tables for _ in range(PLAYERS_A_TABLE)]
    waiting = dict.fromkeys(players, 0)
    at: dict[TableId, set[Player]] = {table: set() for table in tables}
    for table in seats:
        player = min((one for one in waiting if one not in at[table]), key=lambda one: waiting[one])
        waiting[player] += 1
        at[table].add(player)
        await player.sit(table)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
