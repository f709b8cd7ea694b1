"""What an actor does and in which order: letters, steps, time-outs, news; a fault stops its table alone."""

import asyncio
from collections.abc import Callable

import pytest

from riverrun.contracts.operator_commands import DrainTable, ResumeTable, SuspendTable, VoidHand
from riverrun.contracts.table_commands import Fold, SitDown, View
from riverrun.contracts.table_events import ClocksExtended, PlayerFolded
from riverrun.holdem.state import Betting, Hand, Table, Turn, chips_on
from services.table.codec import codec
from services.table.decide.draft import Draft
from services.table.decide.next_step import AnswerTimeOut, Owed, StartHand
from services.table.host.hosted import HostedTable
from services.table.host.mailbox import LogWasAway
from services.table.host.steps import Steps
from tests.unit.host.fake_host import FakeHost
from tests.unit.host.fenced_log import FencedLog

Start = Callable[[str], FakeHost]
TABLE = "s0-test1234"
OTHER = "s0-other123"
NO_NEWS = LogWasAway(0, 0)
"""Wakes an actor whose clock a test has moved."""


async def in_a_hand(host: FakeHost, table: str = TABLE) -> None:
    await host.open(table)
    for player in ("p1", "p2"):
        assert not (await host.ask(table, player, SitDown(500))).code
    await until(lambda: open_turn(host, table) is not None)


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(2):
        while not happened():  # noqa: ASYNC110  what happens is not told
            await asyncio.sleep(0.001)


def state_of(host: FakeHost, table: str = TABLE) -> Table:
    return host.actor(table).hosted.table


def open_turn(host: FakeHost, table: str = TABLE) -> Turn | None:
    hand = state_of(host, table).hand
    return hand.phase.turn if hand is not None and isinstance(hand.phase, Betting) else None


def asked(host: FakeHost) -> tuple[Hand, Turn, str]:
    """The hand, the turn, and whose it is."""
    hand, turn = state_of(host).hand, open_turn(host)
    assert hand is not None
    assert turn is not None
    return hand, turn, hand.players[turn.at].player


def events_of(log: FencedLog, table: str, kind: type) -> list[object]:
    found = [event for commit in log.commits[table] for event in codec.decode_all(commit)]
    return [event for event in found if type(event) is kind]


# -- the clock


async def test_time_runs_out_only_once_the_log_has_answered_since(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    ann.tenure.log_answers, ann.tenure.answered_ms = False, ann.clock.ms
    ann.clock.ms += 6_000
    ann.actor(TABLE).tell(NO_NEWS)
    # Somebody looks, too late to come before the time-out: he waits for it, the process does not stand still.
    seen = ann.post(TABLE, "p3", View())
    await asyncio.sleep(0.2)
    assert not seen.done()
    assert events_of(log, TABLE, PlayerFolded) == []

    ann.tenure.log_answers = True
    await asyncio.wait_for(seen, 2)
    (folded,) = events_of(log, TABLE, PlayerFolded)
    assert isinstance(folded, PlayerFolded)
    assert folded.cause == "clock"


async def test_what_came_in_time_comes_before_the_time_out(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    hand, turn, player = asked(ann)
    ann.tenure.fresh = False
    answer = ann.post(TABLE, player, Fold(hand.hand, turn.turn))
    ann.clock.ms += 60_000
    ann.tenure.fresh = True

    assert not (await asyncio.wait_for(answer, 2)).code
    (folded,) = events_of(log, TABLE, PlayerFolded)[:1]
    assert isinstance(folded, PlayerFolded)
    assert folded.cause == "player"


async def test_who_is_told_of_an_outage_does_not_time_out_by_it(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    _, turn, _ = asked(ann)
    began_ms = ann.clock.ms
    ann.tenure.log_answers, ann.tenure.answered_ms = False, began_ms
    ann.clock.ms += 6_000
    # The keeper tells of it in the same breath in which the log counts as answering.
    ann.tenure.log_answers = True
    ann.roster.tell(LogWasAway(began_ms, ann.clock.ms))
    await until(lambda: asked(ann)[1].deadline_ms == turn.deadline_ms + 6_000)

    assert events_of(log, TABLE, PlayerFolded) == []


async def test_an_outage_told_of_twice_is_counted_once(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    _, turn, _ = asked(ann)
    began_ms = ann.clock.ms
    ann.clock.ms += 4_000
    actor = ann.actor(TABLE)
    actor.tell(LogWasAway(began_ms, began_ms + 3_000))
    actor.tell(LogWasAway(began_ms - 500, began_ms + 3_400))
    actor.tell(LogWasAway(began_ms + 1_000, began_ms + 2_000))
    await until(lambda: len(events_of(log, TABLE, ClocksExtended)) == 2)
    await asyncio.sleep(0.02)

    assert asked(ann)[1].deadline_ms == turn.deadline_ms + 3_400
    assert len(events_of(log, TABLE, ClocksExtended)) == 2


async def test_an_outage_from_before_the_turn_began_does_not_move_it(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    ann.actor(TABLE).tell(LogWasAway(ann.clock.ms - 9_000, ann.clock.ms))
    ann.actor(TABLE).tell(LogWasAway(ann.clock.ms - 9_000, ann.clock.ms - 100))
    await asyncio.sleep(0.02)

    assert events_of(log, TABLE, ClocksExtended) == []


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


# -- faults


class FaultyDealer(Steps):
    """Cannot start a hand at one table, as long as it is out of order."""

    def __init__(self, steps: Steps, table: str) -> None:
        super().__init__(steps._dealer, steps._evaluator)
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

    def fail(*_: object) -> None:
        raise AssertionError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr("services.table.host.answers.view", fail)
        dropped = ann.post(TABLE, "p3", View())
        await asyncio.sleep(0.02)
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


# -- clocks that differ


async def test_after_a_host_whose_clock_was_ahead_the_tables_time_runs_on(
    log: FencedLog, start: Start
) -> None:
    ann, bob = start("ann"), start("bob")
    ann.clock.ms += 3_600_000
    await in_a_hand(ann)
    await bob.roster.bring_back(TABLE)
    _, turn, _ = asked(bob)
    assert turn.deadline_ms > bob.clock.ms + 3_500_000, "the table's time is an hour ahead of bob's"
    bob.clock.ms += 4_000
    bob.actor(TABLE).tell(NO_NEWS)
    await asyncio.sleep(0.05)
    assert events_of(log, TABLE, PlayerFolded) == []
    bob.clock.ms += 2_000
    bob.actor(TABLE).tell(NO_NEWS)
    await until(lambda: events_of(log, TABLE, PlayerFolded) != [])

    times = [commit.at_ms for commit in log.commits[TABLE]]
    assert times == sorted(times)


async def test_a_command_in_time_by_the_hosts_clock_is_in_time(log: FencedLog, start: Start) -> None:
    ann, bob = start("ann"), start("bob")
    ann.clock.ms += 3_600_000
    await in_a_hand(ann)
    await bob.roster.bring_back(TABLE)
    hand, turn, player = asked(bob)
    fold = Fold(hand.hand, turn.turn)

    late = await bob.ask(TABLE, player, fold, expires_ms=bob.clock.ms - 1)
    in_time = await bob.ask(TABLE, player, fold, expires_ms=bob.clock.ms + 1)
    assert (late.code, in_time.code) == ("expired", "")


async def test_after_a_host_whose_clock_was_behind_nobody_times_out_by_it(
    log: FencedLog, start: Start
) -> None:
    ann, bob = start("ann"), start("bob")
    ann.clock.ms -= 3_600_000
    await in_a_hand(ann)
    await bob.roster.bring_back(TABLE)

    assert asked(bob)[1].deadline_ms >= bob.clock.ms + 3_000
