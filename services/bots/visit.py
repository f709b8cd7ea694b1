"""A computer player's time at one table: it sits down, answers its turns and minds its chips."""

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Protocol

import structlog

from riverrun.client import NotYourTurn, Refused, Unanswered, Update
from riverrun.contracts.client_messages import Move
from riverrun.contracts.table_events import InsuredStreet
from riverrun.contracts.views import HandView, QuestionView, SeatView, TableView, TurnView
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo, TableId
from services.bots.decision import Decision, check_or_fold
from services.bots.heard import or_ticks
from services.bots.insured import cover_of
from services.bots.level import Chance, Level
from services.bots.seen import seen
from services.bots.settings import Pause

log = structlog.get_logger(__name__)

BUY_IN_BIG_BLINDS = 100
TICK_S = 5.0
SILENT_TICKS = 36
ASK_AGAIN_S = 5.0
RETRY_S = 1.0
QUICK = 0.4


class TableSilent(Exception):
    """Nothing was heard of the table for minutes: better to come in anew."""


class AccountEmpty(Exception):
    """The bot's account pays for no more chips."""


class Seat(Protocol):
    """What a bot does at a table; `WatchedTable` can."""

    table: TableId

    @property
    def view(self) -> TableView: ...

    @property
    def seat(self) -> SeatView | None: ...

    @property
    def my_turn(self) -> TurnView | None: ...

    def ms_left(self) -> int: ...

    def __aiter__(self) -> AsyncIterator[Update]: ...

    async def sit_down(self, buy_in: Chips, seat: SeatNo | None = None, *, post: bool = True) -> SeatNo: ...

    async def stand_up(self) -> None: ...

    async def come_back(self, *, post: bool = True) -> None: ...

    async def top_up(self, amount: Chips) -> None: ...

    async def straddle(self, hand: int, agree: bool) -> None: ...

    async def run_it(self, hand: int, agree: bool) -> None: ...

    async def buy_insurance(
        self, hand: int, street: InsuredStreet, pot: int, coverage: Chips, left_out: str = ""
    ) -> None: ...

    async def refuse_insurance(self, hand: int, street: InsuredStreet, pot: int | None = None) -> None: ...

    async def act(self, do: Move, to: Chips | None = None) -> None: ...


class Visit:
    """One bot at one table. It acts by what the table shows, and never assumes that an answer arrived."""

    def __init__(self, bot: str, table: Seat, level: Level, whims: Random, pause: Pause) -> None:
        self._table = table
        self._level = level
        self._whims = whims
        self._pause = pause
        self._log = log.bind(bot=bot, table=table.table)
        self._seated = False
        self._ask_at_s = 0.0
        self._heard_question: tuple[int, QuestionView | None] = (0, None)

    async def play(self) -> None:
        """Until the seat is lost. Raises `Refused` where there is none, `AccountEmpty`, `TableSilent`."""
        await self._sit_down()
        silent = 0
        async for update in or_ticks(self._table, TICK_S):
            silent = 0 if update else silent + 1
            if silent == SILENT_TICKS:
                raise TableSilent
            if update:
                self._read(update)
            if self._seated and self._table.seat is None:
                return
            self._seated = self._table.seat is not None
            await self._mind_the_seat()
            await self._answer_question()
            await self._answer()

    # -- the seat

    async def _sit_down(self) -> None:
        if self._table.seat is None:
            seat = await self._take_seat()
            self._log.info("sat_down", seat=seat)
        else:
            self._log.info("found_its_seat", seat=self._table.seat.seat)

    async def _take_seat(self) -> SeatNo:
        """With the usual chips, or with as many as the table wants of who left it a while ago (R8.6)."""
        try:
            return await self._table.sit_down(self._buy_in())
        except Refused as refused:
            least = refused.details.get("min_buy_in")
            if refused.code != "returning_stack" or not isinstance(least, int):
                raise
            return await self._table.sit_down(least)

    def _buy_in(self) -> Chips:
        config = self._table.view.config
        wanted = BUY_IN_BIG_BLINDS * int(config["big_blind"])
        return min(max(wanted, int(config["min_buy_in"])), int(config["max_buy_in"]))

    async def _mind_the_seat(self) -> None:
        seat = self._table.seat
        now_s = asyncio.get_running_loop().time()
        if seat is None or seat.standing != "sitting_out" or now_s < self._ask_at_s:
            return
        self._ask_at_s = now_s + ASK_AGAIN_S
        try:
            if seat.stack:
                await self._table.come_back()
                self._log.info("came_back")
            else:
                await self._table.top_up(self._buy_in())
                self._log.info("bought_in_again", amount=self._buy_in())
        except (Refused, Unanswered) as refused:
            self._log.warning("seat_wish_refused", standing=seat.standing, why=str(refused))

    def _read(self, update: Update) -> None:
        own = self._table.seat
        for event in update.events:
            mine = own is not None and event.get("seat") == own.seat
            if event["type"] == "hand.ended" and own is not None:
                self._log.debug("hand_over", hand=update.view.hand_number, stack=own.stack)
            elif event["type"] == "table.buy_in_refused" and mine:
                raise AccountEmpty(event.get("reason", ""))

    # -- questions and turns

    async def _answer_question(self) -> None:
        """A bot never straddles, and runs the board as often as others like: nobody waits for its answer."""
        hand, own = self._table.view.hand, self._table.seat
        question = None if hand is None else hand.question
        if hand is None or question is None or own is None or own.seat not in question.seats:
            return
        if question.kind == "cut":
            # The client answers that by itself.
            return
        if (hand.hand, question) == self._heard_question:
            return
        self._heard_question = hand.hand, question
        try:
            if question.kind == "insurance":
                await self._insure(hand, own.seat)
            elif question.kind == "straddle":
                await self._table.straddle(hand.hand, agree=False)
            else:
                await self._table.run_it(hand.hand, agree=True)
        except (Refused, Unanswered) as refused:
            self._log.warning("answer_refused", kind=question.kind, why=str(refused))

    async def _insure(self, hand: HandView, own: SeatNo) -> None:
        """By a rule as simple as the bot (`cover_of`), one pot at a time: the next is another question."""
        offers = () if hand.insurance is None else hand.insurance.offers
        offer = next((one for one in offers if one.seat == own), None)
        if offer is None:
            return
        choice = cover_of(offer)
        if choice is None:
            await self._table.refuse_insurance(hand.hand, offer.street, offer.pot)
        else:
            await self._table.buy_insurance(hand.hand, offer.street, offer.pot, choice.coverage)

    async def _answer(self) -> None:
        """Answer as long as something is asked: a refusal may have been a matter of the moment."""
        tries = 0
        while (turn := self._table.my_turn) is not None:
            sight = seen(self._table.view)
            assert sight is not None, "asked without a turn"
            decision = self._level(sight, self._chance()) if tries == 0 else check_or_fold(sight)
            await asyncio.sleep(self._thinking_s(decision) if tries == 0 else RETRY_S)
            if self._table.my_turn != turn:
                continue
            try:
                await self._table.act(decision.do, decision.to)
            except NotYourTurn:
                continue
            except (Refused, Unanswered) as refused:
                tries += 1
                self._log.warning("turn_refused", turn=turn.turn, do=decision.do, why=str(refused))
                if not self._table.ms_left():
                    return

    def _thinking_s(self, decision: Decision) -> float:
        """So that a person can follow, longer where chips move; but never until the clock runs out."""
        pause_ms = self._whims.uniform(*self._pause)
        if decision.do in ("fold", "check"):
            pause_ms *= QUICK
        return min(pause_ms, self._table.ms_left() / 3) / 1_000

    def _chance(self) -> Chance:
        return Chance(self._whims.random(), self._whims.random())
