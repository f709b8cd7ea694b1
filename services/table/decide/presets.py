"""A player decides in advance, in secret; the table answers for him when his turn comes (R8.2)."""

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import PresetAction
from riverrun.contracts.table_events import ActionPreset
from riverrun.holdem.state import Betting, Hand, HandPlayer, Table
from riverrun.kernel.identifiers import PlayerId
from services.table.decide import betting
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules import presets as rules


def preset(table: Table, player: PlayerId, command: PresetAction) -> Draft:
    """Set it, change it or take it back, for the hand, the street and the price that the player sees.

    Raises `StalePreset` where one of them is another by now, so that a late message sets nothing.
    """
    hand, asker = _place(table, player)
    if command.move == "none":
        return _record(table, ActionPreset(asker.seat, "none", hand.street))
    assert isinstance(hand.phase, Betting)
    turn = hand.phase.turn
    if turn is not None and turn.seat == asker.seat:
        raise refusals.YourTurn(turn=turn.turn)
    if asker.folded or not asker.stack:
        raise refusals.NoDecisionAhead
    price = rules.price_for(hand, asker)
    if (command.hand, command.street, command.call_amount) != (hand.hand, hand.street, price):
        raise refusals.StalePreset(hand=hand.hand, street=hand.street, call_amount=price)
    if command.move == "check" and price:
        raise refusals.CannotCheck(call_amount=price)
    if command.move == "call" and not price:
        raise refusals.NothingToCall
    return _record(table, ActionPreset(asker.seat, command.move, hand.street, price))


def answer(table: Table, facts: Facts) -> Draft:
    """The turn has come and what was set for it holds: it is as if the player acted now."""
    hand = table.hand
    assert hand is not None, "no hand is in progress"
    assert isinstance(hand.phase, Betting), "no betting is in progress"
    turn = hand.phase.turn
    assert turn is not None, "no turn is open"
    assert turn.preset is not None, "nothing was set"
    does = rules.fires(turn.preset, hand.street, turn)
    assert does is not None, "what was set has lapsed"
    return betting.answer_for(table, does, "preset", facts)


def _place(table: Table, player: PlayerId) -> tuple[Hand, HandPlayer]:
    hand = table.hand
    if hand is None or not isinstance(hand.phase, Betting):
        raise refusals.HandOver(hand=table.hand_number)
    asker = next((one for one in hand.players if one.player == player), None)
    if asker is None:
        raise refusals.NoDecisionAhead
    return hand, asker


def _record(table: Table, event: ActionPreset) -> Draft:
    draft = Draft(table)
    draft.record(event)
    return draft
