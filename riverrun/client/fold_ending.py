"""How a hand's end changes a view: pots, showdown, awards."""

from collections.abc import Callable

from msgspec.structs import replace

from riverrun.client.fold_equities import equities_in
from riverrun.client.view_parts import (
    hand_of,
    no_bets,
    no_preset,
    out_of_hand,
    seat_at,
    with_hand,
    with_own,
    with_seat,
)
from riverrun.contracts.views import EventView, PotView, QuestionView, TableView


def _betting_closed(view: TableView, event: EventView) -> TableView:
    pots = tuple(PotView(pot["amount"], tuple(pot["contenders"])) for pot in event["pots"])
    phase = "all_in" if event["all_in"] else "showdown"
    view = no_preset(no_bets(view))
    return with_hand(view, phase=phase, pots=pots, current_bet=0, turn=None)


def _runs_agreed(view: TableView, event: EventView) -> TableView:
    return with_hand(view, boards=hand_of(view).boards[:1] * event["runs"], question=None)


def _runs_asked(view: TableView, event: EventView) -> TableView:
    question = QuestionView("runs", tuple(event["seats"]), event["runs"], event["deadline_ms"])
    return with_hand(view, question=question)


def _runs_refused(view: TableView, _: EventView) -> TableView:
    return with_hand(view, question=None)


def _rabbit_hunted(view: TableView, event: EventView) -> TableView:
    seat = seat_at(view, event["seat"])
    return with_seat(view, seat.seat, stack=seat.stack - event["fee"])


def _turned_up(view: TableView, event: EventView) -> TableView:
    for one in event["hands"]:
        view = with_seat(view, one["seat"], cards=one["cards"])
    return with_hand(view, equities=equities_in(event))


def _shown(view: TableView, event: EventView) -> TableView:
    return with_seat(view, event["seat"], cards=event["cards"])


def _rake_taken(view: TableView, event: EventView) -> TableView:
    return with_hand(view, pot=hand_of(view).pot - event["amount"])


def _pot_awarded(view: TableView, event: EventView) -> TableView:
    seat = seat_at(view, event["seat"])
    view = with_seat(view, seat.seat, stack=seat.stack + event["amount"], all_in=False)
    return with_hand(view, pot=hand_of(view).pot - event["amount"])


def _voided(view: TableView, event: EventView) -> TableView:
    for one in event["returned"]:
        seat = seat_at(view, one["seat"])
        stack = seat.stack + one["amount"]
        view = with_seat(view, seat.seat, stack=stack, all_in=False, bet=0, contribution=0)
    return with_hand(view, pot=0, pots=(), question=None, insurance=None)


def _ended(view: TableView, _: EventView) -> TableView:
    """Stacks are final already: every chip that moved came with an event of its own."""
    seats = tuple(replace(seat, all_in=False, bet=0, contribution=0) for seat in view.seats)
    return with_hand(
        no_preset(replace(view, seats=seats)), phase="over", pot=0, current_bet=0, turn=None, equities=()
    )


def _sealed(view: TableView, _: EventView) -> TableView:
    view = replace(view, seats=tuple(out_of_hand(seat) for seat in view.seats), hand=None)
    return view if view.you is None else with_own(view, view.you.seat, hole_cards="")


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "hand.betting_closed": _betting_closed,
    "hand.runs_asked": _runs_asked,
    "hand.runs_agreed": _runs_agreed,
    "hand.runs_refused": _runs_refused,
    "hand.rabbit_hunted": _rabbit_hunted,
    "hand.turned_up": _turned_up,
    "hand.shown": _shown,
    "hand.rake_taken": _rake_taken,
    "hand.pot_awarded": _pot_awarded,
    "hand.voided": _voided,
    "hand.ended": _ended,
    "hand.sealed": _sealed,
}
