"""A loop thread answers those who block, many at once, and lets nobody wait for ever."""

import asyncio
import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor

import pytest

from riverrun.runtime.eventstore.loop_thread import LoopThread
from tests.support.patience import LONG_S

THREADS, CALLS = 16, 50


async def doubled(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


async def broken() -> None:
    raise LookupError("nothing there")


def test_each_of_many_callers_gets_his_own_answer() -> None:
    loop = LoopThread()
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            answers = pool.map(lambda number: loop.call(doubled(number)), range(THREADS * CALLS))
            assert list(answers) == [2 * number for number in range(THREADS * CALLS)]
    finally:
        loop.stop()


def test_what_the_coroutine_raises_is_raised_where_it_was_called() -> None:
    loop = LoopThread()
    try:
        with pytest.raises(LookupError, match="nothing there"):
            loop.call(broken())
        assert loop.call(doubled(4)) == 8
    finally:
        loop.stop()


def test_a_call_that_takes_too_long_is_broken_off() -> None:
    loop, ended = LoopThread(), threading.Event()

    async def long() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    try:
        with pytest.raises(TimeoutError):
            loop.call(long(), timeout_s=0.05)
        assert ended.wait(LONG_S)
    finally:
        loop.stop()


def test_who_still_waits_when_it_ends_is_told_so_and_later_calls_are_refused() -> None:
    loop, waiting = LoopThread(), threading.Event()

    async def for_ever() -> None:
        waiting.set()
        await asyncio.Event().wait()

    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(loop.call, for_ever())
        assert waiting.wait(LONG_S)
        loop.stop()
        with pytest.raises(CancelledError):
            call.result(LONG_S)
    with pytest.raises(RuntimeError, match="ended"):
        loop.call(doubled(1))
