"""Updates of a table as they come, and a tick where none comes for a while."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from typing import TypeVar

Heard = TypeVar("Heard")


async def or_ticks(updates: AsyncIterable[Heard], tick_s: float) -> AsyncIterator[Heard | None]:
    """Each update; None each time that `tick_s` pass without one. Raises what the updates raise."""
    iterator = aiter(updates)
    while True:
        coming = asyncio.ensure_future(_next(iterator))
        try:
            while not (await asyncio.wait({coming}, timeout=tick_s))[0]:
                yield None
            update = coming.result()
        finally:
            coming.cancel()
        if update is None:
            return
        yield update


async def _next(iterator: AsyncIterator[Heard]) -> Heard | None:
    return await anext(iterator, None)
