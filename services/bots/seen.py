"""What a computer player knows when asked: its own cards, what everybody sees, and the offer (R12.1)."""

from dataclasses import dataclass

from riverrun.contracts.views import TableView
from riverrun.kernel.cards import Cards, cards
from riverrun.kernel.chips import Chips


@dataclass(frozen=True)
class Seen:
    """One turn as the player asked sees it. The offer's numbers are the table's own (R4.8)."""

    hole_cards: Cards
    board: Cards
    pot: Chips
    current_bet: Chips
    stack: Chips
    call_amount: Chips
    min_raise_to: Chips
    max_raise_to: Chips
    big_blind: Chips
    opponents: int
    second_board: Cards = ()

    @property
    def boards(self) -> tuple[Cards, ...]:
        """What lies open: two boards in a bomb pot that has them (R3.15)."""
        return (self.board, self.second_board) if self.second_board else (self.board,)

    @property
    def odds(self) -> float:
        """The part of the pot to come that a call costs: what a hand must win to pay for it."""
        return self.call_amount / (self.pot + self.call_amount) if self.call_amount else 0.0


def seen(view: TableView) -> Seen | None:
    """What the viewer sees of his own turn; None when he is not asked."""
    hand, you = view.hand, view.you
    if hand is None or you is None or hand.turn is None or hand.turn.seat != you.seat:
        return None
    own = next(seat for seat in view.seats if seat.seat == you.seat)
    others = [seat for seat in view.seats if seat.in_hand and not seat.folded and seat.seat != you.seat]
    return Seen(
        hole_cards=cards(you.hole_cards),
        board=cards(hand.boards[0]),
        pot=hand.pot,
        current_bet=hand.current_bet,
        stack=own.stack,
        call_amount=hand.turn.call_amount,
        min_raise_to=hand.turn.min_raise_to,
        max_raise_to=hand.turn.max_raise_to,
        big_blind=view.config["big_blind"],
        opponents=len(others),
        second_board=cards(hand.boards[1]) if len(hand.boards) > 1 else (),
    )
