"""Whose turn it is: an answer names the turn it answers (R4.9)."""

from riverrun.contracts import refusals
from riverrun.holdem.state import Betting, Table, Turn
from riverrun.kernel.identifiers import PlayerId


def own_turn(table: Table, player: PlayerId, hand_number: int, turn_number: int) -> tuple[Betting, Turn]:
    """The betting round and the player's open turn. Raises a `Refusal` where it is not his, or another."""
    hand = table.hand
    if hand is None or type(hand.phase) is not Betting:
        raise refusals.HandOver(hand=table.hand_number)
    betting = hand.phase
    turn = betting.turn
    assert turn is not None, "a betting round without a turn"
    if hand.players[turn.at].player != player:
        raise refusals.NotYourTurn(seat=turn.seat)
    if turn_number != turn.turn or hand_number != hand.hand:
        raise refusals.StaleTurn(hand=hand.hand, turn=turn.turn)
    return betting, turn
