"""Makes the evaluator warm before it is asked anything."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from services.evaluator.bulk import NumpyRanker


class Warming:
    """A part of the process that starts before the server: nobody waits for tables."""

    def __init__(self, ranker: NumpyRanker, workers: ThreadPoolExecutor) -> None:
        self._ranker = ranker
        self._workers = workers

    async def start(self) -> dict[str, str]:
        started = time.perf_counter()
        await asyncio.get_running_loop().run_in_executor(self._workers, self._ranker.warm)
        return {"warm_after_ms": f"{(time.perf_counter() - started) * 1000:.0f}", "ranker": "numpy"}

    async def drain(self) -> None:
        """The workers go on with what was begun."""

    async def stop(self) -> None:
        self._workers.shutdown(wait=False, cancel_futures=True)
