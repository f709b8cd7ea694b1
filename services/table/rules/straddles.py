"""Who may straddle, for how much, and until where the chain goes (R3.14)."""

import msgspec

from riverrun.holdem.state import Betting, Hand
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.rules.blinds import clockwise_from


class Straddle(msgspec.Struct, frozen=True, gc=False):
    """A straddle that others must match with `price`; its player adds `amount`, all of it his own."""

    seat: SeatNo
    amount: Chips
    price: Chips
    covered: bool


def next_straddle(hand: Hand, most: int) -> Straddle | None:
    """The straddle that the chain has come to; None where it is at its end."""
    straddle = straddle_in_turn(hand, most)
    return straddle if straddle is not None and straddle.covered else None


def straddle_in_turn(hand: Hand, most: int) -> Straddle | None:
    """Whose straddle the next one would be, whether he can pay for it or not.

    Each is twice what came before. A live post counts towards it.
    """
    posted = straddles_posted(hand)
    order = _chain(hand)
    if posted >= min(most, len(order)):
        return None
    player = hand.players[hand.seats.index(order[posted])]
    price = 2 * _price(hand)
    amount = price - player.bet
    return Straddle(player.seat, amount, price, player.stack >= amount)


def last_blind(hand: Hand) -> SeatNo:
    """Who posted the last blind, a straddle or the big blind, and so has the last option (R4.7)."""
    assert hand.big_blind is not None, "a hand without blinds"
    posted = straddles_posted(hand)
    return _chain(hand)[posted - 1] if posted else hand.big_blind


def straddles_posted(hand: Hand) -> int:
    """How many stand: each doubled the price of the big blind."""
    return (_price(hand) // hand.minimum_bet).bit_length() - 1


def _price(hand: Hand) -> Chips:
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    return betting.current_bet


def _chain(hand: Hand) -> tuple[SeatNo, ...]:
    """From the left of the big blind to the button; blinds never straddle, and nobody does heads-up."""
    if len(hand.seats) < 3 or hand.big_blind is None:
        return ()
    order = clockwise_from(hand.big_blind, hand.seats)[:-1]
    return tuple(seat for seat in order if seat != hand.small_blind)
