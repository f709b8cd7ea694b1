"""A player changes his seat: at once where he is not dealt in, else after the hand (R3.12)."""

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import MoveSeat
from riverrun.contracts.table_events import SeatChanged, SeatChangeQueued
from riverrun.holdem.state import Seat, Table, is_dealt_in, seat_of
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.decide.draft import Draft
from services.table.rules import moves as rules
from services.table.rules.seating import free_seats, pending_buy_in
from services.table.rules.waiting_list import seats_open_to


def move_seat(table: Table, player: PlayerId, command: MoveSeat) -> Draft:
    """Move, or set it for after the hand; naming no seat takes that back. Raises a `Refusal`."""
    seat = seat_of(table, player)
    if seat is None:
        raise refusals.NotSeated
    draft = Draft(table)
    if command.seat is None:
        if seat.move_queued:
            draft.record(SeatChangeQueued(seat.seat, 0))
        return draft
    if not 1 <= command.seat <= table.config.seats:
        raise refusals.NoSuchSeat(seats=table.config.seats)
    if command.seat not in free_seats(table):
        raise refusals.SeatTaken(seat=command.seat)
    if command.seat not in seats_open_to(table, player):
        raise refusals.SeatReserved(seat=command.seat)
    if pending_buy_in(table, seat.seat):
        raise refusals.BuyInPending
    if seat.leave_queued or seat.dismissed:
        raise refusals.AlreadyLeaving
    if not is_dealt_in(table, seat.seat):
        _move(draft, seat, command.seat, command.post)
    elif (seat.move_queued, seat.move_posts) != (command.seat, command.post):
        draft.record(SeatChangeQueued(seat.seat, command.seat, command.post))
    return draft


def make_queued_moves(table: Table) -> Draft:
    """Between hands, in order of seats; who finds the seat taken stays where he is."""
    draft = Draft(table)
    for seat in rules.queued(table):
        if seat.move_queued in seats_open_to(draft.table, seat.player):
            _move(draft, seat, seat.move_queued, seat.move_posts)
        else:
            draft.record(SeatChangeQueued(seat.seat, 0))
    return draft


def _move(draft: Draft, seat: Seat, to: SeatNo, post: bool) -> None:
    hands = rules.hands_to_wait(draft.table, seat, to)
    draft.record(SeatChanged(seat.seat, to, hands, post or seat.posts))
