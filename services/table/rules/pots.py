"""Uncalled bets, pots in layers, and fair splits (R5.1-R5.4)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from riverrun.contracts.table_events import PotShare
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo


class Stake(NamedTuple):
    """What one player has in the middle: `contribution` by layers, `dead` for the main pot (R5.2)."""

    seat: SeatNo
    contribution: Chips
    folded: bool = False
    dead: Chips = 0


class Uncalled(NamedTuple):
    """The part of the highest contribution that nobody matched."""

    seat: SeatNo
    amount: Chips


def uncalled_bet(stakes: Sequence[Stake]) -> Uncalled | None:
    """By how much the highest contribution exceeds the second highest, folders' included (R5.1)."""
    second, highest = sorted(stake.contribution for stake in stakes)[-2:]
    if highest == second:
        return None
    owner = next(stake.seat for stake in stakes if stake.contribution == highest)
    return Uncalled(owner, highest - second)


def pots_of(stakes: Sequence[Stake]) -> tuple[PotShare, ...]:
    """The pots, main pot first, once the uncalled bet is gone (R5.2).

    A layer ends at each live player's contribution; folded chips above the highest join the last pot.
    """
    levels = sorted({stake.contribution for stake in stakes if not stake.folded})
    highest = max(stake.contribution for stake in stakes)
    dead = sum(stake.dead for stake in stakes)
    pots: list[PotShare] = []
    for floor, level in pairwise([0, *levels]):
        top = highest if level == levels[-1] else level
        amount = sum(min(stake.contribution, top) - min(stake.contribution, floor) for stake in stakes)
        if level == levels[0]:
            amount += dead
        contenders = tuple(stake.seat for stake in stakes if not stake.folded and stake.contribution >= level)
        if amount:
            pots.append(PotShare(amount, contenders))
    return tuple(pots)


def split(amount: Chips, shares: int) -> tuple[Chips, ...]:
    """Even shares; the odd chips go one each to the first ones (R5.4 within a pot, R7.2 over boards)."""
    even, odd = divmod(amount, shares)
    return tuple(even + (place < odd) for place in range(shares))
