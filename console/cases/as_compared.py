"""What a case expects, in the one form in which it is compared: order and amounts of nothing mean nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from console.cases.case_shapes import Pot

_AMOUNTS = ("uncalled", "payouts")
_SETS = ("all_in", "dealt")
_ONLY_NAMED = ("final_stacks", "stacks")


def comparable(what: str, expected: Any, got: Any) -> tuple[Any, Any]:
    """Both sides. Stacks are compared for the seats that the case names; chips cannot be lost elsewhere."""
    if isinstance(expected, Mapping):
        if what in _ONLY_NAMED and isinstance(got, Mapping):
            return expected, {seat: stack for seat, stack in got.items() if seat in expected}
        if what in _AMOUNTS:
            return {seat: amount for seat, amount in expected.items() if amount}, got
        if what == "missed":
            return {seat: sorted(owed) for seat, owed in sorted(expected.items()) if owed}, got
    if isinstance(expected, list):
        if what == "pots":
            return pots_of_case(expected), got
        if what in _SETS:
            return sorted(expected), got
        if what == "winners_per_run":
            return [[sorted(winners) for winners in runs] for runs in expected], got
    return expected, got


def pots_of_case(pots: Iterable[Pot]) -> list[list[Any]]:
    """Amounts with who can win them; pots with the same eligible seats are one pot."""
    found: list[list[Any]] = []
    for pot in pots:
        seats = sorted(pot.eligible)
        if found and found[-1][1] == seats:
            found[-1][0] += pot.amount
        else:
            found.append([pot.amount, seats])
    return found
