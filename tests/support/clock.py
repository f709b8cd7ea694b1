"""A clock that stands still until a test moves it."""

import asyncio
from heapq import heappop, heappush
from itertools import count


class FakeClock:
    """Stands for `Clock`: both its times go on together, by `advance` alone."""

    def __init__(self, now_ms: int = 1_700_000_000_000) -> None:
        self._started_ms = now_ms
        self._passed_s = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    def now_ms(self) -> int:
        return self._started_ms + round(self._passed_s * 1000)

    def monotonic_s(self) -> float:
        return self._passed_s

    def set_wall(self, now_ms: int) -> None:
        """Set the wall's clock, as an operator would; the steady one does not move."""
        self._started_ms = now_ms - round(self._passed_s * 1000)

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        awake: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._sleepers, (self._passed_s + seconds, next(self._order), awake))
        await awake

    async def advance(self, seconds: float) -> None:
        """Let time pass: sleepers wake in turn, each at its moment, and run until they wait again."""
        until = self._passed_s + seconds
        await self._settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            moment, _, awake = heappop(self._sleepers)
            self._passed_s = max(self._passed_s, moment)
            if not awake.done():
                awake.set_result(None)
                await self._settle()
        self._passed_s = until

    async def _settle(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)
