"""Writing the audit log: records are gathered for a moment, sealed, and appended until the log has them."""

import asyncio
from collections import deque
from typing import Protocol

import msgspec
import nats.errors
import structlog
from nats.aio.client import Client
from prometheus_client import Counter

from riverrun.contracts.audit_log import AuditRecord
from riverrun.contracts.subjects import audit_by
from riverrun.runtime.audit.page import sealed_page
from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import decode_publish_answer
from riverrun.runtime.sealing.key_ring import KeyRing

log = structlog.get_logger(__name__)

GATHER_S = 0.05
MOST_ON_A_PAGE = 500
MOST_WAITING = 100_000
PATIENCE_S = 2.0
PAUSE_S = 0.5

WRITTEN = Counter("riverrun_audit_records", "Records written to the audit log")
LOST = Counter("riverrun_audit_records_lost", "Records that found no room while the log was away")


class Trail(Protocol):
    """Where acts are noted; `keeps` tells whether anybody will ever read them."""

    keeps: bool

    def note(self, record: AuditRecord) -> None:
        """Never waits; the record is in the log a moment later."""


class NoTrail:
    """For a house that keeps no audit log."""

    keeps = False

    def note(self, record: AuditRecord) -> None:
        """Forget it."""


class SealedTrail:
    """See `Trail`; `run` as a task, and `finish` at the end."""

    keeps = True

    def __init__(self, client: Client, ring: KeyRing, clock: Clock, writer: str) -> None:
        self._client = client
        self._ring = ring
        self._clock = clock
        self._writer = writer
        self._number = 0
        self._previous = b""
        self._waiting: deque[AuditRecord] = deque()
        self._something = asyncio.Event()
        self._writing = asyncio.Lock()

    def note(self, record: AuditRecord) -> None:
        if len(self._waiting) >= MOST_WAITING:
            LOST.inc()
            return
        self._waiting.append(record)
        self._something.set()

    async def run(self) -> None:
        """Write for as long as the process lives."""
        while True:
            await self._something.wait()
            await self._clock.sleep(GATHER_S)
            await self.finish()

    async def finish(self) -> None:
        """Write what waits."""
        async with self._writing:
            while self._waiting:
                records = [self._waiting[at] for at in range(min(MOST_ON_A_PAGE, len(self._waiting)))]
                data = sealed_page(self._ring, self._writer, self._number + 1, self._previous, records)
                await self._append(data)
                # Only now: cut short before, the same records are sealed and sent again.
                for _ in records:
                    self._waiting.popleft()
                self._number += 1
                self._previous = data
                WRITTEN.inc(len(records))
            self._something.clear()

    async def _append(self, data: bytes) -> None:
        """Until the log has it: sent again it is known by its id, and readers know a page by its number."""
        headers = {"Nats-Msg-Id": f"{self._writer}-{self._number + 1}"}
        while True:
            try:
                reply = await self._client.request(
                    audit_by(self._writer), data, timeout=PATIENCE_S, headers=headers
                )
                refused = decode_publish_answer(reply.data).error
                if refused is None:
                    return
                log.warning("audit_refused", error=refused.description)
            except (nats.errors.Error, OSError, TimeoutError, msgspec.DecodeError) as error:
                log.warning("audit_unwritten", waiting=len(self._waiting), error=repr(error))
            await self._clock.sleep(PAUSE_S)
