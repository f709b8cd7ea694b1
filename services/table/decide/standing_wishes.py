"""Wishes of a seat that stand until taken back: chips added by themselves, sitting out at the big blind."""

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import AutoTopUp
from riverrun.contracts.table_events import (
    AutoTopUpSet,
    BuyInReserved,
    PlayerSatOut,
    SitOutAtBigBlindSet,
    TopUpQueued,
)
from riverrun.holdem.state import Seat, Table, seat_at, seat_of
from riverrun.kernel.identifiers import PlayerId, SeatNo, TransferId
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules import seating as rules


def set_auto_top_up(table: Table, player: PlayerId, command: AutoTopUp) -> Draft:
    """Below so many chips, top up to so many after a hand; 0 takes it back (R8.4)."""
    seat = seat_of(table, player)
    if seat is None:
        raise refusals.NotSeated
    config = table.config
    to = (command.to or config.max_buy_in) if command.below else 0
    if command.below and not max(command.below, config.min_buy_in) <= to <= config.max_buy_in:
        raise refusals.BuyInOutOfBounds(min_buy_in=config.min_buy_in, max_buy_in=config.max_buy_in)
    if command.below and seat.dismissed:
        raise refusals.AlreadyLeaving
    draft = Draft(table)
    if (seat.top_up_below, seat.top_up_to) != (command.below, to):
        draft.record(AutoTopUpSet(seat.seat, command.below, to))
    return draft


def top_up_after_hand(draft: Draft, number: SeatNo, transfer: TransferId) -> None:
    """What was asked for, or else what falls due by itself."""
    seat = seat_at(draft.table, number)
    assert seat is not None, f"nobody sits in seat {number}"
    room = rules.room_to_top_up(draft.table, seat, 0)
    amount = min(seat.top_up_queued or rules.auto_top_up(seat), room)
    if amount:
        draft.record(BuyInReserved(transfer, seat.seat, seat.player, amount))
    elif seat.top_up_queued:
        draft.record(TopUpQueued(seat.seat, 0))


def sit_out_at_big_blind(table: Table, seat: Seat) -> Draft:
    """The player plays on until the big blind comes to him (R8.3)."""
    if seat.standing == "sitting_out" or seat.sit_out_queued or seat.out_at_big_blind:
        raise refusals.AlreadySittingOut
    if seat.standing == "buying_in":
        raise refusals.BuyInPending
    draft = Draft(table)
    draft.record(SitOutAtBigBlindSet(seat.seat))
    return draft


def rest_at_big_blind(table: Table, seat: Seat, facts: Facts) -> Draft:
    """The big blind has come: he sits out and owes it."""
    draft = Draft(table)
    draft.record(PlayerSatOut(seat.seat, facts.now_ms))
    return draft


def give_up_auto_top_up(draft: Draft, seat: Seat) -> None:
    """The account would not pay: it is not asked again after every hand."""
    if seat.top_up_below:
        draft.record(AutoTopUpSet(seat.seat, 0, 0))
