"""The house has a player leave: he wants to be let in nowhere, or is let in here no more (R13.4)."""

from riverrun.contracts.table_events import PlayerDismissed, WaitingListLeft
from riverrun.holdem.state import Seat, Table, seat_of
from riverrun.kernel.identifiers import PlayerId
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.decide.seating import stood_up
from services.table.rules.waiting_list import waiter_of


def dismiss(table: Table, player: PlayerId, reason: str) -> Draft:
    """He waits here no more, and his seat is to be freed; nothing new where that is known."""
    draft = Draft(table)
    if waiter_of(table, player) is not None:
        draft.record(WaitingListLeft(player, "dismissed"))
    seat = seat_of(table, player)
    if seat is not None and not seat.dismissed:
        draft.record(PlayerDismissed(seat.seat, reason or "dismissed"))
    return draft


def see_out(table: Table, seat: Seat, facts: Facts) -> Draft:
    """He is in no hand: the stack goes back to the account."""
    draft = Draft(table)
    draft.record(stood_up(table, seat, facts.now_ms, "dismissed"))
    return draft
