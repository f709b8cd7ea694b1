"""A table as the client shows it, for one bot: the test says what happens, and reads what the bot did."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from riverrun.client import Update
from riverrun.contracts.client_messages import Move
from riverrun.contracts.insurance_views import InsuranceView, OfferView
from riverrun.contracts.table_events import InsuredStreet
from riverrun.contracts.views import EventView, HandView, OwnView, QuestionView, SeatView, TableView, TurnView
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

CONFIG = {"big_blind": 100, "min_buy_in": 4_000, "max_buy_in": 20_000, "seats": 9}
OTHER = SeatView(1, "p1", "Ann", 10_000, "active")


@dataclass
class FakeTable:
    """Stands for `WatchedTable`."""

    table: str = "s0-fake"
    view: TableView = field(default_factory=lambda: TableView("s0-fake", CONFIG, 0, (OTHER,)))
    done: list[str] = field(default_factory=list)
    refusals: list[Exception] = field(default_factory=list)
    left_ms: int = 20_000

    def __post_init__(self) -> None:
        self._updates: asyncio.Queue[Update | Exception | None] = asyncio.Queue()

    # -- what the test says

    def seat_bot(self, *, told: bool = True, **changes: object) -> None:
        """The bot has seat 2, with a stack, active, unless the test says otherwise."""
        own = replace(SeatView(2, "p2", "Bot", 10_000, "active"), **changes)
        self.view = replace(self.view, seats=(OTHER, own), you=self.view.you or OwnView(2))
        if told:
            self.happens(self.view)

    def free_seat(self) -> None:
        self.happens(replace(self.view, seats=(OTHER,), you=None))

    def ask(self, turn: TurnView, hole_cards: str = "AcAd") -> None:
        """The bot's turn, before the flop."""
        hand = HandView(1, "betting", "preflop", 1, 1, 2, ("",), 150, (), 100, "", turn)
        you = OwnView(2, hole_cards)
        self.happens(replace(self.view, hand=hand, hand_number=1, you=you))

    def is_offered(self, *offers: OfferView) -> None:
        """Insurance, in an all-in."""
        question = QuestionView("insurance", (2,), len(offers), 1_000)
        hand = HandView(1, "all_in", "flop", 1, 1, 2, ("2c7d9h",), 1_000, (), 0, "", question=question)
        insured = replace(hand, insurance=InsuranceView(offers))
        self.happens(replace(self.view, hand=insured, hand_number=1))

    def is_asked(self, question: QuestionView) -> None:
        """Before the cards or after the betting."""
        hand = HandView(1, "betting", "preflop", 1, 1, 2, ("",), 150, (), 100, "", question=question)
        self.happens(replace(self.view, hand=hand, hand_number=1))

    def happens(self, view: TableView, *events: EventView) -> None:
        self.view = view
        self._updates.put_nowait(Update("events", view, 0, events))

    def ends(self, error: Exception | None = None) -> None:
        self._updates.put_nowait(error)

    # -- what the bot sees and does

    @property
    def seat(self) -> SeatView | None:
        you = self.view.you
        return None if you is None else next(one for one in self.view.seats if one.seat == you.seat)

    @property
    def my_turn(self) -> TurnView | None:
        hand = self.view.hand
        return None if hand is None or hand.turn is None or hand.turn.seat != 2 else hand.turn

    def ms_left(self) -> int:
        return self.left_ms

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """A seat taken stays taken."""

    async def __aiter__(self) -> AsyncIterator[Update]:
        while (update := await self._updates.get()) is not None:
            if isinstance(update, Exception):
                raise update
            yield update

    async def sit_down(self, buy_in: Chips, seat: SeatNo | None = None, *, post: bool = True) -> SeatNo:
        self._do(f"sit down with {buy_in}")
        return 2

    async def stand_up(self) -> None:
        self._do("stand up")

    async def come_back(self, *, post: bool = True) -> None:
        self._do("come back")

    async def top_up(self, amount: Chips) -> None:
        self._do(f"top up {amount}")

    async def straddle(self, hand: int, agree: bool) -> None:
        self._do(f"straddle {hand} {agree}")

    async def run_it(self, hand: int, agree: bool) -> None:
        self._do(f"run it {hand} {agree}")

    async def buy_insurance(
        self, hand: int, street: InsuredStreet, pot: int, coverage: Chips, left_out: str = ""
    ) -> None:
        self._do(f"buy insurance {hand} {street} {pot} {coverage}")

    async def refuse_insurance(self, hand: int, street: InsuredStreet, pot: int | None = None) -> None:
        self._do(f"refuse insurance {hand} {street} {pot}")

    async def act(self, do: Move, to: Chips | None = None) -> None:
        self._do(do if to is None else f"{do} {to}")
        assert self.view.hand is not None
        self.view = replace(self.view, hand=replace(self.view.hand, turn=None))

    def _do(self, what: str) -> None:
        self.done.append(what)
        if self.refusals:
            raise self.refusals.pop(0)
