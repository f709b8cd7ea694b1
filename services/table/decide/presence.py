"""Who is connected to the table, and what time a lost connection is worth (R8.5)."""

from riverrun.contracts import refusals
from riverrun.contracts.table_events import (
    ExtraTimeGranted,
    PlayerDisconnected,
    PlayerReconnected,
    TimeBankStopped,
)
from riverrun.holdem.state import ExtraTime, Hand, Table, Turn, seat_at, seat_of
from riverrun.kernel.identifiers import PlayerId
from services.table.decide.draft import Draft
from services.table.rules import clocks


def disconnected(table: Table, player: PlayerId) -> Draft:
    """The last connection is gone; nothing new where that is known."""
    seat = seat_of(table, player)
    if seat is None:
        raise refusals.NotSeated
    draft = Draft(table)
    if not seat.disconnected:
        draft.record(PlayerDisconnected(seat.seat, player))
    return draft


def reconnected(table: Table, player: PlayerId) -> Draft:
    """There is a connection; nothing new where none was missed."""
    seat = seat_of(table, player)
    if seat is None:
        raise refusals.NotSeated
    draft = Draft(table)
    if seat.disconnected:
        draft.record(PlayerReconnected(seat.seat))
    return draft


def extra_time(table: Table, hand: Hand, turn: Turn) -> ExtraTime | None:
    """What the player to act will have used once he is given extra time at his time's end; None: none."""
    seat = seat_at(table, turn.seat)
    if seat is None or not seat.disconnected:
        return None
    return clocks.extra_time(table.config.disconnect, seat.extra_time, hand.hand, turn.deadline_ms)


def grant_extra_time(table: Table) -> Draft:
    """The time of a disconnected player is over: he gets more, once a hand and so much an hour."""
    draft = Draft(table)
    hand, turn = draft.hand, draft.betting.turn
    assert turn is not None, "no turn is open"
    seat = seat_at(table, turn.seat)
    after = extra_time(table, hand, turn)
    assert seat is not None, "the seat of a player in the hand is taken"
    assert after is not None, "there is no extra time"
    if turn.time_bank_ms:
        draft.record(TimeBankStopped(turn.seat, 0))
    deadline_ms = turn.deadline_ms + clocks.more_time_ms(seat.extra_time, after)
    draft.record(ExtraTimeGranted(turn.seat, hand.hand, deadline_ms, after.since_ms, after.used_ms))
    return draft
