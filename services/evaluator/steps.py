"""Long work in steps of a few milliseconds, each by a worker thread: others take their turn in between."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor
from typing import Final, TypeVar

Step = TypeVar("Step")

_END: Final = object()


async def each(workers: Executor, steps: Iterator[Step]) -> AsyncIterator[Step]:
    """What each step yields. Who stops asking, or is cancelled, stops the work after the step in progress."""
    loop = asyncio.get_running_loop()
    while (done := await loop.run_in_executor(workers, next, steps, _END)) is not _END:
        yield done  # type: ignore[misc]  # mypy cannot tell the end from a step


async def finish(workers: Executor, steps: Iterator[Step]) -> Step:
    """What the last step yields; there is one."""
    last: Step | None = None
    async for step in each(workers, steps):
        last = step
    assert last is not None
    return last
