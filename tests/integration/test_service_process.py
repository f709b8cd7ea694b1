"""A service's process starts, tells its health, and ends within a bound whatever hangs."""

import signal

import aiohttp
import pytest

from tests.support.service_process import DRAINS_LONG, service_process

TOY = "tests.support.toy_service"


async def status(session: aiohttp.ClientSession, address: str, page: str) -> tuple[int, str]:
    async with session.get(f"http://{address}/{page}") as response:
        return response.status, await response.text()


async def test_a_service_is_ready_and_says_on_sigterm_that_it_drains() -> None:
    async with (
        service_process(TOY, "none", RIVERRUN_HEALTH_PORT="0", **DRAINS_LONG) as toy,
        aiohttp.ClientSession() as session,
    ):
        ready = await toy.wait_for("ready")
        assert ready["toy"] == "wound up"
        assert (await status(session, ready["health"], "healthz"))[0] == 200
        assert (await status(session, ready["health"], "readyz"))[0] == 200
        assert "process_resident_memory_bytes" in (await status(session, ready["health"], "metrics"))[1]

        toy.signal(signal.SIGTERM)
        await toy.wait_for("stopping")
        draining, body = await status(session, ready["health"], "readyz")

        assert (draining, '"drain"' in body) == (503, True)


async def test_a_service_that_is_told_to_stop_ends_well() -> None:
    async with service_process(TOY, "none") as toy:
        await toy.wait_for("ready")

        toy.signal()

        assert await toy.ended() == 0
        assert toy.events() == ["ready", "stopping", "stopped"]


@pytest.mark.parametrize("signalled", [signal.SIGTERM, signal.SIGINT])
async def test_a_service_still_starting_stops_when_told(signalled: signal.Signals) -> None:
    async with service_process(TOY, "starts_for_ever") as toy:
        await toy.wait_for("starting")

        toy.signal(signalled)

        assert await toy.ended() == 0
        assert "ready" not in toy.events()


async def test_a_failed_start_is_logged_and_ends_with_1() -> None:
    async with service_process(TOY, "does_not_start") as toy:
        assert await toy.ended() == 1
        assert toy.events() == ["cannot_start", "stopped"]
        assert "no such luck" in toy.lines[0]["exception"]


async def test_a_crashed_task_stops_the_service_and_its_name_is_logged_but_not_its_cards() -> None:
    async with service_process(TOY, "a_task_crashes") as toy:
        assert await toy.ended() == 1
        (crash,) = [line for line in toy.lines if line["event"] == "task_crashed"]
        assert crash["task"] == "dealer"
        assert "LookupError: (withheld)" in crash["exception"]


async def test_an_error_while_stopping_leaves_the_other_parts_their_stop() -> None:
    async with service_process(TOY, "stops_with_an_error") as toy:
        await toy.wait_for("ready")

        toy.signal()

        assert await toy.ended() == 1
        assert toy.events() == ["ready", "stopping", "stopping_failed", "stopped"]


async def test_a_part_that_does_not_stop_is_left_behind_in_time() -> None:
    async with service_process(TOY, "stops_for_ever", RIVERRUN_STOP_WITHIN_S="0.3") as toy:
        await toy.wait_for("ready")

        toy.signal()

        assert await toy.ended() == 1
        assert "not_stopped_in_time" in toy.events()


async def test_even_a_hanging_event_loop_ends_in_time() -> None:
    async with service_process(TOY, "the_loop_hangs", RIVERRUN_STOP_WITHIN_S="0.1") as toy:
        await toy.wait_for("ready")

        toy.signal()

        assert await toy.ended() == 1


async def test_a_wait_that_runs_out_tells_what_was_said_and_where_the_process_stands() -> None:
    async with service_process(TOY, "the_loop_hangs") as toy:
        await toy.wait_for("ready")
        toy.signal()
        await toy.wait_for("stopping")

        with pytest.raises(AssertionError, match=r"'stopped' of .*not within 1 s(.|\n)*stopping") as late:
            await toy.wait_for("stopped", within_s=1)

        assert any("toy_service.py" in note for note in late.value.__notes__)


async def test_a_second_signal_ends_at_once() -> None:
    async with service_process(TOY, "stops_for_ever") as toy:
        await toy.wait_for("ready")
        toy.signal()
        await toy.wait_for("stopping")

        toy.signal()

        assert await toy.ended() == 1


async def test_wrong_settings_are_named_in_one_line_and_end_with_2() -> None:
    async with service_process(TOY, "none", RIVERRUN_HEALTH_PORT="high") as toy:
        assert await toy.ended() == 2
        assert toy.other_output.startswith("toy: ")
        assert "`RIVERRUN_HEALTH_PORT`" in toy.other_output
        assert toy.other_output.count("\n") == 1
