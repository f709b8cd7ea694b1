"""Keeps this process's leases: renews them, takes what is free and due to it, gives back the rest.

Two rules keep the peace while NATS itself is away. A foreign lease is taken only by a process whose own
requests were all answered for longer than a lease lives: after an outage the holder, still warm, is first.
And a holder whose last renewal is too old answers nobody.
"""

import asyncio
from typing import Protocol

import nats.errors
import structlog

from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.lease_book import Lease, LeaseBook
from services.table.ownership.shares import all_slots, fair_share, slots_to_hand_over, slots_to_take
from services.table.ownership.tenure import LEASE_S, Held, Tenure

log = structlog.get_logger(__name__)

TICK_S = 0.4
UNBROKEN_S = LEASE_S + 1.0
STALL_S = 1.0
NOTE_S = 7 * 24 * 3600
RECENT_MS = 15_000


class SlotOwner(Protocol):
    """Who hosts the tables of the slots held."""

    async def taken(self, slot: str) -> None:
        """The slot is ours: listen, and bring its tables back."""

    async def let_go(self, slot: str) -> None:
        """Stop hosting the slot's tables, what is begun finished; returns when nothing of them runs here."""

    def log_was_away(self, seconds: float) -> None:
        """The log answers again after so long: open deadlines move by it (R8.9)."""


class SlotKeeper:
    """One process's leases. `run` until cancelled; then `give_all_back`."""

    def __init__(
        self, book: LeaseBook, host: str, shards: int, clock: Clock, tenure: Tenure, owner: SlotOwner
    ) -> None:
        self._book = book
        self._host = host
        self._slots = all_slots(shards)
        self._clock = clock
        self._tenure = tenure
        self._owner = owner
        self._unbroken_since: float | None = None
        self._drained = False

    async def run(self) -> None:
        """Renew, take and hand over, until cancelled."""
        while True:
            await self.tick()
            await self._clock.sleep(TICK_S)

    async def give_all_back(self) -> None:
        """On the way out: let go of every slot and let others take it at once."""
        self._drained = True
        for slot in list(self._tenure.leases):
            await self._hand_over(slot)

    async def tick(self) -> None:
        """One round."""
        began = self._clock.monotonic_s()
        try:
            await self._say_alive()
            renewed = await asyncio.gather(*(self._renew(slot, began) for slot in list(self._tenure.leases)))
            entries = await self._book.read()
        except (nats.errors.Error, OSError, ApiRefused) as error:
            if self._unbroken_since is not None:
                log.warning("leases_unanswered", error=repr(error))
            self._unbroken_since = None
            return
        if self._unbroken_since is None:
            self._unbroken_since = began
        self._note_alive(entries)
        self._tell_of_outage(began)
        for slot, kept in zip(list(self._tenure.leases), renewed, strict=True):
            if not kept:
                await self._retake_or_lose(slot, entries.get(slot), began)
        await self._share(entries, began)

    async def _say_alive(self) -> None:
        now = str(self._clock.now_ms())
        await asyncio.gather(
            self._book.note(f"host.{self._host}", now, LEASE_S + 1),
            self._book.note(f"alive.{self._host}", now, NOTE_S),
        )

    def _note_alive(self, entries: dict[str, Lease]) -> None:
        for key, entry in entries.items():
            if key.startswith("alive.") and entry.holder:
                self._tenure.heard_of(key.removeprefix("alive."), int(entry.holder))

    async def _renew(self, slot: str, began: float) -> bool:
        held = self._tenure.leases[slot]
        seq = await self._book.write(slot, self._host, LEASE_S, held.seq)
        if seq is None:
            return False
        held.seq, held.renewed_s = seq, began
        return True

    def _tell_of_outage(self, began: float) -> None:
        away_s = self._tenure.answered(began)
        if away_s > STALL_S + TICK_S:
            self._owner.log_was_away(away_s)

    async def _retake_or_lose(self, slot: str, entry: Lease | None, began: float) -> None:
        """A renewal was refused: it had landed unheard, or the lease ran out, or another took it."""
        if entry is None or not entry.holder:
            seq = await self._try(slot, 0 if entry is None else entry.seq)
            if seq is not None:
                self._tenure.leases[slot] = Held(seq, began)
                log.info("slot_retaken", slot=slot)
                return
        elif entry.holder == self._host:
            self._tenure.leases[slot] = Held(entry.seq, began)
            return
        log.warning("slot_lost", slot=slot, to="" if entry is None else entry.holder)
        del self._tenure.leases[slot]
        await self._owner.let_go(slot)

    async def _share(self, entries: dict[str, Lease], began: float) -> None:
        if self._drained:
            return
        hosts = sum(1 for key in entries if key.startswith("host."))
        share = fair_share(len(self._slots), hosts)
        free = [
            slot for slot in self._slots if slot not in self._tenure.leases and _is_free(entries.get(slot))
        ]
        if free and self._may_take_foreign(entries, began):
            for slot in slots_to_take(free, len(self._tenure.leases), share):
                await self._take(slot, entries.get(slot), began)
        else:
            given = [slot for slot in free if slot in entries]
            for slot in slots_to_take(given, len(self._tenure.leases), share):
                await self._take(slot, entries.get(slot), began)
        for slot in slots_to_hand_over(self._tenure.leases, share)[:1]:
            await self._hand_over(slot)

    def _may_take_foreign(self, entries: dict[str, Lease], began: float) -> bool:
        if self._unbroken_since is not None and began - self._unbroken_since >= UNBROKEN_S:
            return True
        return not self._others_lived_lately(entries)

    def _others_lived_lately(self, entries: dict[str, Lease]) -> bool:
        now_ms = self._clock.now_ms()
        return any(
            key.startswith("alive.") and key != f"alive.{self._host}" and now_ms - int(one.holder) < RECENT_MS
            for key, one in entries.items()
            if one.holder
        )

    async def _take(self, slot: str, entry: Lease | None, began: float) -> None:
        seq = await self._try(slot, 0 if entry is None else entry.seq)
        if seq is not None:
            self._tenure.leases[slot] = Held(seq, began)
            log.info("slot_taken", slot=slot)
            await self._owner.taken(slot)

    async def _try(self, slot: str, expected_seq: int) -> int | None:
        try:
            return await self._book.write(slot, self._host, LEASE_S, expected_seq)
        except (nats.errors.Error, OSError, ApiRefused) as error:
            log.warning("slot_not_taken", slot=slot, error=repr(error))
            return None

    async def _hand_over(self, slot: str) -> None:
        await self._owner.let_go(slot)
        held = self._tenure.leases.pop(slot, None)
        if held is None:
            return
        try:
            await self._book.give_back(slot, held.seq)
            log.info("slot_handed_over", slot=slot)
        except (nats.errors.Error, OSError, ApiRefused) as error:
            log.warning("slot_not_given_back", slot=slot, error=repr(error))


def _is_free(entry: Lease | None) -> bool:
    return entry is None or not entry.holder
