"""People who play at a table through the public client until told otherwise, and what they saw of it."""

import random
from contextlib import AsyncExitStack, suppress

from riverrun.client import Refused, RiverrunClient, WatchedTable
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import TableId
from tests.support.table_process import QUICK

BUY_IN = 1_000


class Regular:
    """Plays whatever is dealt: folds little, raises a little."""

    def __init__(self, table: WatchedTable, seed: int) -> None:
        self.table = table
        self.hands: set[int] = set()
        self.kinds: list[str] = []
        self._chance = random.Random(seed)

    async def play(self, hands: int) -> None:
        """Until that many hands more have ended before its eyes."""
        enough = len(self.hands) + hands
        if self.table.seat is None:
            await self.table.sit_down(BUY_IN)
        await self._act()
        async for update in self.table:
            self.kinds.append(update.kind)
            self.hands |= {event["hand"] for event in update.events if event["type"] == "hand.sealed"}
            if len(self.hands) >= enough:
                return
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
            # The clock may run out while something is down.
            if refused.code not in ("stale_turn", "too_late"):
                raise

    async def _take_turn(self) -> None:
        turn, hand = self.table.my_turn, self.table.hand
        if turn is None or hand is None:
            return
        if turn.max_raise_to and hand.current_bet and self._chance.random() < 0.2:
            await self.table.raise_to(turn.min_raise_to)
        elif not turn.call_amount:
            await self.table.check()
        elif self._chance.random() < 0.1:
            await self.table.fold()
        else:
            await self.table.call()


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
