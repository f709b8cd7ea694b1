"""A table process as far as ownership goes: its keeper is real, what it would host is only noted."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from services.table.ownership.keeper import SlotKeeper
from services.table.ownership.leases import Leases
from services.table.ownership.presence import Presence
from services.table.ownership.shares import slot_of_table
from services.table.ownership.tenure import Tenure
from tests.support.clock import FakeClock
from tests.unit.ownership.fake_book import FakeBook, FakeLine

TABLE = "s0-test1234"
SLOT = slot_of_table(TABLE)


@dataclass
class FakeOwner:
    """Notes what it is told. While `busy` is set, tables take that many seconds to finish what is begun."""

    clock: FakeClock
    busy_s: float = 0
    hosting: set[str] = field(default_factory=set)
    ever_hosted: list[str] = field(default_factory=list)
    doubted: list[str] = field(default_factory=list)
    away_s: list[float] = field(default_factory=list)

    def take(self, slot: str) -> None:
        assert slot not in self.hosting, "hosted twice"
        self.hosting.add(slot)
        self.ever_hosted.append(slot)

    async def let_go(self, slot: str) -> None:
        await self.clock.sleep(self.busy_s)
        self.hosting.remove(slot)

    def doubt(self, slot: str) -> None:
        self.doubted.append(slot)

    def log_was_away(self, seconds: float) -> None:
        self.away_s.append(seconds)


class FakeProcess:
    """`start` it, `kill` or `freeze` it, or tell it to `leave`."""

    def __init__(self, name: str, book: FakeBook) -> None:
        self.name = name
        self.line = FakeLine(book)
        self.owner = FakeOwner(book.clock)
        self.tenure = Tenure(book.clock)
        self.presence = Presence(self.line, name, book.clock)
        self._tasks: set[asyncio.Task[None]] = set()
        self._clock = book.clock
        self.keeper = SlotKeeper(
            Leases(self.line, name, self.tenure),
            self.presence,
            self.line.feel_log,
            self.line.go_elsewhere,
            1,
            book.clock,
            self.tenure,
            self.owner,
            self._guard,
        )
        self._running = self._guard(self.keeper.run(), "keeper")

    def _guard(self, work: Coroutine[Any, Any, None], name: str) -> "asyncio.Task[None]":
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        return task

    async def leave(self) -> None:
        """As on SIGTERM."""
        await self.keeper.give_all_back()
        self._running.cancel()

    def kill(self) -> None:
        """As kill -9: nothing of it runs any more."""
        for task in self._tasks:
            task.cancel()

    async def wake(self) -> None:
        """Its first round after a pause; `kill` stood for the pause."""
        await self.keeper.tick()

    @property
    def slots(self) -> int:
        return len(self.owner.hosting)

    def speaks_for_test_table(self) -> bool:
        return self.tenure.may_speak_for(TABLE)

    def crashed(self) -> list[BaseException]:
        done = [task for task in self._tasks if task.done() and not task.cancelled()]
        return [error for task in done if (error := task.exception()) is not None]
