"""The clock that stands still in tests."""

import asyncio

from riverrun.runtime.clock import Clock, SystemClock
from tests.support.clock import FakeClock


async def test_sleepers_wake_in_turn_each_at_its_own_moment() -> None:
    clock = FakeClock(now_ms=1_000)
    woken: list[tuple[str, float]] = []

    async def sleeper(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((name, clock.monotonic_s()))

    async with asyncio.TaskGroup() as tasks:
        for name, seconds in (("late", 3.0), ("early", 1.0), ("now", 0.0)):
            tasks.create_task(sleeper(name, seconds))
        await clock.advance(2.0)
        assert woken == [("now", 0.0), ("early", 1.0)]
        await clock.advance(2.0)

    assert woken[-1] == ("late", 3.0)
    assert clock.now_ms() == 5_000


async def test_setting_the_wall_does_not_move_the_steady_clock() -> None:
    clock = FakeClock()
    await clock.advance(1.5)

    clock.set_wall(42)

    assert clock.now_ms() == 42
    assert clock.monotonic_s() == 1.5


async def test_both_clocks_fit_the_port() -> None:
    clocks: list[Clock] = [SystemClock(), FakeClock()]

    for clock in clocks:
        await clock.sleep(0)
        assert clock.now_ms() > 1_600_000_000_000
        assert clock.monotonic_s() >= 0
