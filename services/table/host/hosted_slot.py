"""One slot held: its commands and orders are heard, its tables brought back; then it is left in order."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.subscription import Subscription

from riverrun.contracts.subjects import commands_of_slot, orders_of_slot
from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import ApiRefused
from services.table.host.desk import Desk
from services.table.host.moving_in import MovingIn
from services.table.host.roster import Roster

log = structlog.get_logger(__name__)

RETRY_S = 0.5
FLUSH_S = 1
_AWAY = (nats.errors.Error, OSError, ApiRefused)


class HostedSlot:
    """Hosts from the start until told to `leave`; never again after that."""

    def __init__(
        self,
        slot: str,
        client: Client,
        roster: Roster,
        desk: Desk,
        moving_in: MovingIn,
        clock: Clock,
        guard: Callable[[Coroutine[Any, Any, None], str], "asyncio.Task[None]"],
    ) -> None:
        self._slot = slot
        self._client = client
        self._roster = roster
        self._desk = desk
        self._moving_in = moving_in
        self._clock = clock
        self._heard: list[Subscription] = []
        self._leaving = False
        self._opening = guard(self._open(), f"open {slot}")

    async def leave(self) -> None:
        """Hear no more, answer what was heard, and finish what the tables have begun."""
        self._leaving = True
        await asyncio.wait({self._opening})
        await asyncio.gather(*(self._fall_silent(heard) for heard in self._heard))
        await self._roster.release(self._slot)

    async def _open(self) -> None:
        self._roster.admit(self._slot)
        await self._listen()
        self._moving_in.take(self._slot)

    async def _listen(self) -> None:
        _, shard, number = self._slot.split(".")
        for subject, hear in (
            (commands_of_slot(int(shard), int(number)), self._desk.heard_request),
            (orders_of_slot(int(shard), int(number)), self._desk.heard_order),
        ):
            self._heard.append(await self._client.subscribe(subject, cb=hear))
        while not self._leaving:
            try:
                await self._client.flush(timeout=FLUSH_S)
                return
            except _AWAY as error:
                log.warning("not_listening_yet", slot=self._slot, error=repr(error))
                await self._clock.sleep(RETRY_S)

    async def _fall_silent(self, heard: Subscription) -> None:
        try:
            async with asyncio.timeout(FLUSH_S):
                await heard.drain()  # type: ignore[no-untyped-call]
        except _AWAY as error:
            # What still comes this way is not answered: the slot is not ours any more.
            log.warning("not_unsubscribed", slot=self._slot, error=repr(error))
