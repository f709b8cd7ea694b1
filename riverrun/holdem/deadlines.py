"""The one deadline that may be open in a hand: a turn's, a question's, or that for showing cards (R8.9)."""

from msgspec.structs import replace

from riverrun.holdem.state import Betting, Hand, Over


def open_deadline(hand: Hand | None) -> int | None:
    """Until when (Unix ms) somebody is asked something or may show; None where nobody is."""
    if hand is None:
        return None
    if hand.question is not None:
        return hand.question.deadline_ms
    phase = hand.phase
    if isinstance(phase, Over):
        return None if phase.ended_by == "void" else phase.show_until_ms
    turn = phase.turn if isinstance(phase, Betting) else None
    return None if turn is None else turn.deadline_ms


def with_deadline(hand: Hand, deadline_ms: int) -> Hand:
    """The same hand with its open deadline moved."""
    if hand.question is not None:
        return replace(hand, question=replace(hand.question, deadline_ms=deadline_ms))
    if isinstance(hand.phase, Over):
        return replace(hand, phase=replace(hand.phase, show_until_ms=deadline_ms))
    assert isinstance(hand.phase, Betting), "nobody is asked anything"
    assert hand.phase.turn is not None, "nobody is asked anything"
    turn = replace(hand.phase.turn, deadline_ms=deadline_ms)
    return replace(hand, phase=replace(hand.phase, turn=turn))
