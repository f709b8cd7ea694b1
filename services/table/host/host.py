"""All tables of this process.

Brings them back from the log, opens new ones, and hands each letter to its actor.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
import structlog
from nats.aio.msg import Msg

from riverrun.contracts import refusals
from riverrun.contracts.subjects import table_in
from riverrun.contracts.table_commands import (
    ExportHand,
    OpenTable,
    Reply,
    Request,
    decode_request,
    encode_reply,
)
from riverrun.holdem.evolve import evolve
from riverrun.kernel.identifiers import NotAnIdentifier, TableId, table_id
from riverrun.runtime.clock import Clock
from riverrun.runtime.eventstore.outcomes import Fenced, Unsettled
from riverrun.runtime.eventstore.replay import Rebuilt
from services.table.decide.seating import open_table
from services.table.host import answers
from services.table.host.actor import TableActor
from services.table.host.export import HandExport
from services.table.host.hosted import HostedTable
from services.table.host.mailbox import Asked
from services.table.host.record import Record

log = structlog.get_logger(__name__)

RECOVERED_AT_ONCE = 16


class Recovery(Protocol):
    """Brings a table back from the log."""

    async def load(self, table: TableId) -> Rebuilt[Record]:
        """Its record at the log's tail."""


class TableHost:
    """Routes commands to actors. `make(rebuilt)` builds the actor of a table."""

    def __init__(
        self,
        recovery: Recovery,
        make: Callable[[Rebuilt[Record]], TableActor],
        export: HandExport,
        clock: Clock,
    ) -> None:
        self._recovery = recovery
        self._make = make
        self._export = export
        self._clock = clock
        self._actors: dict[TableId, TableActor] = {}
        self._running: dict[TableId, asyncio.Task[None]] = {}
        self._locks: dict[TableId, asyncio.Lock] = {}
        self._aside: set[asyncio.Task[None]] = set()

    @property
    def hosted(self) -> int:
        """How many tables are hosted here."""
        return len(self._actors)

    async def recover(self, tables: list[TableId]) -> None:
        """Bring all these tables back; each goes on where it stood."""
        gate = asyncio.Semaphore(RECOVERED_AT_ONCE)

        async def one(table: TableId) -> None:
            async with gate:
                await self._bring_back(table)

        await asyncio.gather(*(one(table) for table in tables))

    async def stop(self) -> None:
        """Stop hosting. What is in the log stays; what was not answered will be asked again."""
        running = [*self._running.values(), *self._aside]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    # -- requests

    async def heard(self, message: Msg) -> None:
        """A request from NATS: decode it and pass it on without waiting for anything."""
        try:
            table = table_id(table_in(message.subject))
            request = decode_request(message.data)
        except (msgspec.DecodeError, NotAnIdentifier) as bad:
            await message.respond(encode_reply(answers.failed("bad_message", str(bad))))
            return

        async def answer(reply: Reply) -> None:
            if message.reply:
                await message.respond(encode_reply(reply))

        asked = Asked(request, answer, self._clock.now_ms())
        actor = self._actors.get(table)
        if actor is None or isinstance(request.body, OpenTable | ExportHand):
            self._beside(self._find_and_ask(table, asked), f"request to {table}")
        elif not actor.post(asked):
            await answer(_not_taken(actor))

    async def _find_and_ask(self, table: TableId, asked: Asked) -> None:
        """What needs the log first: a table that is not hosted yet, a new one, a finished hand."""
        try:
            async with self._locks.setdefault(table, asyncio.Lock()):
                if isinstance(asked.request.body, OpenTable):
                    await asked.answer(await self._open(table, asked.request, asked.request.body))
                    return
                actor = self._actors.get(table) or await self._bring_back(table)
            if actor is None:
                raise refusals.UnknownTable(table=table)
            if isinstance(asked.request.body, ExportHand):
                await asked.answer(await self._exported(actor.hosted, asked.request, asked.request.body))
            elif not actor.post(asked):
                await asked.answer(_not_taken(actor))
        except refusals.Refusal as refusal:
            await asked.answer(answers.refused(refusal))

    async def _open(self, table: TableId, request: Request, command: OpenTable) -> Reply:
        if table in self._actors:
            return self._opened_before(self._actors[table].hosted, request)
        rebuilt = await self._recovery.load(table)
        if rebuilt.state is not None:
            return self._opened_before(self._start(rebuilt).hosted, request)
        event = open_table(table, command.config, request.actor)
        actor = self._make(Rebuilt(Record(evolve(None, event)), 0, 0))
        await actor.open(event, request, self._clock.now_ms())
        self._run(actor)
        log.info("table_opened", table=table, by=request.actor)
        return answers.accepted(0)

    def _opened_before(self, hosted: HostedTable, request: Request) -> Reply:
        if answers.known(hosted, request) is not None:
            return answers.accepted(0)
        raise refusals.TableExists(table=hosted.id)

    async def _exported(self, hosted: HostedTable, request: Request, query: ExportHand) -> Reply:
        table = hosted.table
        if table.hand is not None and query.hand >= table.hand.hand:
            raise refusals.UnknownHand(hand=query.hand)
        export: dict[str, Any] = await self._export.export(
            table.table, table.seats, query.hand, request.actor, table.config.burn_cards
        )
        return Reply(result=msgspec.Raw(msgspec.json.encode(export)))

    # -- actors

    async def _bring_back(self, table: TableId) -> TableActor | None:
        rebuilt = await self._recovery.load(table)
        if rebuilt.state is None:
            return None
        actor = self._start(rebuilt)
        log.info(
            "table_recovered", table=table, version=rebuilt.version, hand=rebuilt.state.table.hand_number
        )
        return actor

    def _start(self, rebuilt: Rebuilt[Record]) -> TableActor:
        actor = self._make(rebuilt)
        self._run(actor)
        return actor

    def _run(self, actor: TableActor) -> None:
        table = actor.hosted.id
        self._actors[table] = actor
        task = asyncio.create_task(self._host(actor), name=f"table {table}")
        self._running[table] = task

    async def _host(self, actor: TableActor) -> None:
        """Run an actor to its end; one table's trouble stops that table alone."""
        try:
            await actor.run()
        except (Fenced, Unsettled) as lost:
            log.warning("table_lost", table=actor.hosted.id, reason=str(lost))
            self._actors.pop(actor.hosted.id, None)
        except Exception:
            # A failed assertion is a fault of ours: this table stands still, as the log left it.
            log.exception("table_stopped", table=actor.hosted.id)
            actor.stopped = True
        for letter in actor.unread():
            if isinstance(letter, Asked):
                await letter.answer(_not_taken(actor))

    def _beside(self, work: Any, name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._aside.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._aside.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("request_failed", task=task.get_name(), exc_info=task.exception())


def _not_taken(actor: TableActor) -> Reply:
    if actor.stopped:
        return answers.failed("table_stopped", "the table stands still; its operator is told")
    return answers.failed("busy", "the table has too many messages waiting")
