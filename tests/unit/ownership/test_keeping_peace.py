"""While the log itself is away nobody moves, nobody speaks, and the holders are the first to go on."""

from collections.abc import Callable

import pytest

from tests.support.clock import FakeClock
from tests.unit.ownership.fake_book import FakeBook
from tests.unit.ownership.fake_process import FakeProcess

Start = Callable[[str], FakeProcess]


async def two(clock: FakeClock, start: Start) -> tuple[FakeProcess, FakeProcess]:
    ann, bob = start("ann"), start("bob")
    await clock.advance(8)
    assert ann.slots == bob.slots == 8
    return ann, bob


async def outage(clock: FakeClock, seconds: float, *processes: FakeProcess) -> None:
    """The log is away for all of them, and goes on being away."""
    for process in processes:
        process.line.cut = True
    await clock.advance(seconds)


def hosting(*processes: FakeProcess) -> list[frozenset[str]]:
    return [frozenset(process.owner.hosting) for process in processes]


async def test_a_holder_falls_silent_before_its_lease_runs_out(clock: FakeClock, start: Start) -> None:
    ann = start("ann")
    await clock.advance(1)
    ann.line.cut = True
    await clock.advance(1.0)
    assert ann.speaks_for_test_table()
    await clock.advance(0.5)
    assert not ann.speaks_for_test_table()


async def test_who_is_cut_off_alone_loses_its_slots_to_those_who_are_not(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann, bob = await two(clock, start)
    ann.line.cut = True
    await clock.advance(3)
    assert book.owners() == {"bob": 16}
    assert not ann.speaks_for_test_table()

    ann.line.cut = False
    await clock.advance(1)
    assert ann.slots + bob.slots >= 15, "ann let go of what bob has taken"
    await clock.advance(8)
    assert book.owners() == {"ann": 8, "bob": 8}


async def test_after_an_outage_for_all_no_slot_has_moved(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann, bob = await two(clock, start)
    before = hosting(ann, bob)
    await outage(clock, 7, ann, bob)
    assert book.owners() == {}

    # The one who comes back first leaves the other's slots alone.
    bob.line.cut = False
    await clock.advance(2)
    assert book.owners() == {"bob": 8}
    ann.line.cut = False
    await clock.advance(1)

    assert hosting(ann, bob) == before
    assert len(ann.owner.doubted) == len(bob.owner.doubted) == 8, "both look whether another wrote meanwhile"


@pytest.mark.parametrize("outage_s", [3, 7, 60, 3_600])
async def test_however_long_it_was_away_holders_that_come_back_later_find_their_slots(
    clock: FakeClock, start: Start, outage_s: int
) -> None:
    ann, bob = await two(clock, start)
    before = hosting(ann, bob)
    await outage(clock, outage_s, ann, bob)
    bob.line.cut = False
    await clock.advance(7)
    ann.line.cut = False
    await clock.advance(1)

    assert hosting(ann, bob) == before


async def test_who_does_not_come_back_after_an_outage_is_followed(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann, bob = await two(clock, start)
    await outage(clock, 60, ann, bob)
    ann.kill()
    bob.line.cut = False
    await clock.advance(9)

    assert book.owners() == {"bob": 16}


async def test_once_all_are_back_after_an_outage_who_dies_is_followed_as_soon_as_ever(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann, bob = await two(clock, start)
    await outage(clock, 60, ann, bob)
    ann.line.cut = bob.line.cut = False
    await clock.advance(1)
    ann.kill()
    await clock.advance(4)

    assert book.owners() == {"bob": 16}


async def test_a_process_that_begins_after_an_outage_waits_for_the_holders(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann, bob = await two(clock, start)
    await outage(clock, 4, ann, bob)
    bob.kill()
    cid = start("cid")
    await clock.advance(1)
    assert cid.slots == 0, "ann was alive a moment ago"
    ann.line.cut = False
    await clock.advance(1)
    assert ann.slots == 8
    await clock.advance(4)

    assert book.owners() == {"ann": 8, "cid": 8}


async def test_a_pause_of_the_whole_machine_moves_nothing(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann, bob = await two(clock, start)
    before = hosting(ann, bob)
    for process in (ann, bob):
        process.kill()
    await clock.advance(6)
    await ann.wake()
    await bob.wake()

    assert hosting(ann, bob) == before
    assert book.owners() == {"ann": 8, "bob": 8}


async def test_who_wakes_up_after_a_pause_is_silent_and_lets_go(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann, bob = await two(clock, start)
    ann.kill()
    await clock.advance(6)
    assert bob.slots == 16
    assert not ann.speaks_for_test_table()
    await ann.wake()
    await clock.advance(0.1)

    assert ann.slots == 0
    assert not ann.speaks_for_test_table()


async def test_a_renewal_that_landed_unheard_is_ours(clock: FakeClock, book: FakeBook, start: Start) -> None:
    ann, bob = await two(clock, start)
    before = hosting(ann, bob)
    ann.line.deaf = True
    await clock.advance(1.2)
    ann.line.deaf = False
    await clock.advance(1)

    assert hosting(ann, bob) == before
    assert ann.owner.doubted == [], "the lease never ran out"


async def test_a_renewal_that_landed_unheard_does_not_make_an_old_lease_young(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann = start("ann")
    await clock.advance(1)
    ann.line.deaf = True
    await clock.advance(1.6)

    assert not ann.speaks_for_test_table()


async def test_a_slot_taken_unheard_is_hosted_soon(clock: FakeClock, book: FakeBook, start: Start) -> None:
    ann = start("ann")
    ann.line.deaf = True
    for slot in range(16):
        book.put(f"slot.0.{slot}", "ann", 2)
    ann.line.deaf = False
    await clock.advance(0.5)

    assert ann.slots == 16
