"""A person's wish made an answer to the turn, or a word on why it cannot be one."""

from typing import NamedTuple

from console.table_screen.wishes import Decide, Size
from riverrun.contracts.client_messages import Move
from riverrun.contracts.views import HandView, TurnView
from riverrun.kernel.chips import Chips


class Answer(NamedTuple):
    """What is sent to the table."""

    do: Move
    to: Chips | None = None


class NoAnswer(Exception):
    """Not offered; the message says what is."""


def answer(wish: Decide, hand: HandView, turn: TurnView, stack: Chips) -> Answer:
    """The answer within the turn's bounds. Raises `NoAnswer`."""
    match wish.do:
        case "fold":
            if not turn.call_amount and not wish.sure:
                raise NoAnswer("Checking is free: c checks. To fold all the same, type fold.")
            return Answer("fold")
        case "check_or_call":
            return Answer("call" if turn.call_amount else "check")
        case "check":
            if turn.call_amount:
                raise NoAnswer(f"There are {turn.call_amount:,} to call: c calls, f folds.")
            return Answer("check")
        case "call":
            if not turn.call_amount:
                raise NoAnswer("There is nothing to call: c checks.")
            return Answer("call")
        case "all_in":
            return _all_in(turn, stack)
        case "bet_or_raise" | "bet" | "raise":
            return Answer("raise" if hand.current_bet else "bet", _total(wish.size, hand, turn))


def raise_total(size: Size, hand: HandView, turn: TurnView) -> Chips:
    """A named size as a total within the bounds: a pot is what lies in the middle once the bet is called."""
    if isinstance(size, int):
        return size
    after_call = hand.pot + turn.call_amount
    to = {
        "min": turn.min_raise_to,
        "half": hand.current_bet + after_call // 2,
        "pot": hand.current_bet + after_call,
    }[size]
    return min(max(to, turn.min_raise_to), turn.max_raise_to)


def _total(size: Size | None, hand: HandView, turn: TurnView) -> Chips:
    assert size is not None, "a raise has a size"
    if not turn.max_raise_to:
        raise NoAnswer(_no_raise(turn))
    to = raise_total(size, hand, turn)
    if to > turn.max_raise_to:
        raise NoAnswer(f"You have {turn.max_raise_to:,} at most: a goes all-in.")
    if to < turn.min_raise_to:
        raise NoAnswer(f"The least is {turn.min_raise_to:,}.")
    return to


def _all_in(turn: TurnView, stack: Chips) -> Answer:
    if not turn.max_raise_to and turn.call_amount < stack:
        raise NoAnswer(_no_raise(turn))
    return Answer("all_in")


def _no_raise(turn: TurnView) -> str:
    return "No raise is open to you: " + ("c calls, f folds." if turn.call_amount else "c checks.")
