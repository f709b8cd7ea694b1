"""Keeps this process's leases: renews them, takes what is free and due to it, gives back the rest.

Rounds are quick and never wait for a table: what takes time is done beside, and renewing goes on meanwhile.
A holder whose last renewal is too old answers nobody (`Tenure`); `Peace` says when a free one may be taken.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeVar

import nats.errors
import structlog

from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.lease_book import Lease
from services.table.ownership.leases import Leases
from services.table.ownership.peace import Peace
from services.table.ownership.presence import Presence
from services.table.ownership.shares import all_slots, fair_share, slots_to_hand_over, slots_to_take
from services.table.ownership.tenure import Tenure

log = structlog.get_logger(__name__)

TICK_S = 0.4
STALL_S = 1.0
LEFT_OVER_S = 1.0
"""So long what a dead process held is left to whom it is due, who may have to be sure first (`Peace`)."""
ELSEWHERE_AFTER_S = 5.0
"""After so long without an answer another server is tried: ours may be cut off from its peers."""
UNANSWERED = (nats.errors.Error, OSError, ApiRefused)

One = TypeVar("One")
Other = TypeVar("Other")


class SlotOwner(Protocol):
    """Who hosts the tables of the slots held."""

    def take(self, slot: str) -> None:
        """The slot is ours: begin to host its tables."""

    async def let_go(self, slot: str) -> None:
        """Stop hosting the slot's tables, what is begun finished; returns when nothing of them runs here."""

    def doubt(self, slot: str) -> None:
        """The slot was nobody's for a while: another may have written to its tables."""

    def log_was_away(self, seconds: float) -> None:
        """The log answers again after so long: open deadlines move by it (R8.9)."""


class SlotKeeper:
    """One process's leases. `run` until cancelled; before that, on the way out, `give_all_back`."""

    def __init__(
        self,
        leases: Leases,
        presence: Presence,
        feel_log: Callable[[], Awaitable[None]],
        go_elsewhere: Callable[[], Awaitable[None]],
        shards: int,
        clock: Clock,
        tenure: Tenure,
        owner: SlotOwner,
        guard: Callable[[Coroutine[Any, Any, None], str], "asyncio.Task[None]"],
    ) -> None:
        self._leases = leases
        self._presence = presence
        self._feel_log = feel_log
        self._go_elsewhere = go_elsewhere
        self._slots = all_slots(shards)
        self._clock = clock
        self._tenure = tenure
        self._owner = owner
        self._guard = guard
        self._peace = Peace()
        self._round = asyncio.Lock()
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._left_over_since: dict[str, float] = {}
        self._drained = False
        self._answered_s = clock.monotonic_s()

    async def run(self) -> None:
        """Renew, take and hand over, until cancelled."""
        while True:
            await self.tick()
            await self._clock.sleep(TICK_S)

    async def give_all_back(self) -> None:
        """On the way out: let go of every slot and let others take it at once."""
        self._drained = True
        self._presence.leave()
        # From this round on the others count one process less.
        await self.tick()
        for slot in self._leases.held:
            self._begin_to_leave(slot)
        if self._leaving:
            await asyncio.wait(self._leaving.values())

    async def tick(self) -> None:
        """One round."""
        async with self._round:
            began = self._clock.monotonic_s()
            self._peace.round_begins(began)
            log_answers, leases_answer = await asyncio.gather(
                self._answered(self._feel_log()), self._answered(self._look_after_leases(began))
            )
            if log_answers and leases_answer:
                self._answered_s = began
                self._peace.answered(began)
                self._tell_of_outage(began)
            elif began - self._answered_s > ELSEWHERE_AFTER_S:
                self._answered_s = began
                await self._go_elsewhere()

    async def _answered(self, asked: Awaitable[None]) -> bool:
        try:
            await asked
        except UNANSWERED as error:
            if self._peace.broken():
                log.warning("leases_unanswered", error=repr(error))
            return False
        return True

    def _tell_of_outage(self, began: float) -> None:
        away_s = self._tenure.answered(began)
        if away_s > STALL_S + TICK_S:
            self._owner.log_was_away(away_s)

    async def _look_after_leases(self, began: float) -> None:
        refused, _ = await _both(self._leases.renew_all(began), self._presence.say())
        hosts, entries = await _both(self._presence.count(), self._leases.entries())
        for slot in refused:
            await self._retake_or_lose(slot, entries.get(slot), began)
        if not self._drained:
            await self._share(entries, fair_share(len(self._slots), hosts), began)

    # -- what we hold

    async def _retake_or_lose(self, slot: str, entry: Lease | None, began: float) -> None:
        """A renewal was refused: an earlier one landed unheard, or the lease ran out, or another has it."""
        if self._leases.is_ours(entry):
            await self._leases.take(slot, entry, began)
        elif not _is_free(entry):
            log.warning("slot_lost", slot=slot, to=entry.holder if entry else "")
            self._leases.lose(slot)
            self._begin_to_leave(slot)
        elif await self._leases.take(slot, entry, began):
            log.info("slot_retaken", slot=slot)
            self._owner.doubt(slot)

    def _begin_to_leave(self, slot: str) -> None:
        if slot not in self._leaving:
            self._leaving[slot] = self._guard(self._leave(slot), f"leaving {slot}")

    async def _leave(self, slot: str) -> None:
        await self._owner.let_go(slot)
        async with self._round:
            del self._leaving[slot]
            try:
                await self._leases.give_back(slot)
            except UNANSWERED as error:
                log.warning("slot_not_given_back", slot=slot, error=repr(error))
            else:
                log.info("slot_left", slot=slot)

    # -- what is due to us

    async def _share(self, entries: dict[str, Lease], share: int, began: float) -> None:
        if all(not _is_free(entries.get(slot)) for slot in self._slots):
            self._peace.all_are_back()
        ours = set(self._leases.held) | self._leaving.keys()
        free = [slot for slot in self._slots if slot not in ours and self._may_take(slot, entries, began)]
        due = slots_to_take(free, len(self._leases.held), share)
        for slot in (*due, *self._left_over([slot for slot in free if slot not in due], entries, began)):
            if await self._leases.take(slot, entries.get(slot), began):
                log.info("slot_taken", slot=slot)
                self._owner.take(slot)
        for slot in slots_to_hand_over(self._leases.held - self._leaving.keys(), share)[:1]:
            self._begin_to_leave(slot)

    def _left_over(self, free: list[str], entries: dict[str, Lease], began: float) -> list[str]:
        """What nobody has taken in time whom it was due to: we do, and hand it over to him later."""
        ran_out = [slot for slot in free if entries.get(slot) is None]
        self._left_over_since = {slot: self._left_over_since.get(slot, began) for slot in ran_out}
        return [slot for slot, since in self._left_over_since.items() if began - since >= LEFT_OVER_S]

    def _may_take(self, slot: str, entries: dict[str, Lease], began: float) -> bool:
        entry = entries.get(slot)
        if entry is not None:
            # Given back; or taken by us, unheard.
            return not entry.holder or self._leases.is_ours(entry)
        return self._peace.unbroken(began) or not self._presence.others_lived_lately()


def _is_free(entry: Lease | None) -> bool:
    return entry is None or not entry.holder


async def _both(first: Awaitable[One], second: Awaitable[Other]) -> tuple[One, Other]:
    """Both answers; an error is raised once both have ended."""
    one, other = await asyncio.gather(first, second, return_exceptions=True)
    if isinstance(one, BaseException):
        raise one
    if isinstance(other, BaseException):
        raise other
    return one, other
