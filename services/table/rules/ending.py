"""When a table is at its end (R2.7)."""

from riverrun.contracts.table_events import EndReason
from riverrun.holdem.state import Table


def why_closing(table: Table) -> EndReason | None:
    """Why no further hand is dealt; None: one may be. That time is over is an event first."""
    if table.closing:
        return table.closing
    last = table.config.ends_after_hands
    return "hands" if last and table.hand_number >= last else None


def is_time_over(table: Table, now_ms: int) -> bool:
    """Whether the hour has come at which the table ends."""
    return bool(table.config.ends_at_ms) and now_ms >= table.config.ends_at_ms and not table.closing
