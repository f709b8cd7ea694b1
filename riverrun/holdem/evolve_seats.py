"""How the events of seats and buy-ins change a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import (
    AutoTopUpSet,
    BuyInConfirmed,
    BuyInRefused,
    BuyInReserved,
    KickTimerMoved,
    LeaveQueued,
    PlayerCameBack,
    PlayerDismissed,
    PlayerSatDown,
    PlayerSatOut,
    PlayerStoodUp,
    PlayStopped,
    RabbitHunted,
    RunItPreferred,
    SitOutAtBigBlindSet,
    SitOutQueued,
    TopUpQueued,
)
from riverrun.holdem.state import Departed, Seat, SeatCut, Table, Transfer, departed
from riverrun.kernel.identifiers import SeatNo, TransferId

REMEMBERED_DEPARTED = 100


def _with_seat(table: Table, number: SeatNo, **changes: Any) -> Table:
    seats = tuple(replace(seat, **changes) if seat.seat == number else seat for seat in table.seats)
    return replace(table, seats=seats)


def _stack(table: Table, number: SeatNo) -> Seat:
    return next(seat for seat in table.seats if seat.seat == number)


def _without_transfer(table: Table, transfer: TransferId) -> tuple[Transfer, ...]:
    return tuple(one for one in table.transfers if one.transfer != transfer)


def _player_sat_down(table: Table, event: PlayerSatDown) -> Table:
    known = departed(table, event.player)
    taken = Seat(event.seat, event.player, event.name, posts=event.posts)
    if known is not None:
        taken = replace(
            taken,
            hands_dealt=known.hands_dealt,
            extra_time=known.extra_time,
            left_with=known.stack,
            left_ms=known.left_ms,
            cut=SeatCut(missed=known.missed_cut) if known.missed_cut else None,
        )
    seats = tuple(sorted((*table.seats, taken), key=lambda seat: seat.seat))
    return replace(table, seats=seats, departed=tuple(one for one in table.departed if one is not known))


def _buy_in_reserved(table: Table, event: BuyInReserved) -> Table:
    reserved = Transfer(event.transfer, event.seat, event.player, event.amount)
    return replace(
        _with_seat(table, event.seat, top_up_queued=0),
        transfers=(*table.transfers, reserved),
        transfers_begun=table.transfers_begun + 1,
    )


def _buy_in_confirmed(table: Table, event: BuyInConfirmed) -> Table:
    seat = _stack(table, event.seat)
    standing = "waiting" if seat.standing == "buying_in" else seat.standing
    bought = _with_seat(table, event.seat, stack=seat.stack + event.amount, standing=standing)
    return replace(
        bought, bought=table.bought + event.amount, transfers=_without_transfer(table, event.transfer)
    )


def _buy_in_refused(table: Table, event: BuyInRefused) -> Table:
    return replace(table, transfers=_without_transfer(table, event.transfer))


def _top_up_queued(table: Table, event: TopUpQueued) -> Table:
    return _with_seat(table, event.seat, top_up_queued=event.amount)


def _sit_out_queued(table: Table, event: SitOutQueued) -> Table:
    return _with_seat(table, event.seat, sit_out_queued=event.queued)


def _auto_top_up_set(table: Table, event: AutoTopUpSet) -> Table:
    return _with_seat(table, event.seat, top_up_below=event.below, top_up_to=event.to)


def _sit_out_at_big_blind_set(table: Table, event: SitOutAtBigBlindSet) -> Table:
    return _with_seat(table, event.seat, out_at_big_blind=event.wished)


def _leave_queued(table: Table, event: LeaveQueued) -> Table:
    return _with_seat(table, event.seat, leave_queued=True)


def _player_dismissed(table: Table, event: PlayerDismissed) -> Table:
    return _with_seat(
        table,
        event.seat,
        dismissed=event.reason,
        top_up_queued=0,
        top_up_below=0,
        top_up_to=0,
        move_queued=0,
        move_posts=False,
    )


def _player_sat_out(table: Table, event: PlayerSatOut) -> Table:
    seat = _stack(table, event.seat)
    return _with_seat(
        table,
        event.seat,
        standing="sitting_out",
        sat_out_ms=event.since_ms,
        away_since=table.hand_number if seat.standing == "active" else seat.away_since,
        broke=event.reason == "no_chips",
        sit_out_queued=False,
        out_at_big_blind=False,
        time_outs=0,
    )


def _kick_timer_moved(table: Table, event: KickTimerMoved) -> Table:
    return _with_seat(table, event.seat, sat_out_ms=event.since_ms)


def _player_came_back(table: Table, event: PlayerCameBack) -> Table:
    return _with_seat(
        table,
        event.seat,
        standing="waiting" if event.waits else "active",
        posts=event.posts,
        sat_out_ms=0,
        broke=False,
        sit_out_queued=False,
        out_at_big_blind=False,
        time_outs=0,
    )


def _player_stood_up(table: Table, event: PlayerStoodUp) -> Table:
    seat = _stack(table, event.seat)
    if event.reason == "buy_in_refused":  # no chips came: what he left with before still binds him
        stack, left_ms = seat.left_with, seat.left_ms
    else:
        stack, left_ms = event.amount, event.at_ms
    missed_cut = 0 if seat.cut is None else seat.cut.missed
    left = Departed(
        seat.player, seat.time_bank_ms, seat.hands_dealt, seat.extra_time, stack, left_ms, missed_cut
    )
    return replace(
        table,
        seats=tuple(one for one in table.seats if one is not seat),
        cashed_out=table.cashed_out + event.amount,
        departed=(*table.departed, left)[-REMEMBERED_DEPARTED:],
        transfers_begun=table.transfers_begun + 1,
    )


def _run_it_preferred(table: Table, event: RunItPreferred) -> Table:
    return _with_seat(table, event.seat, run_it=event.preference)


def _rabbit_hunted(table: Table, event: RabbitHunted) -> Table:
    hand = table.hand
    assert hand is not None, "the hand is gone"
    seat = _stack(table, event.seat)
    paid = _with_seat(table, event.seat, stack=seat.stack - event.fee)
    rabbits = (*hand.rabbits, (event.seat, event.positions))
    return replace(paid, fees=table.fees + event.fee, hand=replace(hand, rabbits=rabbits))


def _play_stopped(table: Table, _: PlayStopped) -> Table:
    seats = tuple(replace(seat, owes_small=False, owes_big=False, held_hands=0) for seat in table.seats)
    return replace(table, places=None, seats=seats)


EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    PlayerSatDown: _player_sat_down,
    BuyInReserved: _buy_in_reserved,
    BuyInConfirmed: _buy_in_confirmed,
    BuyInRefused: _buy_in_refused,
    TopUpQueued: _top_up_queued,
    SitOutQueued: _sit_out_queued,
    AutoTopUpSet: _auto_top_up_set,
    SitOutAtBigBlindSet: _sit_out_at_big_blind_set,
    LeaveQueued: _leave_queued,
    PlayerDismissed: _player_dismissed,
    PlayerSatOut: _player_sat_out,
    KickTimerMoved: _kick_timer_moved,
    PlayerCameBack: _player_came_back,
    PlayerStoodUp: _player_stood_up,
    PlayStopped: _play_stopped,
    RunItPreferred: _run_it_preferred,
    RabbitHunted: _rabbit_hunted,
}
