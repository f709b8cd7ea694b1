"""A table that has rolled goes on under its next id, opened once, whoever hosts it and whoever dies."""

import asyncio
from collections.abc import Callable

from riverrun.contracts.commits import Commit
from riverrun.contracts.operator_commands import RollTable
from riverrun.contracts.table_commands import Fold, SitOut
from riverrun.contracts.table_events import TableCarriedOn, TableRolled
from riverrun.contracts.views import ROLLED_HEADER
from riverrun.holdem.state import chips_on
from riverrun.runtime.eventstore.outcomes import Unsettled
from tests.unit.host.fake_host import FakeHost
from tests.unit.host.fenced_log import FencedLog
from tests.unit.host.in_a_hand import TABLE, asked, events_of, in_a_hand, state_of, until

Start = Callable[[str], FakeHost]
NEXT = f"{TABLE}-2"


async def ordered_to_roll(host: FakeHost) -> None:
    """The order is given in a hand, which ends with a fold."""
    await in_a_hand(host)
    assert not (await host.order(TABLE, RollTable("roll"))).code
    hand, turn, player = asked(host)
    assert not (await host.ask(TABLE, player, Fold(hand.hand, turn.turn))).code


def is_hosted(host: FakeHost, table: str) -> Callable[[], bool]:
    return lambda: host.roster.find(table) is not None


async def test_a_table_that_is_ordered_to_roll_goes_on_after_the_hand(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await ordered_to_roll(ann)
    await until(is_hosted(ann, NEXT))

    assert len(events_of(log, TABLE, TableRolled)) == len(events_of(log, NEXT, TableCarriedOn)) == 1
    assert chips_on(state_of(ann)) == 0
    assert chips_on(state_of(ann, NEXT)) == 1_000
    await until(lambda: state_of(ann, NEXT).hand_number == 2)


async def test_nobody_is_told_of_the_next_id_before_it_is_open(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    told_too_early: list[str] = []

    def told() -> None:
        sent = ann.outlet.sent[-1]
        if (sent.headers or {}).get(ROLLED_HEADER) and not log.commits[NEXT]:
            told_too_early.append(sent.subject)

    ann.outlet.on_publish = told
    await ordered_to_roll(ann)
    await until(is_hosted(ann, NEXT))
    await until(lambda: any((one.headers or {}).get(ROLLED_HEADER) == NEXT for one in ann.outlet.sent))

    assert told_too_early == []


async def test_what_a_host_left_between_the_two_ids_the_next_host_finishes_once(
    log: FencedLog, start: Start
) -> None:
    ann, bob = start("ann"), start("bob")
    log.before_append = _never_answers_for(NEXT)
    await ordered_to_roll(ann)
    await until(lambda: bool(events_of(log, TABLE, TableRolled)))
    await ann.end()
    log.before_append = lambda _: None
    assert not log.commits[NEXT], "ann came no further"
    commits = len(log.commits[TABLE])
    assert await bob.roster.bring_back(TABLE) is not None
    await until(is_hosted(bob, NEXT))

    assert len(events_of(log, NEXT, TableCarriedOn)) == 1
    assert chips_on(state_of(bob, NEXT)) == 1_000
    assert len(log.commits[TABLE]) == commits, "the id that has ended is written to no more"


async def test_two_hosts_that_finish_a_roll_at_once_open_one_table(log: FencedLog, start: Start) -> None:
    ann, bob = start("ann"), start("bob")
    log.before_append = _never_answers_for(NEXT)
    await ordered_to_roll(ann)
    await until(lambda: bool(events_of(log, TABLE, TableRolled)))
    log.before_append = lambda _: None
    await asyncio.gather(ann.roster.succeed(state_of(ann)), bob.roster.bring_back(TABLE))
    await until(is_hosted(bob, NEXT))

    assert len(events_of(log, NEXT, TableCarriedOn)) == 1


async def test_a_command_for_the_id_before_is_told_where_the_game_goes_on(start: Start) -> None:
    ann = start("ann")
    await ordered_to_roll(ann)
    await until(is_hosted(ann, NEXT))
    reply = await ann.ask(TABLE, "p1", SitOut())

    assert (reply.code, reply.details) == ("table_rolled", {"successor": NEXT})
    assert not (await ann.ask(NEXT, "p1", SitOut())).code


def _never_answers_for(table: str) -> Callable[[Commit], None]:
    def before_append(commit: Commit) -> None:
        if commit.table == table:
            raise Unsettled(table)

    return before_append
