"""Whole lives of tables as a Hypothesis state machine: every option, everybody who may do something."""

import asyncio
import random

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from msgspec.structs import replace

from riverrun.contracts.operator_commands import (
    DismissPlayer,
    DrainTable,
    OperatorOrder,
    OrderRequest,
    ResumeTable,
    SuspendTable,
    VoidHand,
)
from riverrun.contracts.table_commands import CloseTable, Reply, SitDown, TableCommand
from riverrun.contracts.table_config import RakeTerms, TableConfig, checked
from riverrun.contracts.time_options import DisconnectAllowance, TimeBank
from riverrun.kernel.identifiers import PlayerId
from services.table.host import agenda
from services.table.host.mailbox import LogWasAway, Ordered
from tests.support.live_table import LiveTable
from tests.support.table_life import (
    BUY_IN,
    OWNER,
    PEOPLE,
    TableLife,
    random_config,
    random_insurance,
)
from tests.support.table_witness import Witness

randoms = st.randoms(use_true_random=False)
MOST_STEPS_A_RULE = 12


def any_config(chance: random.Random) -> TableConfig:
    """Options of every kind, mixed."""
    config = random_config(chance)
    bank_ms = chance.choice((0, 0, 15_000, 30_000))
    return checked(
        replace(
            config,
            insurance=random_insurance(chance),
            rake=RakeTerms(bps=chance.choice((0, 500)), cap_two=3, cap_three_four=5, cap_five_up=9),
            ends_after_hands=chance.choice((0, 0, 0, 30)),
            time_bank=TimeBank(start_ms=bank_ms, gain_ms=bank_ms // 3, gain_every=2, cap_ms=bank_ms * 2),
            disconnect=DisconnectAllowance(extra_ms=chance.choice((0, 30_000))),
            clocks=replace(config.clocks, time_outs_to_sit_out=chance.choice((1, 2, 5)), kick_ms=120_000),
        )
    )


class DrawnLife(TableLife):
    """A life of which each step is drawn anew."""

    def __init__(self, config: TableConfig, seed: int) -> None:
        self.chance = random.Random(seed)
        self.live = LiveTable(config, seed)

    async def goes_on(self) -> None:
        """Whoever is asked answers, or somebody wants something; else time passes."""
        asked = self._somebody()
        if asked is None:
            await self.next_clock_runs_out()
        else:
            await self.live.ask(*asked)

    async def next_clock_runs_out(self) -> None:
        """Time passes up to the next thing that is due: it must happen then."""
        due = agenda.next_due(self.live.hosted.record)
        if due is None:
            self.live.clock.ms += 1_000
            return
        commits = len(self.live.log.commits)
        self.live.clock.ms += max(0, due.at_ms - self.live.hosted.now_ms())
        await self.live.settle()
        assert len(self.live.log.commits) > commits, f"{due} was due, and nothing happened"

    async def order(self, order: OperatorOrder, number: int) -> None:
        """An operator's order, whether it fits or not."""
        replies: list[Reply] = []

        async def answer(reply: Reply) -> None:
            replies.append(reply)

        letter = Ordered(OrderRequest(f"order-{number}", "zoe", order), answer, self.live.clock.ms)
        assert self.live.actor.post(letter)
        while not replies:
            await self.live.actor.turn()

    def seats_wish(self) -> tuple[PlayerId, TableCommand]:
        return self.chance.choice(PEOPLE), self._seats_wish()

    def wish(self) -> tuple[PlayerId, TableCommand]:
        seats = self.table.seats
        return (self.chance.choice(seats).player if seats else PEOPLE[0]), self._wish()

    def owners_wish(self) -> tuple[PlayerId, TableCommand]:
        return OWNER, self._owners_wish()


class TableMachine(RuleBasedStateMachine):
    """`events` and `hands` count those of all lives."""

    events = 0
    hands = 0

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._orders = 0

    @initialize(chance=randoms, seed=st.integers(0, 1_000_000))
    def people_sit_down(self, chance: random.Random, seed: int) -> None:
        config = any_config(chance)
        self.life = DrawnLife(config, seed)
        self.witness = Witness(self.life.live)
        self._runner.run(self._begin(chance.randint(0, config.seats)))

    async def _begin(self, players: int) -> None:
        live = self.life.live
        await live.open()
        live.outlet.on_publish = self.witness.look
        for player in PEOPLE[:players]:
            await live.ask(player, SitDown(BUY_IN))
        await self._settle()

    async def _settle(self) -> None:
        await self.life.live.settle()
        self.witness.look()
        self.witness.somebody_is_to_act()

    @property
    def open(self) -> bool:
        return not self.life.table.closed

    # -- what may happen

    @rule(chance=randoms, steps=st.integers(1, MOST_STEPS_A_RULE))
    def play_goes_on(self, chance: random.Random, steps: int) -> None:
        self._runner.run(self._play(chance, steps))

    @rule(chance=randoms, steps=st.integers(1, MOST_STEPS_A_RULE))
    def play_goes_on_for_longer(self, chance: random.Random, steps: int) -> None:
        self._runner.run(self._play(chance, 3 * steps))

    async def _play(self, chance: random.Random, steps: int) -> None:
        self.life.chance = chance
        for _ in range(steps):
            await self.life.goes_on()
            await self._settle()

    @precondition(lambda self: self.open)
    @rule(chance=randoms)
    def somebody_comes_or_goes(self, chance: random.Random) -> None:
        self.life.chance = chance
        self._runner.run(self._ask(*self.life.seats_wish()))

    @precondition(lambda self: self.open)
    @rule(chance=randoms)
    def a_player_wishes(self, chance: random.Random) -> None:
        self.life.chance = chance
        self._runner.run(self._ask(*self.life.wish()))

    @precondition(lambda self: self.open)
    @rule(chance=randoms)
    def the_owner_orders(self, chance: random.Random) -> None:
        self.life.chance = chance
        self._runner.run(self._ask(*self.life.owners_wish()))

    async def _ask(self, player: PlayerId, command: TableCommand) -> None:
        await self.life.live.ask(player, command)
        await self._settle()

    @rule(order=st.sampled_from((DrainTable("x"), SuspendTable("x"), VoidHand("x"), ResumeTable("x"))))
    def an_operator_orders(self, order: OperatorOrder) -> None:
        self._runner.run(self._order(order))

    @rule(player=st.sampled_from(PEOPLE))
    def the_house_has_somebody_leave(self, player: PlayerId) -> None:
        self._runner.run(self._order(DismissPlayer("excluded", player)))

    @precondition(lambda self: self.life.table.suspended)
    @rule()
    def an_operator_resumes(self) -> None:
        self._runner.run(self._order(ResumeTable("x")))

    async def _order(self, order: OperatorOrder) -> None:
        self._orders += 1
        await self.life.order(order, self._orders)
        await self._settle()

    @rule(ms=st.integers(1, 60_000))
    def nobody_does_anything_for_a_while(self, ms: int) -> None:
        self.life.live.clock.ms += ms
        self._runner.run(self._settle())

    @rule()
    def the_next_clock_runs_out(self) -> None:
        self._runner.run(self.life.next_clock_runs_out())
        self._runner.run(self._settle())

    @rule(ms=st.integers(1, 20_000))
    def the_log_was_away(self, ms: int) -> None:
        live = self.life.live
        live.actor.tell(LogWasAway(live.clock.ms, live.clock.ms + ms))
        live.clock.ms += ms
        self._runner.run(self._settle())

    @rule()
    def the_process_dies_and_another_goes_on(self) -> None:
        self._runner.run(self._restart())

    async def _restart(self) -> None:
        self.life.live.restart()
        self.witness.look()
        await self._settle()

    @precondition(lambda self: self.life.table.hand_number > MOST_STEPS_A_RULE)
    @rule()
    def the_owner_closes_the_table(self) -> None:
        self._runner.run(self._ask(OWNER, CloseTable()))

    def teardown(self) -> None:
        self._runner.close()
        if hasattr(self, "witness"):
            type(self).events += self.witness.events
            type(self).hands += len(self.witness.hands)
