"""Answers `riverrun.club.v1.Ledger`."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakValueDictionary

from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.club.v1 import club_pb2 as pb
from services.club.clubs.club import Club
from services.club.counter import reading
from services.club.counter.desk import Context
from services.club.counter.holding import Holding
from services.club.counter.ledger_looking import LedgerLooking
from services.club.counter.let_in import let_in
from services.club.counter.paying import LONGEST_S, WITHIN_S, BuyIn, entry_of, member_of
from services.club.counter.telling import told_period
from services.club.identity.bouncer import Bouncer, NoBouncer
from services.club.ledger import adjusting, moving, settling
from services.club.ledger.accounts import Account, agent, member
from services.club.ledger.asked import Done
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved
from services.club.ledger.moving import Move
from services.club.ledger.settlement import settlement
from services.club.ledger.settling import Agency


class LedgerCounter(LedgerLooking):
    """What it refuses, `Answering` turns into a status."""

    def __init__(self) -> None:
        super().__init__()
        self.bouncer: Bouncer = NoBouncer()
        self._turns: WeakValueDictionary[PlayerId, asyncio.Lock] = WeakValueDictionary()

    # -- moving

    async def Grant(self, request: pb.GrantRequest, context: Context) -> pb.Entry:  # noqa: N802
        def wanted(club: Club, books: Books, transfer: str, by: PlayerId) -> Move:
            player = member_of(club, request.player)
            return moving.grant(books, transfer, player, request.amount, by, request.note)

        return await self._moved(context, request, "Grant", wanted, member(request.player))

    async def TakeBack(self, request: pb.TakeBackRequest, context: Context) -> pb.Entry:  # noqa: N802
        def wanted(_club: Club, books: Books, transfer: str, by: PlayerId) -> Move:
            player = reading.player(request.player)
            return moving.take_back(books, transfer, player, request.amount, by, request.note)

        return await self._moved(context, request, "TakeBack", wanted, member(request.player))

    async def Collect(self, request: pb.CollectRequest, context: Context) -> pb.Entry:  # noqa: N802
        def wanted(_club: Club, _books: Books, transfer: str, by: PlayerId) -> Move:
            return moving.collect(transfer, by, request.amount)

        return await self._moved(context, request, "Collect", wanted, agent(request.by.player))

    async def BuyIn(self, request: pb.BuyInRequest, context: Context) -> pb.Entry:  # noqa: N802
        asked = BuyIn.read(request)
        # One after the other: two at once would have each other judged anew.
        async with self._turn_of(asked.player), let_in(self.bouncer, self._desk, context, asked):
            within_s = _left_s(context)
            return await self._desk.do(context, lambda: asked.pay(self._desk, within_s))

    def _turn_of(self, player: PlayerId) -> asyncio.Lock:
        return self._turns.setdefault(player, asyncio.Lock())

    async def HoldExposure(  # noqa: N802
        self, request: pb.HoldExposureRequest, context: Context
    ) -> pb.HoldExposureResponse:
        asked, within_s = Holding.read(request), _left_s(context)
        covers = await self._desk.do(context, lambda: asked.covers(self._desk, within_s))
        if covers is None:
            return pb.HoldExposureResponse(covers=asked.asked.covers, unlimited=True)
        return pb.HoldExposureResponse(covers=covers)

    async def _moved(
        self,
        context: Context,
        request: Any,
        call: str,
        wanted: Callable[[Club, Books, str, PlayerId], Move],
        shown: Account,
    ) -> pb.Entry:
        by, club = reading.who(request.by), reading.club(request.club)
        transfer = f"by.{by}.{reading.transfer(request.transfer)}"

        def decide(found: Club, books: Books, earlier: ChipsMoved | None) -> Sequence[Any]:
            event = moving.move(books, wanted(found, books, transfer, by), earlier, self._now_ms())
            return [] if event is None else [event]

        def move() -> pb.Entry:
            found = self._desk.allowed(club, by, f"Ledger.{call}")
            ledger = self._desk.ledger(found)
            done = ledger.decide(lambda books, earlier: decide(found, books, earlier), transfer)
            return entry_of(shown, done)

        return await self._desk.do(context, move)

    # -- credit and corrections

    async def SetCredit(self, request: pb.SetCreditRequest, context: Context) -> pb.Done:  # noqa: N802
        by, club, player = (
            reading.who(request.by),
            reading.club(request.club),
            reading.player(request.player),
        )

        def decide(books: Books, _earlier: ChipsMoved | None) -> Sequence[Any]:
            event = adjusting.set_credit(books, player, request.limit, by, request.note, self._now_ms())
            return [] if event is None else [event]

        def work() -> None:
            found = self._desk.allowed(club, by, "Ledger.SetCredit")
            member_of(found, player)
            self._desk.ledger(found).decide(decide)

        await self._desk.do(context, work)
        return pb.Done()

    async def ProposeAdjustment(  # noqa: N802
        self, request: pb.ProposeAdjustmentRequest, context: Context
    ) -> pb.Done:
        by = reading.who(request.by)

        def decide(books: Books, earlier: ChipsMoved | None, transfer: str) -> Sequence[Any]:
            event = adjusting.propose(
                books,
                transfer,
                request.source,
                request.target,
                request.amount,
                by,
                request.note,
                earlier,
                self._now_ms(),
            )
            return [] if event is None else [event]

        await self._adjusted(context, request, "ProposeAdjustment", decide)
        return pb.Done()

    async def ApproveAdjustment(  # noqa: N802
        self, request: pb.ApproveAdjustmentRequest, context: Context
    ) -> pb.Entry:
        by = reading.who(request.by)

        def decide(books: Books, earlier: ChipsMoved | None, transfer: str) -> Sequence[Any]:
            event = adjusting.approve(books, transfer, by, earlier, self._now_ms())
            return [] if event is None else [event]

        done = await self._adjusted(context, request, "ApproveAdjustment", decide)
        assert done.moved is not None, "an approved adjustment is a transfer"
        return entry_of(done.moved.target, done)

    async def DropAdjustment(  # noqa: N802
        self, request: pb.DropAdjustmentRequest, context: Context
    ) -> pb.Done:
        by = reading.who(request.by)

        def decide(books: Books, _earlier: ChipsMoved | None, transfer: str) -> Sequence[Any]:
            event = adjusting.drop(books, transfer, by, self._now_ms())
            return [] if event is None else [event]

        await self._adjusted(context, request, "DropAdjustment", decide)
        return pb.Done()

    async def Adjustments(  # noqa: N802
        self, request: pb.AdjustmentsRequest, context: Context
    ) -> pb.AdjustmentsResponse:
        by, club = reading.who(request.by), reading.club(request.club)

        def look() -> pb.AdjustmentsResponse:
            found = self._desk.allowed(club, by, "Ledger.Adjustments")
            waiting = self._desk.ledger(found).read(lambda books: list(books.adjustments.values()))
            return pb.AdjustmentsResponse(
                adjustments=[
                    pb.Adjustment(
                        transfer=one.adjustment.removeprefix("adj."),
                        source=one.source,
                        target=one.target,
                        amount=one.amount,
                        by=one.by,
                        at_ms=one.at_ms,
                        note=one.note,
                    )
                    for one in waiting
                ]
            )

        return await self._desk.do(context, look)

    async def _adjusted(
        self,
        context: Context,
        request: Any,
        call: str,
        decide: Callable[[Books, ChipsMoved | None, str], Sequence[Any]],
    ) -> Done:
        by, club = reading.who(request.by), reading.club(request.club)
        transfer = f"adj.{reading.transfer(request.transfer)}"

        def work() -> Done:
            found = self._desk.allowed(club, by, f"Ledger.{call}")
            ledger = self._desk.ledger(found)
            return ledger.decide(lambda books, earlier: decide(books, earlier, transfer), transfer)

        return await self._desk.do(context, work)

    # -- periods

    async def Settle(self, request: pb.SettleRequest, context: Context) -> pb.SettleResponse:  # noqa: N802
        by, club = reading.who(request.by), reading.club(request.club)
        period = reading.period(request.period)

        def work() -> pb.SettleResponse:
            found = self._desk.allowed(club, by, "Ledger.Settle")
            ledger = self._desk.ledger(found)
            agencies, now_ms = _agencies(found), self._now_ms()
            ledger.decide(lambda books, _: settling.settle(books, period, agencies, by, now_ms))
            return told_period(settlement(ledger, period))

        return await self._desk.do(context, work)

    def _now_ms(self) -> int:
        return self._desk.clock.now_ms()


def _left_s(context: Context) -> float:
    """How long the asking table still waits."""
    left_s: float | None = context.time_remaining()
    return WITHIN_S if left_s is None else min(left_s, LONGEST_S)


def _agencies(club: Club) -> dict[PlayerId, Agency]:
    """Who gets what of whose rake, of agents that still are; of members who have left as well."""
    terms = {one.player: one.rakeback_bps for one in club.members.values() if one.role == "agent"}
    return {player: Agency(agent, terms[agent]) for player, agent in club.agents.items() if agent in terms}
