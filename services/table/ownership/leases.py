"""The leases this process holds in the book: renewed all together, taken one by one, given back."""

import asyncio
from collections.abc import Collection
from typing import Protocol

from riverrun.runtime.nats.lease_book import Lease
from services.table.ownership.renewals import Renewals
from services.table.ownership.tenure import LEASE_S, Held, Tenure


class Book(Protocol):
    """Where leases stand. Raises what `LeaseBook` raises."""

    async def read(self, kind: str) -> dict[str, Lease]:
        """All entries `<kind>.…`."""

    async def write(self, key: str, holder: str, ttl_s: int, expected_seq: int) -> int | None:
        """Take or renew a lease: its revision, or None if another was quicker."""

    async def give_back(self, key: str, seq: int) -> None:
        """Let others take a lease at once."""


class Leases:
    """Written to the book under this process's name, and to its tenure. Raises what the book raises."""

    def __init__(self, book: Book, host: str, tenure: Tenure) -> None:
        self._book = book
        self._host = host
        self._tenure = tenure
        self._renewals = Renewals()

    @property
    def held(self) -> Collection[str]:
        """The slots held."""
        return self._tenure.leases.keys()

    async def entries(self) -> dict[str, Lease]:
        """All leases in the book; one that nobody renews is nobody's."""
        return self._renewals.held(await self._book.read("slot"))

    async def renew_all(self, began_s: float) -> list[str]:
        """Renew what is held; which slots were refused. An error is raised once all have been tried."""
        slots = list(self.held)
        tried = await asyncio.gather(*(self._renew(slot, began_s) for slot in slots), return_exceptions=True)
        for outcome in tried:
            if isinstance(outcome, BaseException):
                raise outcome
        return [slot for slot, renewed in zip(slots, tried, strict=True) if not renewed]

    async def _renew(self, slot: str, began_s: float) -> bool:
        return await self._write(slot, self._tenure.leases[slot].seq, began_s)

    async def _write(self, slot: str, expected_seq: int, began_s: float) -> bool:
        seq = await self._book.write(slot, self._host, LEASE_S, expected_seq)
        if seq is not None:
            self._tenure.leases[slot] = Held(seq, began_s)
        return seq is not None

    async def take(self, slot: str, entry: Lease | None, began_s: float) -> bool:
        """Take a slot that is nobody's or was ours; False if another was quicker."""
        return await self._write(slot, 0 if entry is None else entry.seq, began_s)

    def lose(self, slot: str) -> None:
        """It is another's."""
        self._tenure.leases.pop(slot, None)

    async def give_back(self, slot: str) -> None:
        """Let others take it at once."""
        held = self._tenure.leases.pop(slot, None)
        if held is not None:
            await self._book.give_back(slot, held.seq)

    def is_ours(self, entry: Lease | None) -> bool:
        """Whether the book names this process."""
        return entry is not None and entry.holder == self._host
