"""Standing in line for a seat: joining, leaving, offers and their lapse (R8.7)."""

from riverrun.contracts import refusals
from riverrun.contracts.table_events import SeatOffered, WaitingListJoined, WaitingListLeft
from riverrun.holdem.state import Table, Waiter, seat_of
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules import waiting_list as rules


def join(table: Table, player: PlayerId, name: str) -> Draft:
    """Stand at the end of the line. Raises a `Refusal` where a seat is to be had at once."""
    if seat_of(table, player) is not None:
        raise refusals.AlreadySeated
    if rules.waiter_of(table, player) is not None:
        raise refusals.AlreadyWaiting
    if rules.seats_open_to(table, player):
        raise refusals.SeatIsFree(seat=rules.seats_open_to(table, player)[0])
    if len(table.waiting_list) >= rules.MOST_WAITING:
        raise refusals.WaitingListFull(most=rules.MOST_WAITING)
    draft = Draft(table)
    draft.record(WaitingListJoined(player, name))
    return draft


def leave(table: Table, player: PlayerId) -> Draft:
    """Leave the line; with a seat kept for him that is to refuse it."""
    waiter = rules.waiter_of(table, player)
    if waiter is None:
        raise refusals.NotWaiting
    draft = Draft(table)
    draft.record(WaitingListLeft(player, "refused" if waiter.seat else "asked"))
    return draft


def offer(table: Table, waiter: Waiter, seat: SeatNo, facts: Facts) -> Draft:
    """Keep a free seat for who is first in line."""
    draft = Draft(table)
    draft.record(SeatOffered(waiter.player, seat, facts.now_ms + table.config.clocks.seat_offer_ms))
    return draft


def lapse(table: Table, waiter: Waiter) -> Draft:
    """The seat was not taken in time."""
    draft = Draft(table)
    draft.record(WaitingListLeft(waiter.player, "lapsed"))
    return draft


def take_seat(draft: Draft, player: PlayerId, wanted: SeatNo | None) -> SeatNo:
    """The seat that a player sits down in, who then waits no more. Raises `SeatReserved`, `TableFull`."""
    table = draft.table
    open_seats = rules.seats_open_to(table, player)
    if wanted is None and not open_seats:
        raise refusals.TableFull(seats=table.config.seats)
    seat = open_seats[0] if wanted is None else wanted
    if seat not in open_seats:
        raise refusals.SeatReserved(seat=seat)
    if rules.waiter_of(table, player) is not None:
        draft.record(WaitingListLeft(player, "seated"))
    return seat


def extend_offers(draft: Draft, away_ms: int, least_ms: int, now_ms: int) -> None:
    """Nobody could take a seat for a while: offers last longer by that, yet no longer than new ones."""
    most_ms = now_ms + draft.config.clocks.seat_offer_ms
    for waiter in draft.table.waiting_list:
        moved = min(max(waiter.until_ms + away_ms, least_ms), most_ms)
        if waiter.seat and moved > waiter.until_ms:
            draft.record(SeatOffered(waiter.player, waiter.seat, moved))
