"""Hosts the tables of the slots held: what the keeper of the leases decides, happens here."""

from collections.abc import Callable
from typing import Protocol

from riverrun.kernel.identifiers import TableId
from riverrun.runtime.clock import Clock
from services.table.host.hosted_slot import HostedSlot
from services.table.host.mailbox import LeaseLapsed, LogWasAway, News
from services.table.host.moving_in import MovingIn
from services.table.ownership.shares import slot_of_table


class Tables(Protocol):
    """The tables hosted here."""

    def tell(self, news: News, slot: str | None = None) -> None:
        """Tell every table, or those of one slot."""


class TableHost:
    """The owner of slots (see `SlotOwner`). `open_slot` begins to host one."""

    def __init__(
        self, tables: Tables, open_slot: Callable[[str], HostedSlot], moving_in: MovingIn, clock: Clock
    ) -> None:
        self._tables = tables
        self._open_slot = open_slot
        self._moving_in = moving_in
        self._clock = clock
        self._slots: dict[str, HostedSlot] = {}

    def take(self, slot: str) -> None:
        """Begin to host the slot."""
        self._slots[slot] = self._open_slot(slot)

    async def let_go(self, slot: str) -> None:
        """Stop hosting it; nothing of it runs here afterwards."""
        await self._slots.pop(slot).leave()

    def doubt(self, slot: str) -> None:
        """Its tables look into the log before they go on."""
        self._tables.tell(LeaseLapsed(), slot)

    def log_was_away(self, seconds: float) -> None:
        """Every open deadline moves by as long as the log did not answer (R8.9)."""
        now_ms = self._clock.now_ms()
        self._tables.tell(LogWasAway(now_ms - int(seconds * 1000), now_ms))

    def lost(self, table: TableId) -> None:
        """Another wrote to a table that runs here: hosted again if its slot is still ours."""
        if slot_of_table(table) in self._slots:
            self._moving_in.take_again(table)
