"""Services are kept: started again when they end, ended in order, and never left behind."""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from console.supervisor import guard_process
from console.supervisor.guard_process import alive
from console.supervisor.keeper import CannotStart
from tests.support.patience import LONG_S
from tests.support.two_toys import toy, toys
from tests.support.waiting import until


async def test_a_killed_service_is_started_again_and_it_is_said(tmp_path: Path) -> None:
    async with toys(tmp_path, "toy") as there:
        await there.household.start(toy("toy"))
        first = there.pid("toy")

        os.kill(first, signal.SIGKILL)
        await there.until(lambda: "ready again" in there.said.getvalue())

        assert there.pid("toy") != first
        assert "was killed by SIGKILL; starting it again in 0.2 s" in there.said.getvalue()


async def test_who_is_killed_because_somebody_is_in_a_hurry_is_not_said_to_be_started_again(
    tmp_path: Path,
) -> None:
    async with toys(tmp_path, "one", "other") as there:
        await there.household.start(toy("one"), toy("other"))
        pids = there.pid("one"), there.pid("other")

        there.household.kill()
        await until(lambda: not any(map(alive, pids)))
        await there.household.stop()

        assert not there.guard.pids
        assert "starting it again" not in there.said.getvalue()


async def test_a_service_that_does_not_start_is_named_with_its_last_words(tmp_path: Path) -> None:
    async with toys(tmp_path, "well", "ill") as there:
        with pytest.raises(CannotStart, match="ill ended with exit code 1") as failed:
            await there.household.start(toy("well"), toy("ill", "does_not_start"))

        assert any("cannot_start" in line for line in failed.value.last_words)


async def test_a_service_that_never_gets_ready_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    async with toys(tmp_path, "slow") as there:
        with pytest.raises(CannotStart, match="slow was not ready within 2 s"):
            await there.household.start(toy("slow", "starts_for_ever", ready_within_s=2))


async def test_why_a_service_may_start_slowly_is_said_while_it_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.supervisor.keeper.TELLS_EVERY_S", 0.3)
    slow = replace(toy("slow", "starts_for_ever", ready_within_s=2), starts_slowly="it compiles")
    async with toys(tmp_path, "slow") as there:
        with pytest.raises(CannotStart):
            await there.household.start(slow)

        assert re.search(r"still getting ready after \d s \(it compiles\)", there.said.getvalue())


async def test_a_service_that_will_not_end_is_killed_and_it_is_said(tmp_path: Path) -> None:
    async with toys(tmp_path, "stuck") as there:
        await there.household.start(toy("stuck", "the_loop_hangs", ends_within_s=0.5))
        pid = there.pid("stuck")

        await there.household.stop()

        assert not alive(pid)
        assert "did not end within 0 s and was killed" in there.said.getvalue()


async def test_services_end_in_the_opposite_order(tmp_path: Path) -> None:
    async with toys(tmp_path, "second", "first") as there:
        await there.household.start(toy("first"))
        await there.household.start(toy("second"))

        await there.household.stop()

        ended = {name: (there.logs / f"{name}.log").stat().st_mtime_ns for name in ("first", "second")}
        assert ended["second"] < ended["first"]
        assert not there.guard.pids


STARTER = """
import subprocess, sys, time
from console.supervisor.guard import Guard
with open(sys.argv[1], "w") as lock:
    guard = Guard(["sleeper"], lock.fileno())
    sleeper = subprocess.Popen(["sleep", "60"], start_new_session=True)
    guard.hold("sleeper", sleeper.pid)
    print(sleeper.pid, flush=True)
    time.sleep(60)
"""


def test_nobody_outlives_a_starter_that_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STARTER, str(tmp_path / "lock")], stdout=subprocess.PIPE, text=True
    ) as starter:
        assert starter.stdout is not None
        sleeper = int(starter.stdout.readline())
        assert alive(sleeper)

        starter.kill()

    assert gone(sleeper)


def test_a_killed_guard_is_replaced_and_knows_everyone(tmp_path: Path) -> None:
    starter = STARTER.replace(
        "print(sleeper.pid, flush=True)",
        "guard._process.kill(); guard._process.wait()\n"
        '    guard.release("nobody"); guard.hold("sleeper", sleeper.pid); print(sleeper.pid, flush=True)',
    )
    with subprocess.Popen(
        [sys.executable, "-c", starter, str(tmp_path / "lock")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        sleeper = int(process.stdout.readline())

        process.kill()

    assert gone(sleeper)


def test_the_guard_starts_quickly() -> None:
    """By what it computes, for a busy machine must not be a red test."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-I", "-S", guard_process.__file__],
        stdin=subprocess.DEVNULL,
        timeout=LONG_S,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.5


def gone(pid: int, within_s: float = LONG_S) -> bool:
    deadline = time.monotonic() + within_s
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(pid)
