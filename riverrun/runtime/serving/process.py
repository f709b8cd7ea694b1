"""A service's process: start its parts, be ready, wind down within a bound on a signal or a crash."""

import asyncio
import gc
import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

import structlog
from msgspec import Meta

from riverrun.runtime.serving.guard import Guard
from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.readiness import Readiness
from riverrun.runtime.settings.environment import Port
from riverrun.runtime.tasks import end

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class ProcessSettings:
    """What every service's process has: `RIVERRUN_*`."""

    health_host: Annotated[str, Meta(description="where the health page listens")] = "127.0.0.1"
    health_port: Annotated[
        Port | None, Meta(description="the health page's port; 0: any free one; not set: no page")
    ] = None
    drain_s: Annotated[
        float, Meta(ge=0, description="seconds from saying `not ready` to stopping, for others to notice")
    ] = 0.2
    stop_within_s: Annotated[
        float, Meta(gt=0, description="seconds for winding down; then the process ends regardless")
    ] = 10.0


class Process:
    """One service's process, given to those of its parts that start tasks or are not always ready."""

    def __init__(self, settings: ProcessSettings, end_after: Callable[[float], None]) -> None:
        """`end_after` sees to it that the process ends that many seconds later, whatever hangs in it."""
        self._settings = settings
        self._end_after = end_after
        self._stopping = asyncio.Event()
        self._exit_code = 0
        self.readiness = Readiness()
        self.guard = Guard(on_crash=self.fail)

    def fail(self) -> None:
        """Stop, and end with exit code 1: something is broken that a new process may mend."""
        self._exit_code = 1
        self._stop()

    async def live(self, parts: Sequence[Part]) -> int:
        """Start the parts in order, wait for the end, stop them in reverse; the process's exit code."""
        for name in ("SIGTERM", "SIGINT"):
            asyncio.get_running_loop().add_signal_handler(signal.Signals[name], self._signalled, name)
        begun: list[Part] = []
        try:
            await self._start(parts, begun)
            await self._stopping.wait()
        finally:
            await self._wind_down(begun)
        log.info("stopped", exit_code=self._exit_code)
        return self._exit_code

    async def _start(self, parts: Sequence[Part], begun: list[Part]) -> None:
        told: dict[str, str] = {}

        async def start_each() -> None:
            for part in parts:
                begun.append(part)
                told.update(await part.start())

        starting = asyncio.create_task(start_each(), name="start")
        stopping = asyncio.create_task(self._stopping.wait(), name="stopping")
        await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not starting.done():
            await end(starting)
        (failed,) = await asyncio.gather(starting, return_exceptions=True)
        if isinstance(failed, Exception):
            log.error("cannot_start", exc_info=failed)
            self.fail()
        elif not self._stopping.is_set():
            # What starting made stays: looking through it again and again for garbage would hold calls up.
            gc.collect()
            gc.freeze()
            self.readiness.has("start")
            log.info("ready", **told)

    async def _wind_down(self, begun: Sequence[Part]) -> None:
        was_ready = self.readiness.ready
        self.readiness.wait_for("drain")
        try:
            async with asyncio.timeout(self._settings.stop_within_s):
                for part in reversed(begun):
                    await self._attempt(part.drain)
                await asyncio.sleep(self._settings.drain_s if was_ready else 0)
                for part in reversed(begun):
                    await self._attempt(part.stop)
                await self.guard.cancel_all()
        except TimeoutError:
            log.exception("not_stopped_in_time", within_s=self._settings.stop_within_s)
            self._exit_code = 1

    async def _attempt(self, step: Callable[[], Awaitable[None]]) -> None:
        try:
            await step()
        except Exception:
            log.exception("stopping_failed", part=type(getattr(step, "__self__", step)).__name__)
            self._exit_code = 1

    def _stop(self) -> None:
        if not self._stopping.is_set():
            self._stopping.set()
            self._end_after(self._settings.stop_within_s + 2)

    def _signalled(self, name: str) -> None:
        if self._stopping.is_set():
            log.warning("stopping_at_once", signal=name)
            os._exit(1)
        log.info("stopping", signal=name)
        self._stop()
