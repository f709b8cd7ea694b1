"""The actors of this process: brought back from the log, opened, run, and stopped slot by slot."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import nats.errors
import structlog

from riverrun.contracts.refusals import TableExists
from riverrun.contracts.table_commands import OpenTable, Request
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.outcomes import Fenced, Unsettled
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.tasks import end
from services.table.host import answers
from services.table.host.actor import TableActor
from services.table.host.mailbox import News
from services.table.host.take_over import TakeOver
from services.table.ownership.shares import NotOurs, slot_of_table

log = structlog.get_logger(__name__)

STOP_PATIENCE_S = 5.0
OVERTAKEN_AT_MOST = 5
"""How often a commit of an earlier host may land just before ours; each host has at most one on its way."""


class CannotHost(Exception):
    """The table cannot be brought back: its log cannot be read, or a fault of ours is in the way."""


class Tenure(Protocol):
    """What this process may presently do."""

    def may_speak_for(self, table: TableId) -> bool:
        """Whether the lease of the table's slot is fresh."""


class Roster:
    """Actors by table. `lost` is told of a table that another process wrote to."""

    def __init__(self, take_over: TakeOver, tenure: Tenure, lost: Callable[[TableId], None]) -> None:
        self._take_over = take_over
        self._tenure = tenure
        self._lost = lost
        self._slots: set[str] = set()
        self._actors: dict[TableId, TableActor] = {}
        self._running: dict[TableId, asyncio.Task[None]] = {}
        self._coming: dict[TableId, asyncio.Task[TableActor | None]] = {}

    def __len__(self) -> int:
        return len(self._actors)

    def find(self, table: TableId) -> TableActor | None:
        """The table's actor, if it is hosted here."""
        return self._actors.get(table)

    def admit(self, slot: str) -> None:
        """From now on tables of the slot may be hosted."""
        self._slots.add(slot)

    def admits(self, table: TableId) -> bool:
        """Whether the table belongs to a slot that may be hosted."""
        return slot_of_table(table) in self._slots

    async def bring_back(self, table: TableId) -> TableActor | None:
        """The table's actor, taken over from the log if need be; None for a table that was never opened.

        Raises `NotOurs`, `CannotHost`, and nats-py's errors while the log does not answer.
        """
        actor = self._actors.get(table)
        return actor or await self._alone(table, lambda: self._bring_back(table))

    async def open(self, table: TableId, command: OpenTable, request: Request) -> TableActor:
        """A new table, or the one that this very command opened.

        Raises as `bring_back`, and `TableExists`, `BadOption`.
        """
        actor = await self._alone(table, lambda: self._open(table, command, request))
        assert actor is not None, "opened or found"
        if answers.known(actor.hosted, request.actor, request.id) is None:
            raise TableExists(table=table)
        return actor

    async def succeed(self, rolled: Table) -> None:
        """Host the next id of a table that has rolled; it lies in the same slot. Raises as `bring_back`."""
        assert rolled.rolled is not None, "the table has not rolled"
        successor = rolled.rolled.successor
        _ = await self._alone(
            successor,
            lambda: self._again_if_overtaken(successor, lambda: self._take_over.successor(rolled)),
        )

    async def release(self, slot: str) -> None:
        """Let the slot's actors finish what is begun; who does not in time is cut off.

        The log tells the rest.
        """
        self._slots.discard(slot)
        coming = [task for table, task in self._coming.items() if slot_of_table(table) == slot]
        if coming:
            await asyncio.wait(coming, timeout=STOP_PATIENCE_S)
        running = [self._dismiss(table) for table in list(self._actors) if slot_of_table(table) == slot]
        if running:
            _, late = await asyncio.wait(running, timeout=STOP_PATIENCE_S)
            await end(*late)

    def tell(self, news: News, slot: str | None = None) -> None:
        """Tell every table, or those of one slot."""
        for table, actor in self._actors.items():
            if slot is None or slot_of_table(table) == slot:
                actor.tell(news)

    # -- one table

    def _is_ours(self, table: TableId) -> bool:
        return self.admits(table) and self._tenure.may_speak_for(table)

    async def _alone(
        self, table: TableId, work: Callable[[], Coroutine[Any, Any, TableActor | None]]
    ) -> TableActor | None:
        """One at a time a table. Who asked may give up: what may write to the log is not broken off."""
        while (earlier := self._coming.get(table)) is not None:
            await asyncio.wait([earlier])
        task = asyncio.create_task(work(), name=f"bring back {table}")
        self._coming[table] = task
        task.add_done_callback(lambda done: self._came(table, done))
        return await asyncio.shield(task)

    def _came(self, table: TableId, task: "asyncio.Task[TableActor | None]") -> None:
        del self._coming[table]
        if not task.cancelled():
            # Whoever still waits hears of it; if nobody does, nobody needs to.
            task.exception()

    async def _bring_back(self, table: TableId) -> TableActor | None:
        try:
            return await self._again_if_overtaken(table, lambda: self._take_over.from_log(table))
        except (NotOurs, Unsettled, nats.errors.Error, OSError, ApiRefused):
            raise
        except Exception as fault:
            # A fault of ours, or a log that cannot be read, stops this table and no other (R2.8).
            log.exception("table_not_brought_back", table=table)
            raise CannotHost(table) from fault

    async def _open(self, table: TableId, command: OpenTable, request: Request) -> TableActor | None:
        existing = await self._bring_back(table)
        if existing is not None:
            return existing
        return await self._again_if_overtaken(table, lambda: self._take_over.new(table, command, request))

    async def _again_if_overtaken(
        self, table: TableId, begin: Callable[[], Coroutine[Any, Any, TableActor | None]]
    ) -> TableActor | None:
        """Another's commit may stand where ours should: what an earlier host had on its way still landed."""
        for _ in range(OVERTAKEN_AT_MOST):
            if not self._is_ours(table):
                break
            actor = self._actors.get(table)
            if actor is not None:
                return actor
            try:
                actor = await begin()
            except Fenced:
                log.info("overtaken", table=table)
                continue
            if actor is None:
                return None
            if not self.admits(table):
                # Let go of meanwhile: the next host's first commit fences what we have just written.
                break
            self._run(actor)
            return actor
        raise NotOurs(table)

    def _run(self, actor: TableActor) -> None:
        table = actor.hosted.id
        self._actors[table] = actor
        self._running[table] = asyncio.create_task(self._host_table(actor), name=f"table {table}")

    async def _host_table(self, actor: TableActor) -> None:
        """Run an actor to its end; one table's trouble stops that table alone."""
        table = actor.hosted.id
        try:
            await actor.run()
        except (Fenced, Unsettled) as lost:
            log.warning("table_lost", table=table, reason=str(lost))
            if self._actors.get(table) is actor:
                del self._actors[table], self._running[table]
                self._lost(table)
        except Exception:
            # Not even the suspension could be written: the table stands still, as the log left it.
            log.exception("table_stopped", table=table)
            actor.stopped = True

    def _dismiss(self, table: TableId) -> "asyncio.Task[None]":
        self._actors.pop(table).leave()
        return self._running.pop(table)
