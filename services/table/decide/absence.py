"""How long a player may sit out: while the table stands still, that time does not run (R8.3, R8.9)."""

from riverrun.contracts.table_events import KickTimerMoved
from services.table.decide.draft import Draft


def extend_kick_timers(draft: Draft, away_ms: int, least_ms: int, now_ms: int) -> None:
    """Nobody could come back for a while: kick timers run off later by that, and not before `least_ms`."""
    kick_ms = draft.config.clocks.kick_ms
    for seat in draft.table.seats:
        moved = min(max(seat.sat_out_ms + away_ms, least_ms - kick_ms), now_ms)
        if seat.standing == "sitting_out" and moved > seat.sat_out_ms:
            draft.record(KickTimerMoved(seat.seat, moved))
