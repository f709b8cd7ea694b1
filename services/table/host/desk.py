"""Where requests and orders come in: decoded, led to their actor, answered while we may speak for it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import msgspec
import nats.errors
import structlog
from nats.aio.msg import Msg

from riverrun.contracts import refusals
from riverrun.contracts.operator_commands import decode_order
from riverrun.contracts.subjects import table_in
from riverrun.contracts.table_commands import ExportHand, OpenTable, Reply, decode_request, encode_reply
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import NotAnIdentifier, TableId, table_id
from riverrun.runtime.clock import Clock
from riverrun.runtime.eventstore.outcomes import Unsettled
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.tasks import end
from services.table.host import answers
from services.table.host.actor import TableActor
from services.table.host.export import HandExport
from services.table.host.mailbox import Asked, Ordered
from services.table.host.roster import CannotHost, Roster
from services.table.ownership.shares import NotOurs

log = structlog.get_logger(__name__)

STOPPED = "the table stands still; its operator is told"


class Desk:
    """Never waits for a table: what needs the log first is done beside."""

    def __init__(
        self, roster: Roster, export: HandExport, clock: Clock, may_answer: Callable[[TableId], bool]
    ) -> None:
        self._roster = roster
        self._export = export
        self._clock = clock
        self._may_answer = may_answer
        self._beside: set[asyncio.Task[None]] = set()

    async def heard_request(self, message: Msg) -> None:
        """A player's command or query."""
        try:
            table = table_id(table_in(message.subject))
            request = decode_request(message.data)
        except (msgspec.DecodeError, NotAnIdentifier) as bad:
            await _respond(message, answers.failed("bad_message", str(bad)))
            return
        asked = Asked(request, self._answer_to(message, table), self._clock.now_ms())
        actor = self._roster.find(table)
        if actor is None or isinstance(request.body, OpenTable | ExportHand):
            self._do_beside(self._lead(table, asked), f"request to {table}")
        else:
            await _hand_in(actor, asked)

    async def heard_order(self, message: Msg) -> None:
        """An operator's order."""
        try:
            table = table_id(table_in(message.subject))
            order = decode_order(message.data)
        except (msgspec.DecodeError, NotAnIdentifier) as bad:
            await _respond(message, answers.failed("bad_message", str(bad)))
            return
        ordered = Ordered(order, self._answer_to(message, table), self._clock.now_ms())
        self._do_beside(self._lead(table, ordered), f"order to {table}")

    async def stop(self) -> None:
        """Break off what is being led; who asked will ask again."""
        await end(*self._beside)

    def _answer_to(self, message: Msg, table: TableId) -> Callable[[Reply], Awaitable[None]]:
        async def answer(reply: Reply) -> None:
            # A host whose lease is stale says nothing, not even no: another may speak for the table.
            if self._may_answer(table):
                await _respond(message, reply)

        return answer

    async def _lead(self, table: TableId, letter: Asked | Ordered) -> None:
        try:
            if isinstance(letter, Asked) and isinstance(letter.request.body, OpenTable):
                opened = await self._roster.open(table, letter.request.body, letter.request)
                request = letter.request
                await letter.answer(answers.accepted(opened.hosted, request.actor, request.id))
                return
            actor = await self._roster.bring_back(table)
            if actor is None:
                raise refusals.UnknownTable(table=table)
            if isinstance(letter, Asked) and isinstance(letter.request.body, ExportHand):
                await letter.answer(await self._exported(actor, letter, letter.request.body))
            else:
                await _hand_in(actor, letter)
        except refusals.Refusal as refusal:
            await letter.answer(answers.refused(refusal))
        except CannotHost:
            await letter.answer(answers.failed("table_stopped", STOPPED))
        except (NotOurs, Unsettled, nats.errors.Error, OSError, ApiRefused) as away:
            # No answer: another hosts the table, or the log does not answer us; who asks will ask again.
            log.info("request_unanswered", table=table, reason=repr(away))

    async def _exported(self, actor: TableActor, asked: Asked, query: ExportHand) -> Reply:
        table = actor.hosted.table
        if table.hand is not None and query.hand >= table.hand.hand:
            raise refusals.UnknownHand(hand=query.hand)
        played = await self._played(table, query.hand)
        export = await self._export.export(played.table, table.seats, query.hand, asked.request.actor)
        return Reply(result=msgspec.Raw(msgspec.json.encode(export)))

    async def _played(self, table: Table, hand: int) -> Table:
        """The table under the id that it had when that hand was played."""
        while 0 < hand <= table.hands_before:
            before = await self._roster.bring_back(table.predecessor)
            assert before is not None, f"{table.table} goes on from a table that was never opened"
            table = before.hosted.table
        return table

    def _do_beside(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._beside.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._beside.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("request_failed", task=task.get_name(), exc_info=error)


async def _respond(message: Msg, reply: Reply) -> None:
    if not message.reply:
        return
    try:
        await message.respond(encode_reply(reply))
    except (nats.errors.Error, OSError) as error:
        # Who asked will ask again, and gets the same answer.
        log.warning("reply_unsent", error=repr(error))


async def _hand_in(actor: TableActor, letter: Asked | Ordered) -> None:
    if actor.post(letter) or actor.leaving:
        # One that leaves says nothing more: the next host will be asked.
        return
    if actor.stopped:
        await letter.answer(answers.failed("table_stopped", STOPPED))
    else:
        await letter.answer(answers.failed("busy", "the table has too many messages waiting"))
