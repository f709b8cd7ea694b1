"""When time runs out: once the log has answered since, and by the table's own time."""

import asyncio
from collections.abc import Callable

from riverrun.contracts.table_commands import Fold, View
from riverrun.contracts.table_events import ClocksExtended, PlayerFolded
from services.table.host.mailbox import LogWasAway
from tests.support.patience import LONG_S
from tests.unit.host.fake_host import FakeHost
from tests.unit.host.fenced_log import FencedLog
from tests.unit.host.in_a_hand import NO_NEWS, TABLE, asked, events_of, in_a_hand, until

Start = Callable[[str], FakeHost]


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
    await asyncio.wait_for(seen, LONG_S)
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

    assert not (await asyncio.wait_for(answer, LONG_S)).code
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


async def test_what_two_tell_of_an_outage_that_ended_at_one_moment_stands_in_the_log_under_two_names(
    log: FencedLog, start: Start
) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    began_ms = ann.clock.ms
    ann.clock.ms += 4_000
    actor = ann.actor(TABLE)
    actor.tell(LogWasAway(began_ms + 1_000, began_ms + 3_000))
    actor.tell(LogWasAway(began_ms, began_ms + 3_000))
    await until(lambda: len(events_of(log, TABLE, ClocksExtended)) == 2)

    commands = [commit.command for commit in log.commits[TABLE]]
    assert len(set(commands)) == len(commands)


async def test_an_outage_from_before_the_turn_began_does_not_move_it(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await in_a_hand(ann)
    ann.actor(TABLE).tell(LogWasAway(ann.clock.ms - 9_000, ann.clock.ms))
    ann.actor(TABLE).tell(LogWasAway(ann.clock.ms - 9_000, ann.clock.ms - 100))
    await asyncio.sleep(0.02)

    assert events_of(log, TABLE, ClocksExtended) == []


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
