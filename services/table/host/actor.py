"""One table, one task.

Takes letters and owed steps in turn, writes each decision to the log, then tells people.
"""

import asyncio
import contextlib
from collections import deque

import structlog

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import ExportHand, Reply, Request, View
from riverrun.contracts.table_events import TableOpened
from riverrun.holdem.state import Transfer
from riverrun.kernel.identifiers import TransferId
from services.table.decide import seating
from services.table.decide.commands import decide
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.host import agenda, answers
from services.table.host.feeds import Sent
from services.table.host.hosted import Cause, HostedTable
from services.table.host.mailbox import Asked, ChipsAnswered, Letter
from services.table.host.record import TABLE_ACTOR, receipt_of
from services.table.host.steps import Steps
from services.table.ports.bank import Bank, BuyInDenied

log = structlog.get_logger(__name__)

MOST_LETTERS = 1_000
BANK_PATIENCE_S = 10.0
BANK_PAUSE_S = 1.0


class TableActor:
    """Hosts one table. Nothing is shown or answered before the log has it."""

    def __init__(self, hosted: HostedTable, steps: Steps, bank: Bank) -> None:
        self.hosted = hosted
        self._steps = steps
        self._bank = bank
        self._letters: deque[Letter] = deque()
        self._wake = asyncio.Event()
        self._asked: dict[TransferId, asyncio.Task[None]] = {}
        self.stopped = False

    async def open(self, event: TableOpened, request: Request, now_ms: int) -> None:
        """Write a new table's first commit."""
        draft = Draft(self.hosted.table)
        draft.events.append(event)
        await self.hosted.commit(draft, Cause(request.actor, request.id, request.trace), now_ms)

    def post(self, letter: Letter) -> bool:
        """Put a letter into the box; False where it is full or nobody will read it."""
        if self.stopped or len(self._letters) >= MOST_LETTERS:
            return False
        self._letters.append(letter)
        self._wake.set()
        return True

    async def run(self) -> None:
        """Host the table until cancelled.

        Raises `Fenced` when another took it over, and whatever else stops it.
        """
        self.hosted.deck = self._steps.open_deck(self.hosted)
        try:
            while True:
                if not await self.turn():
                    await self._wait()
        finally:
            for task in self._asked.values():
                task.cancel()

    def unread(self) -> list[Letter]:
        """What nobody will read any more once the actor has stopped."""
        return list(self._letters)

    async def turn(self) -> bool:
        """Read one letter or take one step; False where there is neither now."""
        self._ask_for_chips()
        due = agenda.next_due(self.hosted.record)
        now_ms = self.hosted.now_ms()
        if self._letters and (due is None or agenda.comes_before(self._letters[0].arrived_ms, due, now_ms)):
            await self._read(self._letters.popleft())
            return True
        if due is not None and now_ms >= due.at_ms:
            await self._take(due, now_ms)
            return True
        return False

    async def _wait(self) -> None:
        """Until a letter comes or the next step is due."""
        due = agenda.next_due(self.hosted.record)
        wait_s = None if due is None else (due.at_ms - self.hosted.now_ms()) / 1000
        self._wake.clear()
        if not self._letters:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait_s)

    async def _take(self, due: agenda.Due, now_ms: int) -> None:
        draft = await self._steps.take(self.hosted, due.owed, now_ms)
        sent = await self.hosted.commit(draft, Cause(TABLE_ACTOR, due.owed.command), now_ms)
        await self.hosted.publish(sent)

    # -- letters

    async def _read(self, letter: Letter) -> None:
        if isinstance(letter, ChipsAnswered):
            await self._chips_answered(letter)
            return
        await self._answer(letter)

    async def _answer(self, asked: Asked) -> None:
        request = asked.request
        now_ms = self.hosted.now_ms()
        if isinstance(request.body, View):
            await asked.answer(answers.view(self.hosted, request.actor, request.body, now_ms))
            return
        known = answers.known(self.hosted, request)
        if known is not None:
            await asked.answer(answers.accepted(known.seat))
            return
        try:
            reply, sent = await self._decide(request, now_ms)
        except refusals.Refusal as refusal:
            await asked.answer(answers.refused(refusal))
            return
        await asked.answer(reply)
        await self.hosted.publish(sent)

    async def _decide(self, request: Request, now_ms: int) -> tuple[Reply, list[Sent]]:
        assert not isinstance(request.body, View | ExportHand)
        if request.expires_ms and now_ms > request.expires_ms:
            raise refusals.Expired(now_ms=now_ms)
        hosted = self.hosted
        facts = Facts(now_ms, () if hosted.deck is None else hosted.deck.order)
        draft = decide(hosted.table, request.actor, request.name, request.body, request.id, facts)
        sent = await hosted.commit(draft, Cause(request.actor, request.id, request.trace), now_ms)
        receipt = receipt_of(hosted.record, request.actor, request.id)
        return answers.accepted(0 if receipt is None else receipt.seat), sent

    # -- chips

    def _ask_for_chips(self) -> None:
        """Each reserved buy-in is asked for by a task of its own: the game does not wait for an account."""
        for step in agenda.chips_to_ask(self.hosted.record, set(self._asked)):
            transfer = step.transfer
            asking = asyncio.create_task(self._ask(transfer), name=f"chips {transfer.transfer}")
            self._asked[transfer.transfer] = asking

    async def _ask(self, transfer: Transfer) -> None:
        denied = ""
        while True:
            try:
                async with asyncio.timeout(BANK_PATIENCE_S):
                    await self._bank.pay(transfer, self.hosted.table.config)
                break
            except BuyInDenied as no:
                denied = no.reason
                break
            except TimeoutError:
                # The same id is asked for again: an account pays a transfer once, however often it is asked.
                log.warning("bank_away", table=self.hosted.id, transfer=transfer.transfer)
                await asyncio.sleep(BANK_PAUSE_S)
        self._letters.append(ChipsAnswered(transfer, denied, self.hosted.now_ms()))
        self._wake.set()

    async def _chips_answered(self, answer: ChipsAnswered) -> None:
        transfer = answer.transfer
        cause = f"chips.{transfer.transfer}"
        if transfer in self.hosted.table.transfers:
            if answer.denied:
                draft = seating.refuse_buy_in(self.hosted.table, transfer, answer.denied, cause)
            else:
                draft = seating.confirm_buy_in(self.hosted.table, transfer)
            sent = await self.hosted.commit(draft, Cause(TABLE_ACTOR, cause), self.hosted.now_ms())
            await self.hosted.publish(sent)
        self._asked.pop(transfer.transfer, None)
