"""The rests between a failure that passes and the next beginning: each longer than the one before."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import nats.errors
import structlog

from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.serving.readiness import Readiness
from services.history import metrics
from services.history.database import DatabaseFailed
from services.history.projection.plans import Overtaken

log = structlog.get_logger(__name__)

PASSING = (DatabaseFailed, Overtaken, nats.errors.Error, ApiRefused, TimeoutError, OSError)
"""What a new beginning mends: ClickHouse or NATS away for a while, another projector, a rebuild."""
SHORTEST_S, LONGEST_S = 0.2, 10.0
WELL_S = 30.0
"""Who has lasted so long had begun well, though there was nothing to write."""
TROUBLED_AFTER = 8
"""So many failures in a row, in about 20 s, are no passing thing: somebody should look."""


class Rests:
    """One for each thing that begins anew."""

    def __init__(
        self,
        name: str,
        readiness: Readiness,
        now_s: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._readiness = readiness
        self._trouble = f"projecting into {name}"
        self._log = log.bind(database=name)
        self._now_s = now_s
        self._sleep = sleep
        self._failures = 0
        self._begun_s: float | None = None
        self._has_ever_begun = False

    def begun(self) -> None:
        """It has begun; whether well, batches that are written will tell, or time."""
        self._begun_s = self._now_s()
        self._has_ever_begun = True

    def went_on(self) -> None:
        """A batch is written: the next rest is a short one."""
        if self._failures >= TROUBLED_AFTER:
            self._log.info("projecting_goes_on", failures=self._failures)
        self._failures = 0
        self._readiness.is_well(self._trouble)

    async def after(self, error: Exception) -> None:
        """Count what failed, tell of it now and then, and rest."""
        if self._begun_s is not None and self._now_s() - self._begun_s >= WELL_S:
            self.went_on()
        self._begun_s = None
        self._failures += 1
        metrics.RESTARTS.labels(type(error).__name__).inc()
        if self._failures == TROUBLED_AFTER:
            self._readiness.suffers(self._trouble)
        rest_s = min(SHORTEST_S * 2 ** min(self._failures - 1, 10), LONGEST_S)
        self._tell(error, rest_s)
        await self._sleep(rest_s)

    def _tell(self, error: Exception, rest_s: float) -> None:
        """Of the first failure, the second, the fourth, the eighth: more and more rarely."""
        if not self._has_ever_begun and self._failures < TROUBLED_AFTER:
            if self._failures == 1:
                self._log.info("waiting_for_clickhouse")
        elif self._failures & (self._failures - 1) == 0:
            say = self._log.warning if self._failures < TROUBLED_AFTER else self._log.error
            why = (str(error) or repr(error))[:500]
            say("projecting_begins_anew", failures=self._failures, after_s=rest_s, error=why)
