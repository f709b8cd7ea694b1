"""A process can be made to die at a named point, in a sandbox only."""

import pytest

from riverrun.runtime.settings.environment import BadSetting
from services.table.host.dying import Death, DyingLog, appointed
from tests.unit.host.fake_host import FakeHost
from tests.unit.host.fenced_log import FencedLog


def test_nobody_dies_who_is_not_told_to() -> None:
    assert appointed("", sandbox=False) is None


def test_production_refuses_to_be_told() -> None:
    with pytest.raises(BadSetting, match="RIVERRUN_SANDBOX"):
        appointed("unsettled:3", sandbox=False)


@pytest.mark.parametrize("text", ["nowhere", "unsettled:soon", ":4", "unseen:4:later"])
def test_a_point_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="must be one of"):
        appointed(text, sandbox=True)


def test_death_comes_at_its_point_after_so_many_passes_and_once() -> None:
    deaths: list[str] = []
    death = Death("unseen", 3, 0, lambda: deaths.append("dead"), lambda: 0)
    for _ in range(2):
        death.passing("unseen")
        death.passing("unsettled")
    assert not deaths
    death.passing("unseen")
    death.passing("unseen")

    assert deaths == ["dead"]


def test_passes_before_the_time_do_not_count() -> None:
    deaths: list[str] = []
    now_s = 100.0
    death = Death("unseen", 2, 5, lambda: deaths.append("dead"), lambda: now_s)
    for _ in range(10):
        death.passing("unseen")
    now_s = 105.0
    death.passing("unseen")
    assert not deaths
    death.passing("unseen")

    assert deaths == ["dead"]


async def test_a_commit_passes_unsettled_before_it_is_acknowledged_and_unanswered_after() -> None:
    log, passed = FencedLog(), []

    class Recording(Death):
        def passing(self, point: str) -> None:
            passed.append((point, len(log.commits["s0-test1234"])))

    log.answers.clear()
    host = FakeHost("ann", log)
    host.log = DyingLog(log, Recording("unseen", 1, 0, lambda: None, lambda: 0))  # type: ignore[assignment]
    log.answers.set()
    await host.open("s0-test1234")
    await host.end()

    assert ("unanswered", 1) in passed
    assert ("hosted", 1) in passed
    assert passed[0][0] == "unsettled"
