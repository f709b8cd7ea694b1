"""The actors of this process: brought back from the log, opened, run, and stopped one by one."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

import structlog

from riverrun.contracts.refusals import TableExists
from riverrun.contracts.table_commands import OpenTable, Request
from riverrun.holdem.evolve import evolve
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.outcomes import Fenced, Unsettled
from riverrun.runtime.eventstore.replay import Rebuilt
from riverrun.runtime.sealing.key_ring import CannotOpen
from services.table.decide import operating, seating
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.host import answers
from services.table.host.actor import TableActor
from services.table.host.hosted import Cause
from services.table.host.mailbox import LogWasAway
from services.table.host.record import TABLE_ACTOR, Record
from services.table.host.steps import Steps

log = structlog.get_logger(__name__)

STOP_PATIENCE_S = 5.0


class Recovery(Protocol):
    """Brings a table back from the log."""

    async def load(self, table: TableId) -> Rebuilt[Record]:
        """Its record at the log's tail. Raises nats-py's errors while the log does not answer."""


class Roster:
    """Actors by table. `make` builds one; `last_alive_ms` tells when a process was last heard of."""

    def __init__(
        self,
        host: str,
        recovery: Recovery,
        make: Callable[[Rebuilt[Record]], TableActor],
        steps: Steps,
        last_alive_ms: Callable[[str], int | None],
    ) -> None:
        self._host = host
        self._recovery = recovery
        self._make = make
        self._steps = steps
        self._last_alive_ms = last_alive_ms
        self._actors: dict[TableId, TableActor] = {}
        self._running: dict[TableId, asyncio.Task[None]] = {}
        self._locks: dict[TableId, asyncio.Lock] = {}

    def __len__(self) -> int:
        return len(self._actors)

    def find(self, table: TableId) -> TableActor | None:
        """The table's actor, if it is hosted here."""
        return self._actors.get(table)

    async def bring_back(self, table: TableId) -> TableActor | None:
        """The table's actor, taken over from the log if need be; None for a table that was never opened."""
        async with self._lock(table):
            actor = self._actors.get(table)
            if actor is not None:
                return actor
            rebuilt = await self._recovery.load(table)
            return None if rebuilt.state is None else await self._take_over(rebuilt)

    async def open(self, table: TableId, command: OpenTable, request: Request) -> TableActor:
        """A new table. Raises `TableExists`, unless it was opened by this very command, and `BadOption`."""
        async with self._lock(table):
            actor = self._actors.get(table)
            if actor is None:
                rebuilt = await self._recovery.load(table)
                if rebuilt.state is None:
                    return await self._open(table, command, request)
                actor = await self._take_over(rebuilt)
        if answers.known(actor.hosted, request.actor, request.id) is None:
            raise TableExists(table=table)
        return actor

    async def stop(self, tables: Iterable[TableId]) -> None:
        """Let actors finish what is begun; who does not in time is cut off, and the log tells the rest."""
        tasks = []
        for table in tables:
            actor, task = self._actors.pop(table, None), self._running.pop(table, None)
            if actor is not None and task is not None:
                actor.leave()
                tasks.append(task)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=STOP_PATIENCE_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def hosted(self) -> list[TableId]:
        """All tables hosted here."""
        return list(self._actors)

    def tell_all(self, news: LogWasAway) -> None:
        """The log was away: every table counts it."""
        for actor in self._actors.values():
            actor.tell_at_once(news)

    # -- one table

    async def _open(self, table: TableId, command: OpenTable, request: Request) -> TableActor:
        event = seating.open_table(table, command.config, request.actor)
        actor = self._make(Rebuilt(Record(evolve(None, event)), 0, 0))
        draft = Draft(actor.hosted.table)
        draft.events.append(event)
        for hosting in operating.take_over(draft.table, self._host, 0, Facts(actor.hosted.now_ms())).events:
            draft.record(hosting)
        cause = Cause(request.actor, request.id, request.trace)
        await actor.hosted.commit(draft, cause, actor.hosted.now_ms())
        self._run(actor)
        log.info("table_opened", table=table, by=request.actor)
        return actor

    async def _take_over(self, rebuilt: Rebuilt[Record]) -> TableActor:
        actor = self._make(rebuilt)
        hosted = actor.hosted
        now_ms = hosted.now_ms()
        draft = operating.take_over(
            hosted.table, self._host, self._away_ms(hosted.record, now_ms), Facts(now_ms)
        )
        draft = self._with_deck(actor, draft)
        # This commit fences the earlier host: from here on it can write no more.
        sent = await hosted.commit(draft, Cause(TABLE_ACTOR, f"hosted.{self._host}.{hosted.version}"), now_ms)
        self._run(actor)
        await hosted.publish(sent)
        log.info("table_taken_over", table=hosted.id, version=hosted.version, hand=hosted.table.hand_number)
        return actor

    def _with_deck(self, actor: TableActor, draft: Draft) -> Draft:
        """Open the running hand's deck; a table whose deck cannot be opened is suspended (R2.8)."""
        try:
            actor.hosted.deck = self._steps.open_deck(actor.hosted)
        except CannotOpen as error:
            log.error("deck_not_opened", table=actor.hosted.id, reason=type(error).__name__)  # noqa: TRY400
            if not draft.table.suspended:
                for event in operating.suspend(draft.table, "deck_not_opened").events:
                    draft.record(event)
        return draft

    def _away_ms(self, record: Record, now_ms: int) -> int:
        last_ms = self._last_alive_ms(record.table.host)
        return max(0, now_ms - max(record.committed_ms, last_ms or 0))

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
                del self._actors[table]
        except Exception:
            # Not even the suspension could be written: the table stands still, as the log left it.
            log.exception("table_stopped", table=table)
            actor.stopped = True

    def _lock(self, table: TableId) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())
