"""Notices silence that is none: NATS gone and back, or a table process that died without a word."""

import asyncio

import structlog
from nats.aio.client import Client

from riverrun.contracts.refusals import Refusal
from riverrun.runtime.clock import Clock
from riverrun.runtime.serving.readiness import Readiness
from services.gateway.feeds import Feed, Feeds

log = structlog.get_logger(__name__)

BEAT_S = 0.5
SILENCE_S = 5.0
DOUBTS_AT_ONCE = 32


class Pulse:
    """`run` is a task of the gateway's own."""

    def __init__(
        self,
        client: Client,
        feeds: Feeds,
        clock: Clock,
        readiness: Readiness,
        silence_s: float = SILENCE_S,
    ) -> None:
        self._client = client
        self._readiness = readiness
        self._feeds = feeds
        self._clock = clock
        self._silence_s = silence_s
        self._reconnects = 0
        self._doubts = asyncio.Semaphore(DOUBTS_AT_ONCE)

    async def run(self) -> None:
        """For ever."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                await self._clock.sleep(BEAT_S)
                self._watch_connection()
                now_s = self._clock.monotonic_s()
                for feed in self._feeds.silent_since(now_s - self._silence_s):
                    feed.heard_s = now_s
                    tasks.create_task(self._doubt(feed), name=f"doubt {feed.subject}")

    def _watch_connection(self) -> None:
        if self._client.is_connected:
            self._readiness.has("nats")
        else:
            self._readiness.wait_for("nats")
        reconnects = self._client.stats["reconnects"]
        if reconnects != self._reconnects or not self._client.is_connected:
            self._reconnects = reconnects
            for feed in self._feeds.all():
                feed.lost()

    async def _doubt(self, feed: Feed) -> None:
        """Ask the table, in the name of one who listens, whether silence is all there was to hear."""
        listener = next(iter(feed.listeners), None)
        if listener is None:
            return
        async with self._doubts:
            try:
                if await listener.still_true():
                    return
            except Refusal as refusal:
                log.info("table_silent", subject=feed.subject, code=refusal.code)
        feed.lost()
