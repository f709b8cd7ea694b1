"""A table process without NATS: roster, take-over and actors are real, its log is shared with others."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from riverrun.contracts.operator_commands import OperatorOrder, OrderRequest
from riverrun.contracts.table_commands import OpenTable, Reply, Request, TableCommand, TableQuery
from riverrun.contracts.table_config import Clocks, TableConfig
from riverrun.contracts.time_options import TimeBank
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from riverrun.runtime.eventstore.replay import Rebuilt
from riverrun.runtime.sealing.key_ring import Key, KeyRing
from services.table.codec import codec
from services.table.host.actor import TableActor
from services.table.host.calendar import calendar
from services.table.host.dealer import Dealer
from services.table.host.hosted import HostedTable
from services.table.host.mailbox import Asked, Ordered
from services.table.host.record import Record
from services.table.host.roster import Roster
from services.table.host.steps import Steps
from services.table.host.take_over import TakeOver
from services.table.ownership.shares import all_slots
from services.table.ports.bank import PlayMoneyBank
from tests.support.live_table import HandClock, MemoryOutlet, NoEvaluator
from tests.support.own_pool import OwnPool
from tests.support.own_quotes import OwnQuotes
from tests.support.patience import LONG_S
from tests.unit.host.fenced_log import FencedLog

QUICK = TableConfig(
    small_blind=5,
    big_blind=10,
    min_buy_in=100,
    max_buy_in=1_000,
    clocks=Clocks(decision_ms=5_000, between_hands_ms=0, runout_ms=0),
    time_bank=TimeBank(start_ms=0, gain_ms=0),
)
RING = KeyRing([Key("k1", bytes(range(32)))], "k1")


@dataclass
class FakeTenure:
    """What a test says of the lease and of the log."""

    clock: HandClock
    fresh: bool = True
    log_answers: bool = True
    answered_ms: int = 0

    def may_speak_for(self, table: TableId) -> bool:
        return self.fresh

    def log_answered_ms(self) -> int:
        return self.clock.ms if self.log_answers else self.answered_ms


@dataclass
class FakeHost:
    """One process of that name; every slot is admitted."""

    name: str
    log: FencedLog
    clock: HandClock = field(default_factory=HandClock)
    lost: list[TableId] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tenure = FakeTenure(self.clock)
        self.outlet = MemoryOutlet()
        self.dealer = Dealer(RING, RING, random.Random(self.name).randbytes)
        self.steps = Steps(self.dealer, NoEvaluator(), OwnQuotes(), OwnPool())
        take_over = TakeOver(self.name, self.log, self._make, self.steps, lambda _: None, calendar(0))
        self.roster = Roster(take_over, self.tenure, self.lost.append)
        for slot in all_slots(1):
            self.roster.admit(slot)
        self._number = 0

    def _make(self, rebuilt: Rebuilt[Record]) -> TableActor:
        assert rebuilt.state is not None
        hosted = HostedTable(
            rebuilt.state,
            rebuilt.version,
            rebuilt.seq,
            log=self.log,
            outlet=self.outlet,
            codec=codec,
            clock=self.clock,
            epoch=self.name,
        )
        return TableActor(hosted, self.steps, PlayMoneyBank(), self.tenure, self._succeed)

    async def _succeed(self, rolled: Table) -> None:
        await self.roster.succeed(rolled)

    def request(
        self, body: TableCommand | TableQuery, player: PlayerId, id_: CommandId, expires_ms: int = 0
    ) -> Request:
        self._number += 1
        return Request(id_ or f"{self.name}-{self._number}", player, player, expires_ms, "", body)

    async def open(self, table: TableId, id_: CommandId = "open") -> TableActor:
        command = OpenTable(QUICK)
        return await self.roster.open(table, command, self.request(command, "owner", id_))

    def post(
        self,
        table: TableId,
        player: PlayerId,
        body: TableCommand | TableQuery,
        id_: CommandId = "",
        expires_ms: int = 0,
    ) -> "asyncio.Future[Reply]":
        """Put a request into the box; its answer may never come."""
        heard, answer = _listener()
        request = self.request(body, player, id_, expires_ms)
        assert self.actor(table).post(Asked(request, answer, self.clock.ms))
        return heard

    async def ask(
        self,
        table: TableId,
        player: PlayerId,
        body: TableCommand | TableQuery,
        id_: CommandId = "",
        expires_ms: int = 0,
    ) -> Reply:
        """Ask, and wait for the answer."""
        return await asyncio.wait_for(self.post(table, player, body, id_, expires_ms), LONG_S)

    async def order(self, table: TableId, body: OperatorOrder, id_: CommandId = "order") -> Reply:
        """As an operator."""
        heard, answer = _listener()
        assert self.actor(table).post(Ordered(OrderRequest(id_, "ann", body), answer, self.clock.ms))
        return await asyncio.wait_for(heard, LONG_S)

    def actor(self, table: TableId) -> TableActor:
        actor = self.roster.find(table)
        assert actor is not None, f"{table} is not hosted by {self.name}"
        return actor

    async def end(self) -> None:
        for slot in all_slots(1):
            await self.roster.release(slot)


def _listener() -> tuple["asyncio.Future[Reply]", Callable[[Reply], Awaitable[None]]]:
    heard: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    async def answer(reply: Reply) -> None:
        heard.set_result(reply)

    return heard, answer
