"""Progress as metrics and, while far behind, as a log line every few seconds."""

import time
from collections import deque

import structlog

from services.history import metrics
from services.history.projection.projector import Progress

log = structlog.get_logger(__name__)

FAR_BEHIND = 5_000
SAYS_EVERY_S = 10.0
OVER_BATCHES = 20


class ToldProgress:
    """Called after each batch."""

    def __init__(self) -> None:
        self._recent: deque[tuple[float, int]] = deque(maxlen=OVER_BATCHES)
        self._events = 0
        self._said_at = 0.0
        self._was_far = False

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        new = progress.events - self._events if progress.events >= self._events else progress.events
        self._events = progress.events
        self._recent.append((now, new))
        span = now - self._recent[0][0]
        rate = sum(events for _, events in list(self._recent)[1:]) / span if span else 0.0
        metrics.POSITION.set(progress.position)
        metrics.LAG.set(progress.pending)
        metrics.EVENTS.inc(new)
        metrics.RATE.set(rate)
        self._say(progress, rate, now)

    def _say(self, progress: Progress, rate: float, now: float) -> None:
        far = progress.pending > FAR_BEHIND
        if far and now - self._said_at >= SAYS_EVERY_S:
            self._said_at = now
            log.info("catching_up", position=progress.position, lag=progress.pending, rate=round(rate))
        if self._was_far and not far:
            log.info("caught_up", position=progress.position, rate=round(rate))
        self._was_far = far
