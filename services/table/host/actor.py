"""One table, one task: letters and owed steps in turn, each decision to the log, then the news to people."""

import asyncio
import contextlib
from collections import deque
from typing import Protocol, assert_never

import structlog

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import ExportHand, Say, View
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.outcomes import Fenced, Unsettled
from services.table.decide import operating, seating
from services.table.decide.commands import decide
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.host import agenda, answers
from services.table.host.cashier import Cashier
from services.table.host.feeds import Sent
from services.table.host.hosted import Cause, HostedTable
from services.table.host.mailbox import (
    Asked,
    ChipsAnswered,
    LeaseLapsed,
    Letter,
    LogWasAway,
    News,
    Ordered,
)
from services.table.host.outage import Outage
from services.table.host.record import TABLE_ACTOR
from services.table.host.steps import Steps
from services.table.host.succession import Succeed, Succession
from services.table.host.talk import Talk
from services.table.ports.bank import Bank

log = structlog.get_logger(__name__)

MOST_LETTERS = 1_000
RECHECK_S = 0.05
"""How soon that is looked at again which waits for the log to answer, or for a lease to be renewed."""


class Tenure(Protocol):
    """What this process may presently do."""

    def may_speak_for(self, table: TableId) -> bool:
        """Whether it may decide and answer; a holder whose lease is stale does neither."""

    def log_answered_ms(self) -> int:
        """Up to when (Unix ms) the log is known to answer."""


class TableActor:
    """Hosts one table. Nothing is shown or answered before the log has it."""

    def __init__(
        self, hosted: HostedTable, steps: Steps, bank: Bank, tenure: Tenure, succeed: Succeed
    ) -> None:
        self.hosted = hosted
        self.stopped = False
        self._steps = steps
        self._tenure = tenure
        self._letters: deque[Letter] = deque()
        self._news: deque[News] = deque()
        self._wake = asyncio.Event()
        self._cashier = Cashier(hosted, bank, self._put)
        self._succession = Succession(succeed)
        self._untold: list[Sent] = []
        self.leaving = False
        self._reading = False
        self._counted = Outage()
        self._talk = Talk()

    def post(self, letter: Letter) -> bool:
        """Put a letter into the box; False where it is full or nobody will read it."""
        if self.stopped or self.leaving or len(self._letters) >= MOST_LETTERS:
            return False
        self._put(letter)
        return True

    def tell(self, news: News) -> None:
        """News is heard before any letter is read and before any step is taken."""
        self._news.append(news)
        self._wake.set()

    def leave(self) -> None:
        """Finish what is begun, answer who has asked, and end `run`."""
        self.leaving = True
        self._wake.set()

    def _put(self, letter: Letter) -> None:
        self._letters.append(letter)
        self._wake.set()

    async def run(self) -> None:
        """Host the table until it leaves. Raises `Fenced` when another took it over, and what stops it."""
        try:
            while not self.leaving:
                if not await self._guarded_turn():
                    await self._wait()
            while self._letters and await self._guarded_turn():
                pass
        finally:
            self._cashier.stop()

    async def _guarded_turn(self) -> bool:
        """A turn; a fault of ours suspends this table alone, by an event (R2.8)."""
        try:
            return await self.turn()
        except (Fenced, Unsettled):
            raise
        except Exception:
            log.exception("table_fault", table=self.hosted.id)
            if not self.hosted.table.suspended and not self.hosted.table.closed:
                now_ms = self.hosted.now_ms()
                draft = operating.suspend(self.hosted.table, "fault", Facts(now_ms))
                await self._commit(draft, Cause(TABLE_ACTOR, "fault"), now_ms)
            elif not self._reading:
                # No letter did it: the next turn would end in the same way.
                raise
            return True

    async def turn(self) -> bool:
        """Hear news, read a letter or take a step; False where there is nothing to do now."""
        self._reading = False
        if not self._may_speak():
            return False
        if self._succession.is_owed(self.hosted.table):
            return await self._hand_over()
        if self._news:
            await self._hear(self._news.popleft())
            return True
        self._cashier.ask_for_what_is_reserved()
        due = agenda.next_due(self.hosted.record)
        now_ms = self.hosted.now_ms()
        if self._letters and (due is None or self._is_first(self._letters[0], due, now_ms)):
            self._reading = True
            await self._read(self._letters.popleft())
            return True
        log_answered_ms = self.hosted.at(self._tenure.log_answered_ms())
        if due is not None and agenda.may_be_taken(due, now_ms, log_answered_ms):
            draft = await self._steps.take(self.hosted, due.owed, now_ms)
            if not self._may_speak():
                # We may have slept while others were asked. Whoever hosts the table takes the step anew.
                return False
            await self._commit(draft, Cause(TABLE_ACTOR, due.owed.command), now_ms)
            return True
        return False

    def _may_speak(self) -> bool:
        return self._tenure.may_speak_for(self.hosted.id)

    def _is_first(self, letter: Letter, due: agenda.Due, now_ms: int) -> bool:
        return agenda.comes_before(self.hosted.at(letter.arrived_ms), due, now_ms)

    async def _wait(self) -> None:
        """Until somebody writes or the next step is due."""
        self._wake.clear()
        due = agenda.next_due(self.hosted.record)
        ms = None if due is None else due.at_ms - self.hosted.now_ms()
        if self._letters or self._news or (ms is not None and ms <= 0):
            await asyncio.sleep(RECHECK_S)
        elif not self.leaving:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if ms is None else ms / 1000):
                    await self._wake.wait()

    async def _commit(self, draft: Draft, cause: Cause, now_ms: int | None = None) -> None:
        if draft.events:
            at_ms = self.hosted.now_ms() if now_ms is None else now_ms
            sent = await self.hosted.commit(draft, cause, at_ms)
            if self._succession.is_owed(draft.table):
                self._untold = sent
            else:
                await self.hosted.publish(sent)

    async def _hand_over(self) -> bool:
        """Host the table's next id, then tell viewers of it; whether there is anything left to do now."""
        done = await self._succession.see_to_it(self.hosted.table)
        if done:
            untold, self._untold = self._untold, []
            await self.hosted.publish(untold)
        return done or not self.leaving

    # -- letters

    async def _read(self, letter: Letter) -> None:
        match letter:
            case Asked():
                await self._answer(letter)
            case Ordered():
                await self._obey(letter)
            case ChipsAnswered():
                await self._take_chips(letter)
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
        if isinstance(body, Say):
            await self._let_say(asked, body)
            return
        try:
            if request.expires_ms and hosted.wall_ms() > request.expires_ms:
                raise refusals.Expired(now_ms=hosted.wall_ms())
            facts = Facts(now_ms, () if hosted.deck is None else hosted.deck.order)
            draft = decide(hosted.table, request.actor, request.name, body, facts)
            draft = await self._steps.with_equities(hosted.table, draft)
            if not self._may_speak():
                self._letters.appendleft(asked)
                return
        except refusals.Refusal as refusal:
            await asked.answer(answers.refused(refusal))
            return
        if not draft.events:
            # Nothing new, such as a player who is said to be connected and never was away.
            await asked.answer(answers.accepted(hosted, request.actor, request.id))
            return
        sent = await hosted.commit(draft, Cause(request.actor, request.id, request.trace), now_ms)
        await asked.answer(answers.accepted(hosted, request.actor, request.id))
        await hosted.publish(sent)

    async def _let_say(self, asked: Asked, body: Say) -> None:
        try:
            sent = self._talk.say(self.hosted.table, asked.request, body, self.hosted.now_ms())
        except refusals.Refusal as refusal:
            await asked.answer(answers.refused(refusal))
            return
        await self.hosted.publish(sent)
        await asked.answer(answers.accepted(self.hosted, asked.request.actor, asked.request.id))

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
                draft = seating.refuse_buy_in(table, transfer, answer.denied)
            else:
                draft = seating.confirm_buy_in(table, transfer)
            await self._commit(draft, Cause(TABLE_ACTOR, cause))
        self._cashier.done(transfer)

    # -- news

    async def _hear(self, news: News) -> None:
        match news:
            case LogWasAway():
                await self._count_outage(news)
            case LeaseLapsed():
                await self.hosted.require_tail()
            case _:
                assert_never(news)

    async def _count_outage(self, news: LogWasAway) -> None:
        """Each moment is counted once, however many tell of it, and none before the clock began to run."""
        from_ms, to_ms = self.hosted.at(news.from_ms), self.hosted.at(news.to_ms)
        away_ms = self._counted.add(max(from_ms, self.hosted.clock_began_ms), to_ms)
        now_ms = self.hosted.now_ms()
        draft = operating.extend_clocks(self.hosted.table, away_ms, Facts(now_ms))
        cause = Cause(TABLE_ACTOR, f"away.{news.from_ms}.{news.to_ms}")
        await self._commit(draft, cause, now_ms)
