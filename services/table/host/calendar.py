"""When an id of a table has lived long enough and the table rolls to the next one."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

Calendar: TypeAlias = Callable[[int], int]
"""From now (Unix ms) to when a table opened now rolls."""

LONGEST_MONTH = timedelta(days=31)


def calendar(life_s: int) -> Calendar:
    """So many seconds after an id's first event; 0: when the month is over, by UTC."""
    if life_s:
        return lambda now_ms: now_ms + life_s * 1_000
    return end_of_month_ms


def end_of_month_ms(now_ms: int) -> int:
    """The first moment of the next month."""
    now = datetime.fromtimestamp(now_ms / 1_000, UTC)
    in_next_month = datetime(now.year, now.month, 1, tzinfo=UTC) + LONGEST_MONTH
    return round(in_next_month.replace(day=1).timestamp() * 1_000)
