"""One table, one task: letters and owed steps in turn, each decision to the log, then the news to people."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import assert_never

import structlog

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import ExportHand, View
from riverrun.runtime.eventstore.outcomes import Fenced, Unsettled
from services.table.decide import operating, seating
from services.table.decide.commands import decide
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.host import agenda, answers
from services.table.host.cashier import Cashier
from services.table.host.hosted import Cause, HostedTable
from services.table.host.mailbox import Asked, ChipsAnswered, Letter, LogWasAway, Ordered
from services.table.host.record import TABLE_ACTOR
from services.table.host.steps import Steps
from services.table.ports.bank import Bank

log = structlog.get_logger(__name__)

MOST_LETTERS = 1_000
RECHECK_S = 0.1
"""How soon a time-out that waits for the log to answer is looked at again."""


class TableActor:
    """Hosts one table. Nothing is shown or answered before the log has it.

    `log_answered_ms` tells up to when (Unix ms) the log is known to answer.
    """

    def __init__(
        self, hosted: HostedTable, steps: Steps, bank: Bank, log_answered_ms: Callable[[], int]
    ) -> None:
        self.hosted = hosted
        self.stopped = False
        self._steps = steps
        self._log_answered_ms = log_answered_ms
        self._letters: deque[Letter] = deque()
        self._wake = asyncio.Event()
        self._cashier = Cashier(hosted, bank, self._put)
        self._leaving = False
        self._counted_to_ms = 0

    def post(self, letter: Letter) -> bool:
        """Put a letter into the box; False where it is full or nobody will read it."""
        if self.stopped or self._leaving or len(self._letters) >= MOST_LETTERS:
            return False
        self._put(letter)
        return True

    def tell_at_once(self, news: LogWasAway) -> None:
        """Put news before all letters."""
        self._letters.appendleft(news)
        self._wake.set()

    def leave(self) -> None:
        """Finish what is begun, read no more letters, and end `run`."""
        self._leaving = True
        self._wake.set()

    def unread(self) -> list[Letter]:
        """What nobody will read any more once the actor has stopped."""
        return list(self._letters)

    def _put(self, letter: Letter) -> None:
        self._letters.append(letter)
        self._wake.set()

    async def run(self) -> None:
        """Host the table until it leaves. Raises `Fenced` when another took it over, and what stops it."""
        try:
            while not self._leaving:
                if not await self._guarded_turn():
                    await self._wait()
        finally:
            self._cashier.stop()

    async def _guarded_turn(self) -> bool:
        """A turn; a fault of ours suspends this table alone, by an event (R2.8)."""
        try:
            return await self.turn()
        except (Fenced, Unsettled):
            raise
        except Exception:
            if self.hosted.table.suspended:
                raise
            log.exception("table_fault", table=self.hosted.id)
            await self._commit(operating.suspend(self.hosted.table, "fault"), Cause(TABLE_ACTOR, "fault"))
            return True

    async def turn(self) -> bool:
        """Read one letter or take one step; False where there is neither now."""
        self._cashier.ask_for_what_is_reserved()
        due = agenda.next_due(self.hosted.record)
        now_ms = self.hosted.now_ms()
        if self._letters and (due is None or agenda.comes_before(self._letters[0], due, now_ms)):
            await self._read(self._letters.popleft())
            return True
        if due is not None and agenda.may_be_taken(due, now_ms, self._log_answered_ms()):
            draft = await self._steps.take(self.hosted, due.owed, now_ms)
            await self._commit(draft, Cause(TABLE_ACTOR, due.owed.command), now_ms)
            return True
        return False

    async def _wait(self) -> None:
        """Until a letter comes or the next step is due."""
        due = agenda.next_due(self.hosted.record)
        wait_s = None
        if due is not None:
            wait_s = max(RECHECK_S, (due.at_ms - self.hosted.now_ms()) / 1000)
        self._wake.clear()
        if not self._letters and not self._leaving:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait_s)

    async def _commit(self, draft: Draft, cause: Cause, now_ms: int | None = None) -> None:
        if draft.events:
            at_ms = self.hosted.now_ms() if now_ms is None else now_ms
            await self.hosted.publish(await self.hosted.commit(draft, cause, at_ms))

    # -- letters

    async def _read(self, letter: Letter) -> None:
        match letter:
            case Asked():
                await self._answer(letter)
            case Ordered():
                await self._obey(letter)
            case ChipsAnswered():
                await self._take_chips(letter)
            case LogWasAway():
                await self._count_outage(letter)
            case _:
                assert_never(letter)

    async def _answer(self, asked: Asked) -> None:
        request, hosted = asked.request, self.hosted
        now_ms = hosted.now_ms()
        body = request.body
        if isinstance(body, View):
            await asked.answer(answers.view(hosted, request.actor, body, now_ms))
            return
        if answers.known(hosted, request.actor, request.id) is not None:
            await asked.answer(answers.accepted(hosted, request.actor, request.id))
            return
        assert not isinstance(body, ExportHand), "finished hands are read from the log"
        try:
            if request.expires_ms and now_ms > request.expires_ms:
                raise refusals.Expired(now_ms=now_ms)
            facts = Facts(now_ms, () if hosted.deck is None else hosted.deck.order)
            draft = decide(hosted.table, request.actor, request.name, body, request.id, facts)
        except refusals.Refusal as refusal:
            await asked.answer(answers.refused(refusal))
            return
        sent = await hosted.commit(draft, Cause(request.actor, request.id, request.trace), now_ms)
        await asked.answer(answers.accepted(hosted, request.actor, request.id))
        await hosted.publish(sent)

    async def _obey(self, ordered: Ordered) -> None:
        order, hosted = ordered.order, self.hosted
        actor, now_ms = f"operator-{order.operator}", hosted.now_ms()
        if answers.known(hosted, actor, order.id) is None:
            try:
                draft = operating.order(hosted.table, order.body, Facts(now_ms))
            except refusals.Refusal as refusal:
                await ordered.answer(answers.refused(refusal))
                return
            await self._commit(draft, Cause(actor, order.id), now_ms)
        await ordered.answer(answers.accepted(hosted, actor, order.id))

    async def _take_chips(self, answer: ChipsAnswered) -> None:
        transfer, table = answer.transfer, self.hosted.table
        cause = f"chips.{transfer.transfer}"
        if transfer in table.transfers:
            if answer.denied:
                draft = seating.refuse_buy_in(table, transfer, answer.denied, cause)
            else:
                draft = seating.confirm_buy_in(table, transfer)
            await self._commit(draft, Cause(TABLE_ACTOR, cause))
        self._cashier.done(transfer)

    async def _count_outage(self, news: LogWasAway) -> None:
        """Each moment is counted once, however many tell of it, and none before the last commit."""
        since_ms = max(news.from_ms, self._counted_to_ms, self.hosted.record.committed_ms)
        self._counted_to_ms = max(self._counted_to_ms, news.to_ms)
        now_ms = self.hosted.now_ms()
        draft = operating.extend_clocks(self.hosted.table, news.to_ms - since_ms, Facts(now_ms))
        await self._commit(draft, Cause(TABLE_ACTOR, f"away.{news.to_ms}"), now_ms)
