"""Waits that end on what happens; one that runs out says what it waited for and what was seen last."""

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from tests.support.patience import LONG_S


def _nothing_seen() -> str:
    return "nothing was noted"


@asynccontextmanager
async def waiting_for(
    what: str, seen: Callable[[], object] = _nothing_seen, within_s: float = LONG_S
) -> AsyncIterator[None]:
    """A bound on what is awaited inside; `seen` is asked once it runs out."""
    bound = asyncio.timeout(within_s)
    try:
        async with bound:
            yield
    except TimeoutError as late:
        if not bound.expired():
            raise
        raise AssertionError(f"{what}: not within {within_s:g} s; seen: {seen()}") from late


async def until(
    happened: Callable[[], bool | Awaitable[bool]],
    within_s: float = LONG_S,
    seen: Callable[[], object] = _nothing_seen,
) -> float:
    """Ask again and again; the seconds it took."""
    began = time.monotonic()
    async with waiting_for(happened.__qualname__, seen, within_s):
        while not await _answer(happened()):  # noqa: ASYNC110  what happens is not told
            await asyncio.sleep(0.02)
    return time.monotonic() - began


async def settled() -> None:
    """Whoever waits for nothing but his turn in the event loop has had it, however slow the machine."""
    for _ in range(100):
        await asyncio.sleep(0)


async def _answer(told: bool | Awaitable[bool]) -> bool:
    return await told if inspect.isawaitable(told) else bool(told)
