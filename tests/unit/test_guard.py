"""Long tasks have names, and somebody who notices when one dies."""

import asyncio

from riverrun.runtime.serving.guard import Guard


async def for_ever(started: asyncio.Event) -> None:
    started.set()
    await asyncio.Event().wait()


async def test_a_crash_is_told_and_an_end_is_not() -> None:
    crashes: list[str] = []
    guard = Guard(on_crash=lambda: crashes.append("crash"))

    async def ends() -> None: ...

    async def crashes_soon() -> None:
        raise OSError("gone")

    ending, crashing = guard(ends(), "ending"), guard(crashes_soon(), "crashing")
    await asyncio.wait({ending, crashing})

    assert crashes == ["crash"]
    assert crashing.get_name() == "crashing"


async def test_what_still_runs_is_cancelled_at_the_end_without_being_a_crash() -> None:
    crashes: list[str] = []
    guard = Guard(on_crash=lambda: crashes.append("crash"))
    started = asyncio.Event()
    task = guard(for_ever(started), "dealer")
    await started.wait()

    await guard.cancel_all()

    assert task.cancelled()
    assert crashes == []
