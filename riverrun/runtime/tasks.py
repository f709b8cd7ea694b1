"""Ending tasks for certain."""

import asyncio
from typing import Any

CANCELLED_AGAIN_AFTER_S = 0.5


async def end(*tasks: "asyncio.Future[Any] | None") -> None:
    """Cancel what still runs, wait until it has ended, and leave its result unread.

    Once is not always enough: `asyncio.wait_for` of Python 3.11, which nats-py waits with, forgets a
    cancellation that comes in the same moment as the answer, and the task would go on for ever.
    """
    running = {task for task in tasks if task is not None}
    while running:
        for task in running:
            task.cancel()
        ended, running = await asyncio.wait(running, timeout=CANCELLED_AGAIN_AFTER_S)
        for task in ended:
            if not task.cancelled():
                # Whoever ends it no longer asks; without this a crash would be reported as never retrieved.
                task.exception()
