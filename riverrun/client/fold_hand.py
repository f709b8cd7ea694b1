"""How the events of a hand change a view."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.client.fold_seats import seat_at, with_own, with_seat
from riverrun.contracts.views import EventView, HandView, PotView, SeatView, TableView, TurnView
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

BOARD_CARDS = 5


def _hand(view: TableView) -> HandView:
    assert view.hand is not None, "no hand is in progress"
    return view.hand


def _with_hand(view: TableView, **changes: Any) -> TableView:
    return replace(view, hand=replace(_hand(view), **changes))


def _out_of_hand(seat: SeatView) -> SeatView:
    return replace(seat, in_hand=False, folded=False, all_in=False, bet=0, contribution=0, cards="")


def _pays(view: TableView, number: SeatNo, amount: Chips, *, bets: bool = True) -> TableView:
    """Chips go from the stack into the middle; in front of the player where it `bets`."""
    seat = seat_at(view, number)
    view = with_seat(
        view,
        number,
        stack=seat.stack - amount,
        all_in=seat.stack == amount,
        bet=seat.bet + (amount if bets else 0),
        contribution=seat.contribution + amount,
    )
    return _with_hand(view, pot=_hand(view).pot + amount)


# -- the start


def _started(view: TableView, event: EventView) -> TableView:
    dealt_in = {one["seat"] for one in event["players"]}
    seats = tuple(
        replace(_out_of_hand(seat), in_hand=True, standing="active")
        if seat.seat in dealt_in
        else _out_of_hand(seat)
        for seat in view.seats
    )
    hand = HandView(
        hand=event["hand"],
        phase="betting",
        street="preflop",
        button=event["button"],
        small_blind=event["small_blind"],
        big_blind=event["big_blind"],
        boards=("",),
        pot=0,
        pots=(),
        current_bet=0,
        commitment=event["commitment"],
    )
    return replace(view, hand_number=event["hand"], seats=seats, hand=hand)


def _ante_posted(view: TableView, event: EventView) -> TableView:
    return _pays(view, event["seat"], event["amount"], bets=False)


def _blind_posted(view: TableView, event: EventView) -> TableView:
    if event["kind"] == "dead":
        return _pays(view, event["seat"], event["amount"], bets=False)
    view = _pays(view, event["seat"], event["amount"])
    return _with_hand(view, current_bet=max(_hand(view).current_bet, event["price"]))


def _hole_cards_dealt(view: TableView, event: EventView) -> TableView:
    if view.you is None:
        return view
    return with_own(view, view.you.seat, hole_cards=event["cards"])


# -- betting


def _turn_started(view: TableView, event: EventView) -> TableView:
    turn = TurnView(
        event["turn"],
        event["seat"],
        event["call_amount"],
        event["min_raise_to"],
        event["max_raise_to"],
        event["deadline_ms"],
    )
    return _with_hand(view, turn=turn)


def _folded(view: TableView, event: EventView) -> TableView:
    return _with_hand(with_seat(view, event["seat"], folded=True), turn=None)


def _checked(view: TableView, _: EventView) -> TableView:
    return _with_hand(view, turn=None)


def _called(view: TableView, event: EventView) -> TableView:
    return _with_hand(_pays(view, event["seat"], event["amount"]), turn=None)


def _bet_or_raised(view: TableView, event: EventView) -> TableView:
    return _with_hand(_pays(view, event["seat"], event["amount"]), turn=None, current_bet=event["to"])


def _uncalled_bet_returned(view: TableView, event: EventView) -> TableView:
    seat, amount = seat_at(view, event["seat"]), event["amount"]
    view = with_seat(
        view,
        seat.seat,
        stack=seat.stack + amount,
        all_in=False,
        bet=max(0, seat.bet - amount),
        contribution=seat.contribution - amount,
    )
    return _with_hand(view, pot=_hand(view).pot - amount)


def _board_dealt(view: TableView, event: EventView) -> TableView:
    hand = _hand(view)
    at = event["board"]
    boards = (*hand.boards[:at], hand.boards[at] + event["cards"], *hand.boards[at + 1 :])
    view = _with_hand(view, street=event["street"], boards=boards)
    if hand.phase == "betting":
        return _with_hand(_no_bets(view), current_bet=0)
    if all(len(board) == 2 * BOARD_CARDS for board in boards):
        return _with_hand(view, phase="showdown")
    return view


def _no_bets(view: TableView) -> TableView:
    return replace(view, seats=tuple(replace(seat, bet=0) for seat in view.seats))


# -- the end


def _betting_closed(view: TableView, event: EventView) -> TableView:
    pots = tuple(PotView(amount, tuple(contenders)) for amount, contenders in event["pots"])
    phase = "all_in" if event["all_in"] else "showdown"
    return _with_hand(_no_bets(view), phase=phase, pots=pots, current_bet=0, turn=None)


def _runs_agreed(view: TableView, event: EventView) -> TableView:
    return _with_hand(view, boards=_hand(view).boards[:1] * event["runs"])


def _turned_up(view: TableView, event: EventView) -> TableView:
    for one in event["hands"]:
        view = with_seat(view, one["seat"], cards=one["cards"])
    return view


def _shown(view: TableView, event: EventView) -> TableView:
    return with_seat(view, event["seat"], cards=event["cards"])


def _rake_taken(view: TableView, event: EventView) -> TableView:
    return _with_hand(view, pot=_hand(view).pot - event["amount"])


def _pot_awarded(view: TableView, event: EventView) -> TableView:
    seat = seat_at(view, event["seat"])
    view = with_seat(view, seat.seat, stack=seat.stack + event["amount"], all_in=False)
    return _with_hand(view, pot=_hand(view).pot - event["amount"])


def _ended(view: TableView, event: EventView) -> TableView:
    """Awards have come as events of their own; only a voided hand gives back here what was put in (R2.8)."""
    void = event["ended_by"] == "void"
    seats = tuple(
        replace(
            seat,
            stack=seat.stack + (seat.contribution if void else 0),
            all_in=False,
            bet=0,
            contribution=0,
        )
        for seat in view.seats
    )
    return _with_hand(replace(view, seats=seats), phase="over", pot=0, current_bet=0, turn=None)


def _sealed(view: TableView, _: EventView) -> TableView:
    view = replace(view, seats=tuple(_out_of_hand(seat) for seat in view.seats), hand=None)
    return view if view.you is None else with_own(view, view.you.seat, hole_cards="")


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "hand.started": _started,
    "hand.ante_posted": _ante_posted,
    "hand.blind_posted": _blind_posted,
    "hand.hole_cards_dealt": _hole_cards_dealt,
    "hand.turn_started": _turn_started,
    "hand.folded": _folded,
    "hand.checked": _checked,
    "hand.called": _called,
    "hand.bet": _bet_or_raised,
    "hand.raised": _bet_or_raised,
    "hand.uncalled_bet_returned": _uncalled_bet_returned,
    "hand.board_dealt": _board_dealt,
    "hand.betting_closed": _betting_closed,
    "hand.runs_agreed": _runs_agreed,
    "hand.turned_up": _turned_up,
    "hand.shown": _shown,
    "hand.rake_taken": _rake_taken,
    "hand.pot_awarded": _pot_awarded,
    "hand.ended": _ended,
    "hand.sealed": _sealed,
}
