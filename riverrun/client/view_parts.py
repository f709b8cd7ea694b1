"""Parts of a view, found and changed: what the folds have in common."""

from typing import Any

from msgspec.structs import replace

from riverrun.contracts.views import HandView, SeatView, TableView
from riverrun.kernel.identifiers import SeatNo


def with_seat(view: TableView, number: SeatNo, **changes: Any) -> TableView:
    """The view with that seat changed."""
    seats = tuple(replace(seat, **changes) if seat.seat == number else seat for seat in view.seats)
    return replace(view, seats=seats)


def seat_at(view: TableView, number: SeatNo) -> SeatView:
    """The taken seat of that number."""
    return next(seat for seat in view.seats if seat.seat == number)


def with_own(view: TableView, number: SeatNo, **changes: Any) -> TableView:
    """The view with the player's own settings changed, if the seat is his."""
    if view.you is None or view.you.seat != number:
        return view
    return replace(view, you=replace(view.you, **changes))


def hand_of(view: TableView) -> HandView:
    """The hand on the table; events of a hand never come without one."""
    assert view.hand is not None, "no hand is in progress"
    return view.hand


def with_hand(view: TableView, **changes: Any) -> TableView:
    """The view with the hand changed."""
    return replace(view, hand=replace(hand_of(view), **changes))


def out_of_hand(seat: SeatView) -> SeatView:
    """The seat as it is between hands."""
    return replace(seat, in_hand=False, folded=False, all_in=False, bet=0, contribution=0, cards="")


def no_preset(view: TableView) -> TableView:
    """The view without what the player had set for a turn that has come, or cannot come any more."""
    if view.you is None or view.you.preset is None:
        return view
    return with_own(view, view.you.seat, preset=None)


def no_bets(view: TableView) -> TableView:
    """The view with all bets gathered into the middle."""
    return replace(view, seats=tuple(replace(seat, bet=0) for seat in view.seats))
