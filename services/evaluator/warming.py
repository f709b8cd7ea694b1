"""Makes the evaluator warm: an engine before anything is asked, a better one as soon as there is one."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

import structlog

from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from services.evaluator.cache_folder import CacheFolder
from services.evaluator.counting import count_match_ups
from services.evaluator.engine import Engine
from services.evaluator.loading import Compiler, load_arrays, load_kernels, start_compiler
from services.evaluator.match_ups import MatchUps
from services.evaluator.processor import Baseline
from services.evaluator.switched import SwitchedEngine

log = structlog.get_logger(__name__)

Choice: TypeAlias = Literal["auto", "numba", "numpy"]


@dataclass(frozen=True)
class Wanted:
    """Which engine, compiled for what; `auto` answers with arrays until it is, or where it cannot be."""

    choice: Choice
    baseline: Baseline


class Warming:
    """A part of the process: loads an engine, starts the parts that need it, and sees to what can wait."""

    def __init__(
        self,
        wanted: Wanted,
        cache: CacheFolder,
        match_ups: MatchUps,
        workers: ThreadPoolExecutor,
        process: Process,
        parts_with: Callable[[Engine], Sequence[Part]],
    ) -> None:
        self._wanted = wanted
        self._cache = cache
        self._match_ups = match_ups
        self._workers = workers
        self._process = process
        self._parts_with = parts_with
        self._begun: list[Part] = []
        self._compiler: Compiler | None = None
        self._improving: asyncio.Task[None] | None = None

    async def start(self) -> dict[str, str]:
        """Ready with the engine that is wanted. Raises what keeps it from being loaded, but for `auto`."""
        started = time.perf_counter()
        if self._wanted.choice != "numpy" and not self._cache.compiled:
            # Before gRPC has threads, which processes are not to be started beside.
            self._compiler = await start_compiler(self._cache, self._wanted.baseline)
        engine = SwitchedEngine(
            await self._aside(load_arrays, self._cache), partial(self._process.readiness.tell, "engine")
        )
        if self._wanted.choice == "numba":
            await self._use_kernels(engine)
        elif self._wanted.choice == "auto" and self._compiler is None:
            await self._try_kernels(engine)
        took_ms = (time.perf_counter() - started) * 1000
        told = {"engine": engine.name, "warm_after_ms": f"{took_ms:.0f}"}
        for part in self._parts_with(engine):
            self._begun.append(part)
            told.update(await part.start())
        if self._wanted.choice != "numpy":
            self._improving = self._process.guard(self._improve(engine), "improve the engine")
        return told

    async def _improve(self, engine: SwitchedEngine) -> None:
        """What an empty cache lacks, in the background."""
        if engine.name == "numpy" and self._compiler is not None:
            await self._try_kernels(engine)
        if engine.name == "numba" and not self._match_ups.complete:
            await count_match_ups(self._match_ups, engine, self._cache, self._workers)

    async def _try_kernels(self, engine: SwitchedEngine) -> None:
        try:
            await self._use_kernels(engine)
        except Exception as error:
            # Whatever it is that keeps numba from working here, hands are ranked.
            log.warning("kernels_not_loaded", exc_info=error)

    async def _use_kernels(self, engine: SwitchedEngine) -> None:
        started = time.perf_counter()
        if self._compiler is not None:
            await self._compiler.finish()
        engine.use(await self._aside(load_kernels, self._cache, self._wanted.baseline))
        log.info("kernels_loaded", after_s=round(time.perf_counter() - started, 1))

    async def _aside(self, load: Callable[..., Engine], *what: object) -> Engine:
        return await asyncio.get_running_loop().run_in_executor(self._workers, load, *what)

    async def drain(self) -> None:
        """The workers go on with what was begun."""
        for part in reversed(self._begun):
            await part.drain()

    async def stop(self) -> None:
        if self._improving is not None:
            self._improving.cancel()
        if self._compiler is not None:
            self._compiler.stop()
        for part in reversed(self._begun):
            await part.stop()
        self._workers.shutdown(wait=False, cancel_futures=True)
