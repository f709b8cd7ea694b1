"""Tables are brought back once, behind the fence, and one table's trouble is that table's alone."""

import asyncio
from collections.abc import Callable

import pytest

from riverrun.contracts.commits import Commit
from riverrun.contracts.refusals import TableExists
from riverrun.contracts.table_commands import SitDown, View
from services.table.host.mailbox import LeaseLapsed
from services.table.host.roster import CannotHost
from services.table.ownership.shares import NotOurs, slot_of_table
from tests.support.patience import LONG_S
from tests.unit.host.fake_host import FakeHost
from tests.unit.host.fenced_log import FencedLog
from tests.unit.host.in_a_hand import until

Start = Callable[[str], FakeHost]
TABLE = "s0-test1234"
OTHER = "s0-other123"


async def test_two_who_ask_for_a_table_at_once_get_one_actor(log: FencedLog, start: Start) -> None:
    await start("ann").open(TABLE)
    bob = start("bob")
    one, other = await asyncio.gather(bob.roster.bring_back(TABLE), bob.roster.bring_back(TABLE))

    assert one is other
    assert [command for command in log.commands(TABLE) if command.startswith("hosted.bob")] == [
        "hosted.bob.2"
    ]


async def test_a_table_that_was_never_opened_is_nobodys(start: Start) -> None:
    assert await start("ann").roster.bring_back(TABLE) is None


async def test_opening_twice_is_refused_but_the_same_command_finds_its_table(start: Start) -> None:
    ann, bob = start("ann"), start("bob")
    opened = await ann.open(TABLE)

    assert await ann.open(TABLE, "open") is opened
    with pytest.raises(TableExists):
        await ann.open(TABLE, "open-2")
    assert (await bob.open(TABLE, "open")).hosted.table.config == opened.hosted.table.config


async def test_an_earlier_hosts_commit_that_lands_first_is_in_the_table_taken_over(
    log: FencedLog, start: Start
) -> None:
    ann, bob = start("ann"), start("bob")
    await ann.open(TABLE)
    log.answers.clear()
    sitting = ann.post(TABLE, "p1", SitDown(500), "sit")
    taking = asyncio.create_task(bob.roster.bring_back(TABLE))
    for _ in range(20):
        await asyncio.sleep(0)
    # Both are on their way with the same fence; ann's is first.
    log.answers.set()
    actor = await asyncio.wait_for(taking, LONG_S)

    assert not (await sitting).code
    assert actor is not None
    assert [seat.player for seat in actor.hosted.table.seats] == ["p1"]
    again = await bob.ask(TABLE, "p1", SitDown(500), "sit")
    assert not again.code
    assert log.commands(TABLE).count("sit") == 1


async def test_the_earlier_host_learns_at_its_next_commit_that_it_is_none(
    log: FencedLog, start: Start
) -> None:
    ann, bob = start("ann"), start("bob")
    await ann.open(TABLE)
    await bob.roster.bring_back(TABLE)
    sitting = ann.post(TABLE, "p1", SitDown(500), "sit")
    await until(lambda: ann.lost == [TABLE])

    assert not sitting.done(), "it answers nobody"
    assert ann.roster.find(TABLE) is None
    assert "sit" not in log.commands(TABLE)


async def test_a_take_over_that_is_overtaken_again_and_again_gives_way(log: FencedLog, start: Start) -> None:
    ann, bob = start("ann"), start("bob")
    await ann.open(TABLE)
    stranger = log.commits[TABLE][0]

    def another_writes(_: Commit) -> None:
        log.commits[TABLE].append(stranger)

    log.before_append = another_writes
    with pytest.raises((NotOurs, CannotHost)):
        await bob.roster.bring_back(TABLE)


async def test_who_gives_up_asking_breaks_no_take_over_off(log: FencedLog, start: Start) -> None:
    ann, bob = start("ann"), start("bob")
    await ann.open(TABLE)
    log.answers.clear()
    asking = asyncio.create_task(bob.roster.bring_back(TABLE))
    for _ in range(20):
        await asyncio.sleep(0)
    asking.cancel()
    log.answers.set()
    await until(lambda: bob.roster.find(TABLE) is not None)

    assert log.commands(TABLE)[-1] == "hosted.bob.2"


async def test_without_a_fresh_lease_no_table_is_taken_over(log: FencedLog, start: Start) -> None:
    ann, bob = start("ann"), start("bob")
    await ann.open(TABLE)
    bob.tenure.fresh = False
    with pytest.raises(NotOurs):
        await bob.roster.bring_back(TABLE)

    assert len(log.commits[TABLE]) == 1


async def test_a_slot_let_go_is_hosted_no_more_and_not_taken_back(log: FencedLog, start: Start) -> None:
    ann = start("ann")
    await ann.open(TABLE)
    await ann.roster.release(slot_of_table(TABLE))

    assert ann.roster.find(TABLE) is None
    with pytest.raises(NotOurs):
        await ann.roster.bring_back(TABLE)
    assert len(log.commits[TABLE]) == 1


async def test_a_slot_let_go_during_a_take_over_leaves_no_actor_behind(log: FencedLog, start: Start) -> None:
    ann, bob = start("ann"), start("bob")
    await ann.open(TABLE)
    log.answers.clear()
    asking = asyncio.create_task(bob.roster.bring_back(TABLE))
    for _ in range(20):
        await asyncio.sleep(0)
    releasing = asyncio.create_task(bob.roster.release(slot_of_table(TABLE)))
    await asyncio.sleep(0.01)
    assert not releasing.done(), "what is begun is finished first"
    log.answers.set()
    await releasing
    with pytest.raises(NotOurs):
        await asking

    assert bob.roster.find(TABLE) is None


async def test_letting_go_answers_first_who_has_asked(start: Start) -> None:
    ann = start("ann")
    await ann.open(TABLE)
    answers = [ann.post(TABLE, f"p{number}", SitDown(500)) for number in range(3)]
    await ann.roster.release(slot_of_table(TABLE))

    assert [(await answer).code for answer in answers] == ["", "", ""]


async def test_a_table_that_cannot_be_read_stops_no_other(log: FencedLog, start: Start) -> None:
    ann, bob = start("ann"), start("bob")
    await ann.open(TABLE)
    await ann.open(OTHER)
    log.unreadable.add(TABLE)
    with pytest.raises(CannotHost):
        await bob.roster.bring_back(TABLE)

    assert await bob.roster.bring_back(OTHER) is not None
    assert not (await bob.ask(OTHER, "p1", View())).code
    log.unreadable.clear()
    assert await bob.roster.bring_back(TABLE) is not None, "once it can be read it is hosted"


async def test_after_a_lapse_of_the_lease_a_table_looks_into_the_log_before_it_answers(
    log: FencedLog, start: Start
) -> None:
    ann, bob = start("ann"), start("bob")
    await ann.open(TABLE)
    await ann.open(OTHER)
    await bob.roster.bring_back(TABLE)
    ann.roster.tell(LeaseLapsed())
    old, new = ann.post(TABLE, "p1", View()), ann.post(OTHER, "p1", View())
    assert not (await asyncio.wait_for(new, LONG_S)).code
    await until(lambda: ann.lost == [TABLE])

    assert not old.done(), "what ann knows of it is out of date"
