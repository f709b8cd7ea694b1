"""An event loop in a thread of its own, so that the library's blocking calls can use our asyncio reading.

A call costs what a ledger's save costs most of: `run_coroutine_threadsafe` takes two to three times as long
(`riverrun bench ledger`). Calls of many threads wake the loop once.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from typing import Any, Generic, TypeVar

import uvloop

T = TypeVar("T")


class LoopThread:
    """Runs coroutines for callers who block."""

    def __init__(self, name: str = "event store") -> None:
        self._loop = uvloop.new_event_loop()
        self._wanted: deque[Callable[[], None]] = deque()
        self._woken = self._ended = False
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def soon(self, do: Callable[[], None]) -> None:
        """Have something done in the loop, without waiting for it; many who come at once wake it once."""
        if self._ended:
            raise RuntimeError("the loop thread has ended")
        self._wanted.append(do)
        if not self._woken:
            self._woken = True
            self._loop.call_soon_threadsafe(self._do)

    def call(self, coroutine: Coroutine[Any, Any, T], timeout_s: float = 60.0) -> T:
        """Run a coroutine to its end and return its result. Raises what it raises, and `TimeoutError`."""
        assert threading.current_thread() is not self._thread, "the loop would wait for itself"
        call = _Call(self._loop, coroutine)
        try:
            self.soon(call.begin)
        except RuntimeError:
            coroutine.close()
            raise
        if not call.over.acquire(timeout=timeout_s):
            self.soon(call.give_up)
            raise TimeoutError
        return call.answer()

    def stop(self) -> None:
        """End the loop and its thread; who still waits for a call gets `CancelledError`."""
        self.call(_end_all(), 10)
        self._ended = True
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def _do(self) -> None:
        # First this: whoever comes from here on wakes the loop again.
        self._woken = False
        while self._wanted:
            self._wanted.popleft()()


class _Call(Generic[T]):
    """One coroutine, and what came of it; `over` is free once something did."""

    def __init__(self, loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, T]) -> None:
        self.over = threading.Lock()
        self.over.acquire()
        self._loop = loop
        self._coroutine = coroutine
        self._task: asyncio.Task[T] | None = None

    def begin(self) -> None:
        """In the loop, as is `give_up`."""
        self._task = self._loop.create_task(self._coroutine)
        self._task.add_done_callback(lambda _: self.over.release())

    def give_up(self) -> None:
        """Nobody waits any more."""
        if self._task is not None:
            self._task.cancel()

    def answer(self) -> T:
        """Once it is over."""
        assert self._task is not None, "begun"
        if self._task.cancelled():
            raise CancelledError
        return self._task.result()


async def _end_all() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    if others:
        await asyncio.wait(others, timeout=5)
