"""Counts the heads-up match-ups behind everybody's back, once, and keeps them for the next start."""

import asyncio
import time
from concurrent.futures import Executor

import structlog
from prometheus_client import Gauge

from services.evaluator.cache_folder import CacheFolder
from services.evaluator.engine import Engine
from services.evaluator.match_ups import MatchUps
from services.evaluator.steps import each

log = structlog.get_logger(__name__)

FOUND = Gauge(
    "riverrun_evaluator_match_ups", "Heads-up match-ups found at once, of 47,008; others are counted"
)
KEPT_AS = "match-ups"
A_STEP = 16
"""Match-ups counted in some 5 ms."""


def kept_match_ups(cache: CacheFolder) -> MatchUps:
    """All of them, if they were counted once, or none."""
    match_ups = MatchUps(cache.load(KEPT_AS))
    FOUND.set(match_ups.many)
    return match_ups


async def count_match_ups(match_ups: MatchUps, engine: Engine, cache: CacheFolder, workers: Executor) -> None:
    """Takes half of one core for half a minute."""
    started = step_started = time.perf_counter()
    async for done in each(workers, match_ups.fill(engine, A_STEP)):
        FOUND.set(done)
        await asyncio.sleep(time.perf_counter() - step_started)
        step_started = time.perf_counter()
    cache.keep(KEPT_AS, match_ups.found)
    log.info("match_ups_counted", after_s=round(time.perf_counter() - started, 1))
