"""Which processes live: each says so, and all read it."""

import asyncio
from typing import Protocol

from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.lease_book import Lease
from services.table.ownership.renewals import Renewals
from services.table.ownership.tenure import LEASE_S

NOTE_S = 24 * 3600
RECENT_MS = 15_000
RECENT_READS = 38
"""As many rounds of 0.4 s; counted in reads, for in an outage nobody can be heard."""


class Notes(Protocol):
    """Where it is written. Raises what `LeaseBook` raises."""

    async def read(self, kind: str) -> dict[str, Lease]:
        """All entries `<kind>.…`."""

    async def note(self, key: str, text: str, ttl_s: int) -> None:
        """Write an entry whatever stands there."""


class Presence:
    """Two entries a process, each with the time: one that ends with it, and one for who starts later."""

    def __init__(self, notes: Notes, host: str, clock: Clock) -> None:
        self._notes = notes
        self._host = host
        self._clock = clock
        self._alive_ms: dict[str, int] = {}
        self._reads = 0
        self._heard: dict[str, int] = {}
        self._renewals = Renewals()
        self._leaving = False

    async def say(self) -> None:
        """We live."""
        now = str(self._clock.now_ms())
        # Who leaves counts no more, so that the others take its slots at once.
        await asyncio.gather(
            self._notes.note(f"host.{self._host}", "" if self._leaving else now, LEASE_S),
            self._notes.note(f"alive.{self._host}", now, NOTE_S),
        )

    def leave(self) -> None:
        """From now on we say that we are leaving."""
        self._leaving = True

    async def count(self) -> int:
        """How many processes share the slots now."""
        if not self._alive_ms:
            self._hear(await self._notes.read("alive"), self._clock.now_ms() - RECENT_MS)
        here = self._renewals.held(await self._notes.read("host"))
        self._reads += 1
        self._hear(here)
        return sum(1 for entry in here.values() if entry.holder)

    def _hear(self, entries: dict[str, Lease], recent_ms: int = 0) -> None:
        for key, entry in entries.items():
            host = key.partition(".")[2]
            if not entry.holder or int(entry.holder) == self._alive_ms.get(host):
                continue
            self._alive_ms[host] = int(entry.holder)
            if self._alive_ms[host] >= recent_ms:
                self._heard[host] = self._reads

    def last_alive_ms(self, host: str) -> int | None:
        """When (Unix ms) a process was last heard of."""
        return self._alive_ms.get(host)

    def others_lived_lately(self) -> bool:
        """Whether another process may only be out of sight: after an outage nobody is in the book."""
        return any(
            self._reads - heard < RECENT_READS for host, heard in self._heard.items() if host != self._host
        )
