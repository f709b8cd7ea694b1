"""A lease book in memory, in which entries end by a clock, and a process's way to it that can be cut."""

from dataclasses import dataclass, field

import nats.errors

from riverrun.runtime.nats.lease_book import Lease
from tests.support.clock import FakeClock


@dataclass
class FakeBook:
    """What the server keeps. `lapse` is a restart that ends every entry with a life of its own."""

    clock: FakeClock
    _entries: dict[str, tuple[Lease, float]] = field(default_factory=dict)
    _seq: int = 0

    def put(self, key: str, holder: str, ttl_s: float, expected_seq: int | None = None) -> int | None:
        standing = self.entries().get(key)
        if expected_seq is not None and expected_seq != (0 if standing is None else standing.seq):
            return None
        self._seq += 1
        self._entries[key] = Lease(holder, self._seq), self.clock.monotonic_s() + ttl_s
        return self._seq

    def bring_back(self, key: str, lease: Lease) -> None:
        """As nats-server does after a crash: an entry that had run out stands there again for ever."""
        self._entries[key] = lease, float("inf")

    def entries(self, kind: str = "") -> dict[str, Lease]:
        now_s = self.clock.monotonic_s()
        alive = {key: lease for key, (lease, ends_s) in self._entries.items() if ends_s > now_s}
        return {key: lease for key, lease in alive.items() if key.startswith(kind)}

    def owners(self) -> dict[str, int]:
        """How many slots each process holds."""
        holders = [lease.holder for lease in self.entries("slot.").values() if lease.holder]
        return {holder: holders.count(holder) for holder in sorted(set(holders))}


@dataclass
class FakeLine:
    """One process's way to the book. `deaf`: what is asked is done, but the answer is lost."""

    book: FakeBook
    cut: bool = False
    deaf: bool = False
    log_cut: bool = False
    writes: int = 0
    gone_elsewhere: int = 0

    async def read(self, kind: str) -> dict[str, Lease]:
        self._ask()
        self._hear()
        return self.book.entries(f"{kind}.")

    async def write(self, key: str, holder: str, ttl_s: int, expected_seq: int) -> int | None:
        self._ask()
        self.writes += 1
        seq = self.book.put(key, holder, ttl_s, expected_seq)
        self._hear()
        return seq

    async def note(self, key: str, text: str, ttl_s: int) -> None:
        self._ask()
        self.book.put(key, text, ttl_s)
        self._hear()

    async def give_back(self, key: str, seq: int) -> None:
        self._ask()
        self.book.put(key, "", 1, seq)
        self._hear()

    async def feel_log(self) -> None:
        self._ask()
        if self.log_cut:
            raise nats.errors.TimeoutError

    async def go_elsewhere(self) -> None:
        self.gone_elsewhere += 1

    def _ask(self) -> None:
        if self.cut:
            raise nats.errors.TimeoutError

    def _hear(self) -> None:
        if self.deaf:
            raise nats.errors.TimeoutError
