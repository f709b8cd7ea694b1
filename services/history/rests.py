"""The rests between a failure that passes and the next beginning: each longer than the one before."""

import asyncio

import nats.errors
import structlog

from riverrun.runtime.nats.answers import ApiRefused
from services.history import metrics
from services.history.database import DatabaseFailed
from services.history.projection.plans import Overtaken

log = structlog.get_logger(__name__)

PASSING = (DatabaseFailed, Overtaken, nats.errors.Error, ApiRefused, TimeoutError, OSError)
"""What a new beginning mends: ClickHouse or NATS away for a while, another projector, a rebuild."""
SHORTEST_S, LONGEST_S = 0.2, 5.0


class Rests:
    """One for each thing that begins anew."""

    def __init__(self) -> None:
        self._next_s = SHORTEST_S

    def begun(self) -> None:
        """It has begun well: the next rest is a short one."""
        self._next_s = SHORTEST_S

    async def after(self, error: Exception) -> None:
        """Count and tell what failed, and rest."""
        metrics.RESTARTS.labels(type(error).__name__).inc()
        log.warning("projecting_begins_anew", after_s=self._next_s, error=str(error)[:500])
        await asyncio.sleep(self._next_s)
        self._next_s = min(2 * self._next_s, LONGEST_S)
