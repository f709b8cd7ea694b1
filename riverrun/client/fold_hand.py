"""How a hand's start and its betting change a view."""

from collections.abc import Callable

from msgspec.structs import replace

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
from riverrun.contracts.views import EventView, HandView, SeatView, TableView, TurnView
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

BOARD_CARDS = 5


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
    return with_hand(view, pot=hand_of(view).pot + amount)


# -- the start


def _started(view: TableView, event: EventView) -> TableView:
    dealt_in = {one["seat"] for one in event["players"]}
    seats = tuple(
        replace(
            out_of_hand(seat), in_hand=True, standing="active", owes_small=False, owes_big=False, held_hands=0
        )
        if seat.seat in dealt_in
        else _passed(out_of_hand(seat), event)
        for seat in view.seats
    )
    hand = HandView(
        hand=event["hand"],
        phase="betting",
        street="preflop",
        button=event["button"],
        small_blind=event["small_blind"],
        big_blind=event["big_blind"],
        boards=("",) * event["boards"],
        pot=0,
        pots=(),
        current_bet=0,
        commitment=event["commitment"],
    )
    called = view.bomb_pot_called and not event["bomb_pot"]
    return replace(view, hand_number=event["hand"], seats=seats, hand=hand, bomb_pot_called=called)


def _passed(seat: SeatView, event: EventView) -> SeatView:
    """A seat without cards, which a blind may have passed."""
    return replace(
        seat,
        owes_small=seat.owes_small or seat.seat in event["missed_small"],
        owes_big=seat.owes_big or seat.seat in event["missed"],
        held_hands=max(0, seat.held_hands - 1),
    )


def _ante_posted(view: TableView, event: EventView) -> TableView:
    return _pays(view, event["seat"], event["amount"], bets=False)


def _blind_posted(view: TableView, event: EventView) -> TableView:
    if event["kind"] == "dead":
        return _pays(view, event["seat"], event["amount"], bets=False)
    view = _pays(view, event["seat"], event["amount"])
    price = max(hand_of(view).current_bet, event["price"])
    return with_hand(view, phase="betting", question=None, current_bet=price)


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
    own = view.you is not None and view.you.seat == turn.seat
    return with_hand(no_preset(view) if own else view, turn=turn)


def _clocks_extended(view: TableView, event: EventView) -> TableView:
    turn, question = hand_of(view).turn, hand_of(view).question
    if question is not None:
        return with_hand(view, question=replace(question, deadline_ms=event["deadline_ms"]))
    return view if turn is None else with_hand(view, turn=replace(turn, deadline_ms=event["deadline_ms"]))


def _folded(view: TableView, event: EventView) -> TableView:
    return with_hand(with_seat(view, event["seat"], folded=True), turn=None)


def _checked(view: TableView, _: EventView) -> TableView:
    return with_hand(view, turn=None)


def _acts(view: TableView, event: EventView) -> TableView:
    """All-in is what the event says: chips brought during the hand lie beside it."""
    return with_seat(_pays(view, event["seat"], event["amount"]), event["seat"], all_in=event["all_in"])


def _called(view: TableView, event: EventView) -> TableView:
    return with_hand(_acts(view, event), turn=None)


def _bet_or_raised(view: TableView, event: EventView) -> TableView:
    return with_hand(_acts(view, event), turn=None, current_bet=event["to"])


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
    return with_hand(view, pot=hand_of(view).pot - amount)


def _board_dealt(view: TableView, event: EventView) -> TableView:
    hand = hand_of(view)
    at = event["board"]
    boards = (*hand.boards[:at], hand.boards[at] + event["cards"], *hand.boards[at + 1 :])
    view = with_hand(view, street=event["street"], boards=boards)
    if hand.phase == "betting":
        return with_hand(no_preset(no_bets(view)), current_bet=0)
    view = with_hand(view, equities=())
    if all(len(board) == 2 * BOARD_CARDS for board in boards):
        return with_hand(view, phase="showdown")
    return view


FOLDERS: dict[str, Callable[[TableView, EventView], TableView]] = {
    "hand.started": _started,
    "hand.ante_posted": _ante_posted,
    "hand.blind_posted": _blind_posted,
    "hand.hole_cards_dealt": _hole_cards_dealt,
    "hand.turn_started": _turn_started,
    "table.clocks_extended": _clocks_extended,
    "hand.folded": _folded,
    "hand.checked": _checked,
    "hand.called": _called,
    "hand.bet": _bet_or_raised,
    "hand.raised": _bet_or_raised,
    "hand.uncalled_bet_returned": _uncalled_bet_returned,
    "hand.board_dealt": _board_dealt,
}
