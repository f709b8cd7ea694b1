"""What comes in to the club's counter, checked."""

import pytest

from riverrun.runtime.grpc.bad_argument import BadArgument
from services.club.counter import reading


@pytest.mark.parametrize("name", ["2026-11", "week_48"])
def test_a_period_has_a_name(name: str) -> None:
    assert reading.period(name) == name


@pytest.mark.parametrize("name", ["", "2026 11", "2026/11", "x" * 65])
def test_what_names_no_period_is_told_what_does(name: str) -> None:
    # It was told that this is no player id.
    with pytest.raises(BadArgument, match="1 to 64 letters"):
        reading.period(name)
