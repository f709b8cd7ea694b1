"""Processes come and go, and the slots are shared out among those who are there."""

from collections.abc import Callable

from riverrun.runtime.nats.lease_book import Lease
from tests.support.clock import FakeClock
from tests.unit.ownership.fake_book import FakeBook
from tests.unit.ownership.fake_process import FakeProcess

Start = Callable[[str], FakeProcess]


async def test_the_first_process_of_all_takes_every_slot_at_once(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann = start("ann")
    await clock.advance(0.1)

    assert ann.slots == 16
    assert ann.speaks_for_test_table()


async def test_a_second_process_is_handed_half_of_the_slots(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann = start("ann")
    await clock.advance(1)
    bob = start("bob")
    await clock.advance(5)

    assert book.owners() == {"ann": 8, "bob": 8}
    assert ann.owner.hosting.isdisjoint(bob.owner.hosting)


async def test_a_third_one_gets_what_is_beyond_the_new_share(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    for name in ("ann", "bob", "cid"):
        start(name)
        await clock.advance(6)

    assert book.owners() == {"ann": 6, "bob": 6, "cid": 4}


async def test_slots_move_one_at_a_time_and_are_hosted_by_nobody_for_less_than_a_second(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann = start("ann")
    await clock.advance(1)
    bob = start("bob")
    for _ in range(50):
        await clock.advance(0.1)
        assert ann.slots + bob.slots >= 15

    assert ann.slots == bob.slots == 8


async def test_who_is_told_to_stop_hands_everything_over_within_a_second(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann, _ = start("ann"), start("bob")
    await clock.advance(8)
    await ann.leave()
    await clock.advance(0.5)

    assert book.owners() == {"bob": 16}
    assert ann.slots == 0


async def test_who_is_told_to_stop_takes_nothing_more(clock: FakeClock, book: FakeBook, start: Start) -> None:
    ann, bob = start("ann"), start("bob")
    await clock.advance(8)
    await ann.leave()
    bob.kill()
    await clock.advance(5)

    assert book.owners() == {}


async def test_a_killed_process_loses_its_slots_when_they_run_out(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann, bob = start("ann"), start("bob")
    await clock.advance(8)
    ann.kill()
    await clock.advance(3)

    assert book.owners() == {"bob": 16}
    assert bob.slots == 16


async def test_a_killed_process_that_is_started_again_at_once_keeps_its_tables_from_nobody(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    # It was counted at once and could take nothing yet, so the others left it its share for 5.4 s.
    ann, *_ = (start(name) for name in ("ann", "bob", "cid"))
    await clock.advance(20)
    ann.kill()
    await clock.advance(2.3)
    start("dan")
    await clock.advance(1.8)

    assert sum(book.owners().values()) >= 15, "one may be on its way to dan"
    await clock.advance(5)
    assert book.owners() == {"bob": 6, "cid": 6, "dan": 4}


async def test_a_table_slow_to_finish_costs_no_other_slot_its_lease(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann = start("ann")
    await clock.advance(1)
    ann.owner.busy_s = 4
    bob = start("bob")
    for _ in range(60):
        await clock.advance(0.1)
        assert sum(book.owners().values()) >= 15
    ann.owner.busy_s = 0
    await clock.advance(6)

    assert book.owners() == {"ann": 8, "bob": 8}
    assert ann.owner.doubted == bob.owner.doubted == []


async def test_a_slot_whose_tables_are_still_finishing_is_not_taken_back(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    ann = start("ann")
    await clock.advance(1)
    ann.owner.busy_s = 4
    bob = start("bob")
    await clock.advance(1)
    bob.kill()
    await clock.advance(12)

    assert book.owners() == {"ann": 16}
    assert ann.slots == 16, "FakeOwner.take would have refused a slot that it still hosts"


async def test_entries_of_the_dead_that_the_server_brings_back_count_never(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    dead = [start(name) for name in ("dan", "eve", "fay")]
    await clock.advance(8)
    remains = book.entries("host.")
    for process in dead:
        process.kill()
    await clock.advance(16)
    ann, bob = start("ann"), start("bob")
    await clock.advance(8)
    before = ann.owner.ever_hosted.copy(), bob.owner.ever_hosted.copy()
    for key, lease in remains.items():
        book.bring_back(key, lease)
    await clock.advance(8)

    assert book.owners() == {"ann": 8, "bob": 8}
    assert (ann.owner.ever_hosted, bob.owner.ever_hosted) == before, "no slot moved"


async def test_who_starts_later_does_not_count_the_dead_for_long(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    for number, name in enumerate(("dan", "eve", "fay")):
        book.bring_back(f"host.{name}", Lease("1700000000000", number))
    start("ann"), start("bob")
    await clock.advance(16)

    assert book.owners() == {"ann": 8, "bob": 8}


async def test_a_lease_of_the_dead_that_never_runs_out_is_taken_as_nobody_renews_it(
    clock: FakeClock, book: FakeBook, start: Start
) -> None:
    for slot in range(16):
        book.bring_back(f"slot.0.{slot}", Lease("dan", slot + 1))
    start("ann")
    await clock.advance(6)

    assert book.owners() == {"ann": 16}
