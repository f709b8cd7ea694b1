"""Which gateway's players look at which tables, by leases: when one dies without a word another tells (R8.5).

Whose entry stands still for a while is taken for dead, by this process's own watch. That it was not does no
harm: it hears its players called gone, and says that they are there.
"""

import secrets
from typing import Protocol, TypeAlias

import msgspec
import structlog
from msgspec import Struct

from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.runtime.clock import Clock
from services.gateway.presence import Presence
from services.gateway.refusals import TableUnavailable

log = structlog.get_logger(__name__)

BEAT_S = 3.0
DEAD_AFTER_S = 12.0
LIVES_S = 600
"""So long an entry waits for a gateway that could tell of it, where all have died."""
AT_MOST = 4_000
"""Places in one entry: well below what one message may hold."""
LEASES = "gateway."

Place: TypeAlias = tuple[PlayerId, TableId]


class _Entry(Struct, frozen=True):
    places: list[Place]


_decode = msgspec.json.Decoder(_Entry).decode


class LeaseBook(Protocol):
    """A part of the book at the door. All raise `TableUnavailable` while the log does not answer."""

    async def under(self, prefix: str) -> list[tuple[str, bytes, int]]:
        """Keys that begin so, with entries and sequences."""

    async def put(self, key: str, value: bytes, lives_s: int) -> None:
        """Write whatever stands there."""

    async def write(self, key: str, value: bytes, expected_seq: int) -> bool:
        """Write behind an entry; False if another was quicker."""


class PresenceLease:
    """`run` is a task of the gateway's own."""

    def __init__(self, book: LeaseBook, presence: Presence, clock: Clock) -> None:
        self._book = book
        self._presence = presence
        self._clock = clock
        self._own = f"{LEASES}{secrets.token_hex(6)}."
        self._written = 0
        self._seen: dict[str, tuple[int, float]] = {}

    async def run(self) -> None:
        """For ever."""
        while True:
            try:
                await self.beat()
                await self.look()
            except TableUnavailable:
                log.info("presence_lease_unwritten")
                # Nobody's entry could be written meanwhile: none is old for it.
                self._seen.clear()
            await self._clock.sleep(BEAT_S)

    async def beat(self) -> None:
        """Say that this gateway lives, and who is here. Raises `TableUnavailable`."""
        places = self._presence.places()
        parts = [places[first : first + AT_MOST] for first in range(0, len(places), AT_MOST)]
        # One that has shrunk is emptied once.
        parts += [[] for _ in range(self._written - len(parts))]
        for number, part in enumerate(parts):
            # An entry of nobody would be taken for a gateway that died, once this one has ended in order.
            entry = msgspec.json.encode(_Entry(part)) if part else b""
            await self._book.put(f"{self._own}{number}", entry, LIVES_S if part else 1)
        self._written = sum(bool(part) for part in parts)

    async def look(self) -> None:
        """Tell of the players of gateways that are dead. Raises `TableUnavailable`."""
        now_s = self._clock.monotonic_s()
        seen: dict[str, tuple[int, float]] = {}
        for key, value, seq in await self._book.under(LEASES):
            if key.startswith(self._own) or not value:
                continue
            known_seq, since_s = self._seen.get(key, (0, now_s))
            seen[key] = (seq, since_s if seq == known_seq else now_s)
            if now_s - seen[key][1] >= DEAD_AFTER_S:
                await self._bury(key, _decode(value), seq)
        self._seen = seen

    async def release(self) -> None:
        """This gateway ends, and has told of all itself."""
        try:
            for number in range(self._written):
                await self._book.put(f"{self._own}{number}", b"", 1)
        except TableUnavailable:
            log.info("presence_lease_left", meaning="another gateway will call players gone once more")

    async def _bury(self, key: str, entry: _Entry, seq: int) -> None:
        log.warning("gateway_died", players=len(entry.places))
        # First told, then struck out: who dies in between leaves it to the next.
        for player, table in entry.places:
            await self._presence.tell_gone(player, table)
        await self._book.write(key, b"", seq)
