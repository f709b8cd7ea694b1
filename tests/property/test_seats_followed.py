"""Whatever happens at a table: who sits and waits there, with how much, is what its events tell."""

import asyncio

import pytest

from riverrun.holdem.state import Over, Table
from services.club.bouncer.seatings import HEARD, SlotSeatings
from services.table.codec import codec
from tests.support.live_table import TABLE, LiveTable
from tests.support.table_life import TableLife

HANDS_A_LIFE = 20


class Follower:
    """Follows as the club does, and compares where stacks are final."""

    def __init__(self) -> None:
        self.slot = SlotSeatings()
        self._taken = 0
        self.compared = 0

    def look(self, live: LiveTable) -> None:
        for commit in live.log.commits[self._taken :]:
            for event in codec.decode_all(commit):
                if isinstance(event, HEARD):
                    self.slot.take(TABLE, event, commit.at_ms)
        self._taken = len(live.log.commits)
        table = live.hosted.table
        if not table.closed:
            self._compare(table)

    def _compare(self, table: Table) -> None:
        there = self.slot.tables[TABLE]
        assert {number: one.player for number, one in there.seats.items()} == {
            seat.seat: seat.player for seat in table.seats
        }
        assert there.waiting == [waiter.player for waiter in table.waiting_list]
        assert set(there.reserved) == {transfer.transfer for transfer in table.transfers}
        if table.hand is None or isinstance(table.hand.phase, Over):
            self.compared += 1
            chips = {number: one.chips for number, one in there.seats.items()}
            assert chips == {seat.seat: seat.stack for seat in table.seats}


@pytest.mark.parametrize("seed", range(6))
def test_seats_stacks_and_waiting_lists_are_the_tables_own(seed: int) -> None:
    follower = Follower()

    asyncio.run(TableLife(seed, follower.look).play(HANDS_A_LIFE))

    assert follower.compared
