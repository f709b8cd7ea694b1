"""A computer player's answer to its turn, always one that the table has offered."""

from typing import NamedTuple

from riverrun.contracts.client_messages import Move
from riverrun.kernel.chips import Chips
from services.bots.seen import Seen

COMMITTED = 0.6
"""Whoever would put in this part of all he has puts in everything."""


class Decision(NamedTuple):
    """What to do; `to` is the total of a bet or raise."""

    do: Move
    to: Chips | None = None


def check_or_fold(seen: Seen) -> Decision:
    return Decision("fold" if seen.call_amount else "check")


def check_or_call(seen: Seen) -> Decision:
    return Decision("call" if seen.call_amount else "check")


def bet_or_raise(seen: Seen, to: float) -> Decision:
    """To about that total in half big blinds, within the offer; a check or call where no raise is open."""
    if not seen.max_raise_to:
        return check_or_call(seen)
    chip = max(1, seen.big_blind // 2)
    amount = min(max(round(to / chip) * chip, seen.min_raise_to), seen.max_raise_to)
    if amount >= COMMITTED * seen.max_raise_to:
        amount = seen.max_raise_to
    return Decision("raise" if seen.current_bet else "bet", amount)
