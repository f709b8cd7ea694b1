"""Days, weeks and months in UTC, in which people's own limits are counted."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from services.club.identity.person_events import OwnLimit


class Period(NamedTuple):
    """From `from_ms` (Unix) on, before `until_ms`."""

    from_ms: int
    until_ms: int


def period_of(limit: OwnLimit, now_ms: int) -> Period:
    """The day, the week from Monday on, or the month in which a limit counts now."""
    today = datetime.fromtimestamp(now_ms / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    match limit:
        case "loss_day" | "time_day":
            return _between(today, today + timedelta(days=1))
        case "loss_week":
            monday = today - timedelta(days=today.weekday())
            return _between(monday, monday + timedelta(days=7))
        case "loss_month":
            first = today.replace(day=1)
            return _between(first, (first + timedelta(days=32)).replace(day=1))


def _between(begins: datetime, ends: datetime) -> Period:
    return Period(round(begins.timestamp() * 1000), round(ends.timestamp() * 1000))
