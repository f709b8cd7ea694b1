"""How long the log was away is told once it answers again, and clocks wait for its answer."""

from collections.abc import Callable

import pytest

from tests.support.clock import FakeClock
from tests.unit.ownership.fake_process import FakeProcess

Start = Callable[[str], FakeProcess]


async def test_an_outage_is_told_when_it_is_over(clock: FakeClock, start: Start) -> None:
    ann = start("ann")
    await clock.advance(4)
    ann.line.cut = True
    await clock.advance(6)
    assert ann.owner.away_s == []
    ann.line.cut = False
    await clock.advance(1)

    assert ann.owner.away_s == [pytest.approx(6.2, abs=0.7)]


async def test_a_hiccup_below_a_second_moves_no_clock(clock: FakeClock, start: Start) -> None:
    ann = start("ann")
    await clock.advance(4)
    ann.line.cut = True
    await clock.advance(0.7)
    ann.line.cut = False
    await clock.advance(4)

    assert ann.owner.away_s == []


async def test_the_tables_own_stream_counts_even_where_the_leases_answer(
    clock: FakeClock, start: Start
) -> None:
    ann = start("ann")
    await clock.advance(4)
    ann.line.log_cut = True
    await clock.advance(5)
    answered_ms = ann.tenure.log_answered_ms()
    assert clock.now_ms() - answered_ms >= 5_000
    assert ann.slots == 16
    assert ann.speaks_for_test_table(), "the lease is kept"
    ann.line.log_cut = False
    await clock.advance(1)

    assert ann.owner.away_s == [pytest.approx(5.2, abs=0.7)]
    assert ann.tenure.log_answered_ms() > answered_ms


async def test_the_log_counts_as_answering_from_when_it_was_asked(clock: FakeClock, start: Start) -> None:
    ann = start("ann")
    assert ann.tenure.log_answered_ms() == 0
    await clock.advance(0.3)

    assert ann.tenure.log_answered_ms() == clock.now_ms() - 300


async def test_who_was_last_alive_when_is_known_also_to_who_comes_later(
    clock: FakeClock, start: Start
) -> None:
    ann = start("ann")
    await clock.advance(2)
    ann.kill()
    died_ms = clock.now_ms()
    await clock.advance(60)
    bob = start("bob")
    await clock.advance(1)

    assert bob.presence.last_alive_ms("ann") == pytest.approx(died_ms, abs=400)
    assert bob.presence.last_alive_ms("nobody") is None
    assert bob.slots == 16, "nobody else was alive lately: no need to wait"


async def test_after_five_seconds_without_an_answer_another_server_is_tried(
    clock: FakeClock, start: Start
) -> None:
    ann = start("ann")
    await clock.advance(4)
    ann.line.cut = True
    await clock.advance(4)
    assert ann.line.gone_elsewhere == 0
    await clock.advance(8)
    assert ann.line.gone_elsewhere == 2
    ann.line.cut = False
    await clock.advance(20)

    assert ann.line.gone_elsewhere == 2
