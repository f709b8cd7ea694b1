"""Waits until the table processes hold every slot between them: from then on somebody hosts each table."""

import asyncio
import time
from collections.abc import Mapping

import nats.errors

from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.lease_book import LeaseBook
from riverrun.runtime.nats.users import OPERATOR
from services.table.ownership.shares import all_slots

SHARDS = 1
POLL_S = 0.1
_UNANSWERED = (nats.errors.Error, OSError, ApiRefused, TimeoutError)


class NotHosted(RuntimeError):
    """Slots without a holder, or tables without an answer, after all patience."""


async def until_slots_held(url: str, passwords: Mapping[str, str], within_s: float) -> int:
    """How many slots there are, once all are held. Raises `NotHosted`, `CannotConnect`."""
    client = await connect(NatsSettings(OPERATOR, passwords[OPERATOR.password_variable], (url,)))
    try:
        book = LeaseBook(client, JetStreamApi(client))
        deadline = time.monotonic() + within_s
        free = set(all_slots(SHARDS))
        while free and time.monotonic() < deadline:
            free = await _free(book)
            if free:
                await asyncio.sleep(POLL_S)
        if free:
            raise NotHosted(f"no table process holds {', '.join(sorted(free))} after {within_s:.0f} s")
        return len(all_slots(SHARDS))
    finally:
        await client.close()


async def _free(book: LeaseBook) -> set[str]:
    slots = set(all_slots(SHARDS))
    try:
        held = await book.read("slot")
    except _UNANSWERED:
        return slots
    return slots - {slot for slot, lease in held.items() if lease.holder}
