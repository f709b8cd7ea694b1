"""A hosted table without NATS: a log in memory, a clock that the test turns, viewers' messages kept."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from riverrun.contracts.commits import Commit
from riverrun.contracts.table_commands import Reply, Request, Say, TableCommand, View
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import TableEvent
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table
from riverrun.kernel.cards import Cards
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from riverrun.runtime.sealing.key_ring import Key, KeyRing
from services.table.codec import codec
from services.table.decide.draft import Draft
from services.table.decide.seating import open_table
from services.table.host.actor import TableActor
from services.table.host.dealer import Dealer
from services.table.host.feeds import Sent
from services.table.host.hosted import Cause, HostedTable
from services.table.host.mailbox import Asked
from services.table.host.record import Record, fold
from services.table.host.steps import Steps
from services.table.ports.bank import PlayMoneyBank
from tests.support.own_pool import OwnPool
from tests.support.own_quotes import OwnQuotes

TABLE = "s0-test1234"


@dataclass
class MemoryLog:
    """Keeps commits as the log would: in order, fenced."""

    commits: list[Commit] = field(default_factory=list)

    async def append(self, commit: Commit, expected_seq: int) -> int:
        assert expected_seq == len(self.commits), "another writer"
        self.commits.append(commit)
        return len(self.commits)

    async def last_seq(self, table: TableId) -> int:
        return len(self.commits)

    def replayed(self, upto: int | None = None) -> Record | None:
        """The record after the first `upto` commits."""
        record = None
        for commit in self.commits[:upto]:
            record = fold(record, commit, codec.decode_all(commit))
        return record


@dataclass
class MemoryOutlet:
    """Keeps what viewers are sent; `on_publish` is told after every commit."""

    sent: list[Sent] = field(default_factory=list)
    on_publish: Callable[[], None] = lambda: None

    async def publish(self, sent: list[Sent]) -> None:
        self.sent.extend(sent)
        self.on_publish()

    def committed(self, hosted: HostedTable, events: list[TableEvent]) -> None:
        """Nothing is kept."""


@dataclass
class HandClock:
    """Time that stands until the test moves it."""

    ms: int = 1_700_000_000_000

    def now_ms(self) -> int:
        return self.ms

    def monotonic_s(self) -> float:
        return self.ms / 1000

    async def sleep(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)


@dataclass
class OwnTenure:
    """The table is ours, and the log answers."""

    clock: HandClock

    def may_speak_for(self, table: TableId) -> bool:
        return True

    def log_answered_ms(self) -> int:
        return self.clock.ms


class NoEvaluator:
    """An evaluator that is always away: the table ranks by itself."""

    async def rank(self, boards: tuple[Cards, ...], holes: tuple[Cards, ...]) -> tuple[tuple[int, ...], ...]:
        raise TimeoutError

    async def equity(
        self, holes: tuple[Cards, ...], board: Cards, dead: Cards
    ) -> tuple[int, tuple[int, ...]]:
        raise TimeoutError


class LiveTable:
    """One hosted table, driven step by step."""

    def __init__(self, config: TableConfig, seed: int = 1) -> None:
        chance = random.Random(seed)
        self.ring = ring = KeyRing([Key("k1", bytes(range(32)))], "k1")
        self.log = MemoryLog()
        self.outlet = MemoryOutlet()
        self.clock = HandClock()
        self.dealer = Dealer(ring, ring, chance.randbytes)
        self.quotes = OwnQuotes()
        self.pool = OwnPool()
        self.steps = Steps(self.dealer, NoEvaluator(), self.quotes, self.pool)
        self.actor = self._actor(Record(evolve(None, open_table(TABLE, config, "owner"))), 0, 0)
        self._config = config
        self._number = 0
        self.succeeded: list[Table] = []

    def _actor(self, record: Record, version: int, seq: int) -> TableActor:
        hosted = HostedTable(
            record, version, seq, log=self.log, outlet=self.outlet, codec=codec, clock=self.clock, epoch="e"
        )
        return TableActor(hosted, self.steps, PlayMoneyBank(), OwnTenure(self.clock), self._succeed)

    async def _succeed(self, rolled: Table) -> None:
        self.succeeded.append(rolled)

    @property
    def hosted(self) -> HostedTable:
        return self.actor.hosted

    async def open(self) -> None:
        draft = Draft(self.hosted.table)
        draft.events.append(open_table(TABLE, self._config, "owner"))
        await self.hosted.commit(draft, Cause("owner", "open"), self.clock.ms)

    def restart(self) -> None:
        """The process dies and another brings the table back from the log."""
        record = self.log.replayed()
        assert record is not None
        last = self.log.commits[-1]
        self.actor = self._actor(record, last.last_version, len(self.log.commits))
        self.hosted.deck = self.steps.open_deck(self.hosted)

    async def ask(self, player: PlayerId, command: TableCommand | View | Say, id_: CommandId = "") -> Reply:
        """A command, and its answer once the table has read it."""
        self._number += 1
        replies: list[Reply] = []

        async def answer(reply: Reply) -> None:
            replies.append(reply)

        request = Request(id_ or f"c{self._number}", player, player, 0, "", command)
        assert self.actor.post(Asked(request, answer, self.clock.ms))
        while not replies:
            await self.actor.turn()
        return replies[0]

    async def settle(self) -> None:
        """Let the table do all it owes now, without moving time; chips asked for arrive."""
        for _ in range(3):
            while await self.actor.turn():
                pass
            await asyncio.sleep(0)
