"""What fails again and again is begun anew at a slower and slower pace, and told of more and more rarely."""

from structlog.testing import capture_logs
from structlog.typing import EventDict

from riverrun.runtime.serving.readiness import Readiness
from services.history.rests import LONGEST_S, SHORTEST_S, TROUBLED_AFTER, WELL_S, Rests


class Slept:
    """A clock that only rests move, and what lasts."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.rests: list[float] = []
        self.readiness = Readiness()
        self.rest = Rests("riverrun", self.readiness, lambda: self.now_s, self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.rests.append(seconds)
        self.now_s += seconds

    async def lasts(self, seconds: float, times: int = 1) -> None:
        for _ in range(times):
            self.rest.begun()
            self.now_s += seconds
            await self.rest.after(OSError("gone"))


async def test_what_fails_right_after_each_beginning_rests_longer_each_time() -> None:
    # It had begun well as soon as it was connected: a batch that could never be written was tried for ever
    # five times a second, each time with the whole error in the log.
    slept = Slept()
    await slept.lasts(3.0, times=9)

    assert slept.rests[:3] == [SHORTEST_S, 2 * SHORTEST_S, 4 * SHORTEST_S]
    assert slept.rests == sorted(slept.rests)
    assert slept.rests[-1] == LONGEST_S


async def test_a_batch_that_was_written_or_a_long_while_make_the_next_rest_short() -> None:
    slept = Slept()
    await slept.lasts(0.1, times=3)
    slept.rest.went_on()
    await slept.lasts(0.1, times=3)
    await slept.lasts(WELL_S)

    assert slept.rests[3] == SHORTEST_S
    assert slept.rests[-1] == SHORTEST_S


async def test_no_number_of_failures_makes_a_rest_without_end() -> None:
    slept = Slept()
    await slept.lasts(0.1, times=3_000)

    assert set(slept.rests[10:]) == {LONGEST_S}


async def test_failures_are_told_more_and_more_rarely_and_what_lasts_is_an_error_and_a_trouble() -> None:
    slept = Slept()
    with capture_logs() as told:
        await slept.lasts(0.1, times=TROUBLED_AFTER - 1)
        assert not slept.readiness.troubles
        await slept.lasts(0.1, times=20)

    assert [(one["failures"], one["log_level"]) for one in told] == [
        (1, "warning"),
        (2, "warning"),
        (4, "warning"),
        (8, "error"),
        (16, "error"),
    ]
    assert slept.readiness.troubles == ("projecting into riverrun",)
    with capture_logs() as told:
        slept.rest.went_on()
    assert events(told) == ["projecting_goes_on"]
    assert not slept.readiness.troubles


async def test_a_clickhouse_that_is_not_there_yet_is_one_calm_line() -> None:
    slept = Slept()
    with capture_logs() as told:
        for _ in range(TROUBLED_AFTER - 1):
            await slept.rest.after(OSError("refused"))
    assert events(told) == ["waiting_for_clickhouse"]
    assert told[0]["log_level"] == "info"

    with capture_logs() as told:
        await slept.rest.after(OSError("refused"))
    assert told[0]["log_level"] == "error"


def events(told: list[EventDict]) -> list[str]:
    return [str(one["event"]) for one in told]
