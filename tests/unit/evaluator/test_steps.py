"""Long work is done step by step, and no further than somebody asks."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from services.evaluator.steps import each, finish
from tests.support.waiting import until


def counting(to: int, done: list[int]) -> Iterator[int]:
    for number in range(to):
        done.append(number)
        yield number


async def test_each_step_is_told_and_the_last_one_is_the_answer() -> None:
    with ThreadPoolExecutor(1) as workers:
        assert [step async for step in each(workers, counting(4, []))] == [0, 1, 2, 3]
        assert await finish(workers, counting(4, [])) == 3


async def test_who_stops_asking_stops_the_work() -> None:
    done: list[int] = []
    with ThreadPoolExecutor(1) as workers:
        async for step in each(workers, counting(1_000_000, done)):
            if step == 3:
                break

    assert done == [0, 1, 2, 3]


async def test_who_is_cancelled_stops_the_work_after_the_step_in_progress() -> None:
    done: list[int] = []
    with ThreadPoolExecutor(1) as workers:
        working = asyncio.create_task(finish(workers, counting(1_000_000, done)), name="working")
        await until(lambda: bool(done))
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        so_far = len(done)
        await asyncio.sleep(0.05)

    assert 0 < so_far < 1_000_000
    assert len(done) <= so_far + 1


async def test_two_take_turns_on_one_worker() -> None:
    order: list[str] = []

    def named(name: str) -> Iterator[str]:
        for _ in range(20):
            order.append(name)
            yield name

    with ThreadPoolExecutor(1) as workers:
        await asyncio.gather(finish(workers, named("a")), finish(workers, named("b")))

    assert order.index("b") < 5


async def test_what_a_step_raises_is_raised() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise LookupError("two")

    with ThreadPoolExecutor(1) as workers, pytest.raises(LookupError, match="two"):
        await finish(workers, failing())
