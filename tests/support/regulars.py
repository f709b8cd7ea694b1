"""People who play at a table through the public client until told otherwise, and what they saw of it."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from riverrun.client import Refused, RiverrunClient, WatchedTable
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.tasks import end
from tests.support.table_process import QUICK
from tests.support.waiting import until

BUY_IN = 1_000
TURN_PASSED = {"stale_turn", "not_your_turn", "hand_over", "too_late"}
"""The clock may run out while something is down; then it is another's turn, or nobody's."""


class Regular:
    """Plays whatever is dealt: folds little, raises a little."""

    def __init__(self, table: WatchedTable, seed: int) -> None:
        self.table = table
        self.hands: set[int] = set()
        self.kinds: list[str] = []
        self._answered = (0, 0)
        self._chance = random.Random(seed)

    async def play(self) -> None:
        """For ever, with a seat from the beginning."""
        if self.table.seat is None:
            await self.table.sit_down(BUY_IN)
        await self._act()
        async for update in self.table:
            self.kinds.append(update.kind)
            self.hands |= {event["hand"] for event in update.events if event["type"] == "hand.sealed"}
            await self._act()

    async def _act(self) -> None:
        seat = self.table.seat
        if seat is not None and seat.standing == "sitting_out":
            # Broke, or timed out while something was down.
            with suppress(Refused):
                await (self.table.come_back() if seat.stack else self.table.top_up(BUY_IN))
        try:
            await self._take_turn()
        except Refused as refused:
            if refused.code not in TURN_PASSED:
                raise

    async def _take_turn(self) -> None:
        turn, hand = self.table.my_turn, self.table.hand
        # What others do and a lost connection are told while the own action, long answered, is not seen yet.
        if turn is None or hand is None or (hand.hand, turn.turn) == self._answered:
            return
        self._answered = (hand.hand, turn.turn)
        if turn.max_raise_to and hand.current_bet and self._chance.random() < 0.2:
            await self.table.raise_to(turn.min_raise_to)
        elif not turn.call_amount:
            await self.table.check()
        elif self._chance.random() < 0.1:
            await self.table.fold()
        else:
            await self.table.call()


class Round:
    """Regulars at play: nobody stops while others wait for his turn."""

    def __init__(self, regulars: Sequence[Regular]) -> None:
        self._regulars = regulars
        self._playing = [asyncio.create_task(one.play(), name="play") for one in regulars]

    async def goes_on(self, hands: int) -> None:
        """Until so many hands more have ended before the eyes of each; whoever missed an end sees another."""
        enough = [len(one.hands) + hands for one in self._regulars]

        def all_have_seen_enough() -> bool:
            for task in self._playing:
                if task.done():
                    task.result()
            return all(len(one.hands) >= least for one, least in zip(self._regulars, enough, strict=True))

        await until(all_have_seen_enough, seen=lambda: [one.hands for one in self._regulars])

    async def end(self) -> None:
        await end(*self._playing)


@asynccontextmanager
async def at_play(*regulars: Regular) -> AsyncIterator[Round]:
    """From sitting down on."""
    playing = Round(regulars)
    try:
        yield playing
    finally:
        await playing.end()


async def open_a_table(stack: AsyncExitStack, url: str, config: TableConfig = QUICK) -> TableId:
    """A guest's new table that wastes no time."""
    owner = await stack.enter_async_context(RiverrunClient(url))
    await owner.login_guest("Owner")
    return await owner.create_table(config)


async def come_in(stack: AsyncExitStack, url: str, table: TableId, count: int) -> list[Regular]:
    """So many guests, watching the table and about to sit down."""
    regulars = []
    for seed in range(count):
        client = await stack.enter_async_context(RiverrunClient(url))
        await client.login_guest(f"Guest {seed}")
        regulars.append(Regular(await client.watch(table), seed))
    return regulars
