"""Following seats through two lives: what was kept is gone on from, and nothing is taken twice."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from riverrun.contracts.table_events import PlayerSatDown, TableOpened, WaitingListJoined
from riverrun.kernel.identifiers import SLOTS_PER_SHARD
from riverrun.runtime.nats.answers import Batch
from services.club.bouncer.seat_follower import SeatFollower
from services.club.bouncer.seatings import SlotSeatings
from services.club.tables.tables_log import TablesLog
from tests.support.cut_log import CutLog
from tests.support.live_table import TABLE, LiveTable
from tests.support.seated_table import SMALL, SeatedTable

AT_ONCE = 5


class Log(CutLog):
    """One table's commits as they come."""

    def __init__(self, live: LiveTable) -> None:
        super().__init__(AT_ONCE)
        self._live = live

    async def batch(self, stream: str, subject: str, from_seq: int) -> Batch:
        for commit in self._live.log.commits[len(self.messages) :]:
            self.append(commit)
        return await super().batch(stream, subject, from_seq)


class BusyLog(CutLog):
    """While one reads, another commit comes, on and on; a reader who never has enough is stopped."""

    READS = 50

    async def batch(self, stream: str, subject: str, from_seq: int) -> Batch:
        found = await super().batch(stream, subject, from_seq)
        self.tell(TABLE, WaitingListJoined(f"cat-{len(self.messages)}", "Cat"))
        assert len(self.messages) < self.READS, "who follows is never through"
        return found


class Shelf:
    """Stands for `SeatShelf`."""

    def __init__(self) -> None:
        self.kept = b""

    def put(self, slots: Iterable[SlotSeatings]) -> None:
        self.kept = msgspec.msgpack.encode(list(slots))

    def all(self) -> list[SlotSeatings]:
        if not self.kept:
            return [SlotSeatings() for _ in range(SLOTS_PER_SHARD)]
        return msgspec.msgpack.decode(self.kept, type=list[SlotSeatings])


async def at_once(work: Callable[[], Any]) -> Any:
    return work()


def follower(table: LiveTable, shelf: Shelf, log: CutLog | None = None) -> SeatFollower:
    api: Any = log or Log(table)
    kept: Any = shelf
    in_thread: Any = at_once
    return SeatFollower(TablesLog(api), kept, in_thread, table.clock.now_ms)


async def test_a_second_life_goes_on_from_what_the_first_has_kept() -> None:
    table, shelf = SeatedTable(SMALL), Shelf()
    await table.seat("ann", "bob")
    log = Log(table)
    first = follower(table, shelf, log)
    await first.catch_up()
    shelf.put(first._slots)  # what `run` does now and then
    await table.next_hand()
    await first.catch_up()

    second = follower(table, shelf, log)
    await second.catch_up()

    assert second.everybody() == first.everybody() == {"ann", "bob"}
    assert second._slots == first._slots
    assert second.level_ms == table.clock.now_ms()


async def test_what_is_lost_is_read_from_the_log_again() -> None:
    table, shelf = SeatedTable(SMALL), Shelf()
    await table.seat("ann", "bob")
    first = follower(table, shelf)
    await first.catch_up()

    anew = follower(table, Shelf())
    await anew.catch_up()

    assert anew._slots == first._slots
    ((name, _, sitting),) = anew.tables_of("ann")
    assert name == TABLE
    assert sitting is not None
    assert sitting.has_bought


async def test_what_was_kept_and_does_not_go_with_the_log_is_read_anew_whoever_asks() -> None:
    # The event at which it showed was passed over, half taken, and all went on from there.
    table, shelf = SeatedTable(SMALL), Shelf()
    await table.seat("ann", "bob")
    unlike = follower(table, shelf)
    await unlike.catch_up()
    for slot in unlike._slots:
        slot.mark = b""  # as an older release kept them
        for there in slot.tables.values():
            there.seats.clear()
    shelf.put(unlike._slots)
    await table.next_hand()

    anew, first = follower(table, shelf), follower(table, Shelf())
    await anew.catch_up()
    await first.catch_up()

    assert anew.everybody() == {"ann", "bob"}
    assert anew._slots == first._slots


@pytest.mark.parametrize("grown", [0, 1, 8])
async def test_a_log_that_lost_its_end_is_read_anew_by_who_followed_it_and_by_who_kept_it(grown: int) -> None:
    log, shelf = CutLog(AT_ONCE), Shelf()
    living = follower(SeatedTable(SMALL), shelf, log)
    log.tell(TABLE, TableOpened(TABLE, SMALL, "owner"))
    log.tell(TABLE, PlayerSatDown(1, "ann", "Ann"))
    log.tell(TABLE, PlayerSatDown(2, "bob", "Bob"))
    await living.catch_up()
    shelf.put(living._slots)
    assert living.everybody() == {"ann", "bob"}

    log.lose_behind(2)
    for number in range(grown):
        log.tell(TABLE, WaitingListJoined(f"cat-{number}", "Cat"))

    begun = follower(SeatedTable(SMALL), shelf, log)
    for one in (living, begun):
        await one.catch_up()
        assert one.everybody() == {"ann", *(f"cat-{number}" for number in range(grown))}


async def test_who_asks_is_answered_though_tables_write_all_the_time() -> None:
    log = BusyLog(AT_ONCE)
    log.tell(TABLE, TableOpened(TABLE, SMALL, "owner"))
    for number in range(2 * AT_ONCE):
        log.tell(TABLE, PlayerSatDown(number, f"ann-{number}", "Ann"))
    table = SeatedTable(SMALL)
    seats = follower(table, Shelf(), log)

    await seats.catch_up()

    assert {f"ann-{number}" for number in range(2 * AT_ONCE)} <= seats.everybody()
    assert seats.level_ms == table.clock.now_ms()
