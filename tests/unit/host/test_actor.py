"""What an actor does at its lease's end, in a fault of ours, and on an operator's order."""

import asyncio
from collections.abc import Callable

import pytest

from riverrun.contracts.operator_commands import DrainTable, ResumeTable, SuspendTable, VoidHand
from riverrun.contracts.table_commands import Fold, SitDown, View
from riverrun.holdem.state import Table, chips_on
from services.table.decide.draft import Draft
from services.table.decide.owed import AnswerTimeOut, Owed, StartHand
from services.table.host.hosted import HostedTable
from services.table.host.steps import Steps
from tests.support.patience import LONG_S
from tests.support.waiting import settled, waiting_for
from tests.unit.host.fake_host import FakeHost
from tests.unit.host.fenced_log import FencedLog
from tests.unit.host.in_a_hand import NO_NEWS, TABLE, asked, in_a_hand, open_turn, state_of, until

Start = Callable[[str], FakeHost]
OTHER = "s0-other123"


# -- the lease


async def test_a_host_whose_lease_is_stale_decides_nothing(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    hand, turn, player = asked(ann)
    written = len(log.commits[TABLE])
    ann.tenure.fresh = False
    answer = ann.post(TABLE, player, Fold(hand.hand, turn.turn))
    ann.clock.ms += 60_000
    ann.actor(TABLE).tell(NO_NEWS)
    await asyncio.sleep(0.2)

    assert len(log.commits[TABLE]) == written
    assert not answer.done()


class FallsAsleep(Steps):
    """Others are asked for so long that the lease is stale when they have answered."""

    def __init__(self, host: FakeHost) -> None:
        steps = host.steps
        super().__init__(steps._dealer, steps._evaluator, steps._insurance, steps._pool)
        self._host = host
        self.falls_asleep = False
        self.slept = asyncio.Event()

    async def with_equities(self, before: Table, draft: Draft) -> Draft:
        if self.falls_asleep:
            self._host.tenure.fresh = False
            self.slept.set()
        return await super().with_equities(before, draft)

    async def wakes_up(self) -> None:
        """It was asleep, and renews its lease."""
        async with waiting_for("falling asleep"):
            await self.slept.wait()
        await settled()
        self.falls_asleep, self._host.tenure.fresh = False, True


async def test_a_step_is_not_written_by_who_slept_while_others_were_asked(
    log: FencedLog, start: Start
) -> None:
    ann = start("ann")
    ann.steps = steps = FallsAsleep(ann)
    await in_a_hand(ann)
    hand, turn, player = asked(ann)
    tried: list[str] = []
    assert not (await ann.ask(TABLE, player, Fold(hand.hand, turn.turn))).code
    await until(lambda: open_turn(ann) is not None)
    hand, turn, _ = asked(ann)
    log.before_append = lambda commit: tried.append(commit.command)

    steps.falls_asleep = True
    ann.clock.ms += 60_000
    ann.actor(TABLE).tell(NO_NEWS)
    await steps.wakes_up()

    assert tried == [], "not even the fence had to refuse it"
    await until(lambda: bool(tried))
    assert state_of(ann).hand_number > hand.hand or asked(ann)[1].turn > turn.turn


async def test_a_command_waits_in_the_box_of_who_slept_while_others_were_asked(
    log: FencedLog, start: Start
) -> None:
    ann = start("ann")
    ann.steps = steps = FallsAsleep(ann)
    await in_a_hand(ann)
    hand, turn, player = asked(ann)
    written = len(log.commits[TABLE])

    steps.falls_asleep = True
    answer = ann.post(TABLE, player, Fold(hand.hand, turn.turn), "a-fold")
    async with waiting_for("falling asleep"):
        await steps.slept.wait()
    await settled()
    assert (len(log.commits[TABLE]), answer.done()) == (written, False)
    await steps.wakes_up()

    assert not (await asyncio.wait_for(answer, LONG_S)).code
    assert log.commands(TABLE).count("a-fold") == 1


# -- faults


class FaultyDealer(Steps):
    """Cannot start a hand at one table, as long as it is out of order."""

    def __init__(self, steps: Steps, table: str) -> None:
        super().__init__(steps._dealer, steps._evaluator, steps._insurance, steps._pool)
        self._table = table
        self.out_of_order = True

    async def take(self, hosted: HostedTable, owed: Owed, now_ms: int) -> Draft:
        if hosted.id == self._table and isinstance(owed.step, StartHand | AnswerTimeOut):
            assert not self.out_of_order, "a bug"
        return await super().take(hosted, owed, now_ms)


async def test_a_fault_in_a_decision_suspends_that_table_alone(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    ann.steps = dealer = FaultyDealer(ann.steps, TABLE)
    await ann.open(TABLE)
    for player in ("p1", "p2"):
        assert not (await ann.ask(TABLE, player, SitDown(500))).code
    await until(lambda: state_of(ann).suspended == "fault")
    await in_a_hand(ann, OTHER)

    assert (await ann.ask(TABLE, "p3", SitDown(500))).code == "table_suspended"
    assert not (await ann.ask(TABLE, "p3", View())).code, "it can still be seen"
    assert not (await ann.ask(OTHER, "p3", SitDown(500))).code

    dealer.out_of_order = False
    assert not (await ann.order(TABLE, ResumeTable("mended"))).code
    await until(lambda: open_turn(ann) is not None)


async def test_a_letter_that_fails_at_a_suspended_table_is_dropped_and_the_table_stays(
    log: FencedLog, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    assert not (await ann.order(TABLE, SuspendTable("looking"))).code

    failed: list[str] = []

    def fail(*_: object) -> None:
        failed.append("a bug")
        raise AssertionError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr("services.table.host.answers.view", fail)
        dropped = ann.post(TABLE, "p3", View())
        await until(lambda: bool(failed))
    assert not dropped.done()
    assert not (await ann.ask(TABLE, "p3", View())).code


# -- orders


async def test_an_order_is_an_event_by_the_operators_name_and_carried_out_once(
    log: FencedLog, start: Start
) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    for _ in range(2):
        assert not (await ann.order(TABLE, SuspendTable("looking"), "order-1")).code
    assert (await ann.order(TABLE, SuspendTable("looking"), "order-2")).code == "already_suspended"

    (commit,) = [commit for commit in log.commits[TABLE] if commit.actor == "operator-ann"]
    assert commit.command == "order-1"


async def test_a_suspended_table_lets_no_time_run_out(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    assert not (await ann.order(TABLE, SuspendTable("looking"))).code
    written = len(log.commits[TABLE])
    ann.clock.ms += 3_600_000
    ann.actor(TABLE).tell(NO_NEWS)
    await asyncio.sleep(0.1)
    assert len(log.commits[TABLE]) == written

    assert not (await ann.order(TABLE, ResumeTable("seen"), "order-2")).code
    _, turn, _ = asked(ann)
    assert turn.deadline_ms == ann.clock.ms + 5_000


async def test_a_draining_table_ends_its_hand_and_deals_no_other(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    hand, turn, player = asked(ann)
    assert not (await ann.order(TABLE, DrainTable("upgrade"))).code
    assert not (await ann.ask(TABLE, player, Fold(hand.hand, turn.turn))).code
    await until(lambda: state_of(ann).suspended == "upgrade")

    assert state_of(ann).hand is None
    assert state_of(ann).hand_number == 1


async def test_a_hand_voided_by_order_gives_everything_back_and_play_goes_on(
    log: FencedLog, start: Start
) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    assert not (await ann.order(TABLE, VoidHand("misdeal"))).code
    await until(lambda: state_of(ann).hand_number == 2 and open_turn(ann) is not None)

    table = state_of(ann)
    assert chips_on(table) == 1_000
    assert table.hand is not None
    assert {player.stack + player.contribution for player in table.hand.players} == {500}
