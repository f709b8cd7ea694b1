"""Long tasks have names, and somebody who notices when one dies."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from riverrun.runtime.tasks import end

log = structlog.get_logger(__name__)


class Guard:
    """Starts named tasks: `guard(work(), "name")`. A crash is logged and told; ending is no crash."""

    def __init__(self, on_crash: Callable[[], None]) -> None:
        self._on_crash = on_crash
        self._tasks: set[asyncio.Task[None]] = set()

    def __call__(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        if error := task.exception():
            log.error("task_crashed", task=task.get_name(), exc_info=error)
            self._on_crash()

    async def cancel_all(self) -> None:
        """Cancel what still runs and wait for it, in no particular order."""
        await end(*self._tasks)
