"""A service that lives on and does not work is started again, once that can help, and nobody else is."""

import asyncio
import os
import signal
from pathlib import Path

from console.supervisor.guard_process import alive
from console.supervisor.health import ILL_ANSWERS, Health
from riverrun.runtime.tasks import end
from tests.support.health_page import ILL, SILENT, WELL, health_page
from tests.support.two_toys import toy, toys
from tests.support.waiting import until, waiting_for

OFTEN_S = 0.02


async def test_a_service_that_lives_on_and_does_not_work_is_started_again_and_it_is_said(
    tmp_path: Path,
) -> None:
    async with toys(tmp_path, "toy") as there, health_page(WELL) as page:
        await there.household.start(toy("toy", health=Health(page.url, tmp_path, OFTEN_S)))
        first = there.pid("toy")

        page.answers = [ILL]
        await there.until(lambda: "ending it" in there.said.getvalue())
        page.answers = [WELL]
        await there.until(lambda: "ready again" in there.said.getvalue())

        assert there.pid("toy") != first
        assert not alive(first)
        said = there.said.getvalue()
        assert "does not work: write error" in said
        assert "ending it, for only a new start mends that" in said
        assert "the disk is full" not in said


async def test_where_the_disk_is_full_it_is_started_again_once_there_is_room(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    async with toys(tmp_path, "toy") as there, health_page(ILL) as page:
        await there.household.start(toy("toy", health=Health(page.url, disk, OFTEN_S)))
        first = there.pid("toy")

        await there.until(lambda: "the disk is full" in there.said.getvalue())
        await asyncio.sleep(10 * OFTEN_S)
        assert there.pid("toy") == first
        assert alive(first)
        assert "ending it" not in there.said.getvalue()

        page.answers = [WELL]
        disk.mkdir()
        await there.until(lambda: "ready again" in there.said.getvalue())

        assert there.pid("toy") != first


async def test_what_a_new_start_did_not_mend_is_no_reason_for_another(tmp_path: Path) -> None:
    # A folder of no stream among nats-server's streams, and it was started again every fifteen seconds.
    async with toys(tmp_path, "toy") as there, health_page(ILL) as page:
        await there.household.start(toy("toy", health=Health(page.url, tmp_path, OFTEN_S)))
        await there.until(lambda: "ready again" in there.said.getvalue())
        second = there.pid("toy")

        asked = page.asked
        await until(lambda: page.asked > asked + 3 * ILL_ANSWERS)
        assert there.pid("toy") == second
        assert alive(second)

        page.answers = [WELL, ILL]
        await there.until(lambda: there.said.getvalue().count("ready again") == 2)


async def test_who_dies_while_the_disk_is_full_is_started_again_once_there_is_room(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    async with toys(tmp_path, "toy") as there, health_page(ILL) as page:
        await there.household.start(toy("toy", health=Health(page.url, disk, OFTEN_S)))
        await there.until(lambda: "the disk is full" in there.said.getvalue())

        os.kill(there.pid("toy"), signal.SIGKILL)
        await there.until(lambda: there.said.getvalue().count("the disk is full") == 2)
        disk.mkdir()

        await there.until(lambda: there.said.getvalue().count("ready again") == 2)


async def test_a_service_that_is_waited_for_can_be_ended(tmp_path: Path) -> None:
    async with toys(tmp_path, "toy") as there, health_page(ILL) as page:
        await there.household.start(toy("toy", health=Health(page.url, tmp_path / "disk", OFTEN_S)))
        pid = there.pid("toy")
        await there.until(lambda: "the disk is full" in there.said.getvalue())

        await there.household.stop()

        assert not alive(pid)


async def test_what_is_ill_for_a_moment_is_left_alone(tmp_path: Path) -> None:
    await _is_left_alone(tmp_path, [ILL, ILL, WELL] * 5)


async def test_who_does_not_answer_is_left_alone(tmp_path: Path) -> None:
    await _is_left_alone(tmp_path, [SILENT] * 15)


async def _is_left_alone(folder: Path, answers: list[int]) -> None:
    async with health_page(*answers, WELL) as page:
        losing = asyncio.create_task(Health(page.url, folder, OFTEN_S).lost())
        try:
            await until(lambda: page.asked > len(answers) or losing.done())
            assert not losing.done()
        finally:
            await end(losing)


async def test_a_page_that_says_nothing_is_told_by_its_status(tmp_path: Path) -> None:
    async with health_page(ILL, body="out of order") as page, waiting_for("an ailment"):
        assert await Health(page.url, tmp_path, OFTEN_S).lost() == "its health page answers 503"
