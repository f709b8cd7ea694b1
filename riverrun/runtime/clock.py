"""Time as a port: the wall's for what is written down, a steady one for what is measured or waited for."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """What time it is, and waiting for a later one."""

    def now_ms(self) -> int:
        """Unix milliseconds; may jump when the machine's clock is set."""

    def monotonic_s(self) -> float:
        """Seconds from some fixed moment; never goes back. Leases and time limits are counted on it."""

    async def sleep(self, seconds: float) -> None:
        """Return once so many steady seconds have passed; zero or less gives others a turn."""


class SystemClock:
    """The machine's own clocks."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic_s(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(seconds, 0))


class SteadyClock(SystemClock):
    """Wall time at the start, carried on by the steady clock: setting the machine's clock moves nothing."""

    def __init__(self) -> None:
        self._offset_ms = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000 + self._offset_ms
