"""Uncalled bets, pots in layers, and fair splits (R5.1-R5.4)."""

from collections.abc import Sequence

import msgspec

from riverrun.contracts.table_events import PotShare
from riverrun.holdem.state import HandPlayer
from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.kernel.identifiers import SeatNo


class Uncalled(msgspec.Struct, frozen=True, gc=False):
    """The part of the highest contribution that nobody matched."""

    seat: SeatNo
    amount: Chips


def uncalled_bet(players: Sequence[HandPlayer]) -> Uncalled | None:
    """By how much the highest contribution exceeds the second highest, folders' included (R5.1).

    A folder's own excess stays in: it joins the last pot (R5.2).
    """
    highest = second = 0
    owner: HandPlayer | None = None
    for player in players:
        amount = player.contribution
        if amount > highest:
            second, highest, owner = highest, amount, player
        elif amount > second:
            second = amount
    if owner is None or owner.folded or highest == second:
        return None
    return Uncalled(owner.seat, highest - second)


def pots_of(players: Sequence[HandPlayer]) -> tuple[PotShare, ...]:
    """The pots, main pot first, once the uncalled bet is gone; contenders in the players' order (R5.2).

    A layer ends at each live player's contribution; folded chips above the highest join the last pot, dead
    ones the main pot.
    """
    levels = sorted({player.contribution for player in players if not player.folded})
    dead = sum([player.dead for player in players])
    pots: list[PotShare] = []
    floor = 0
    for level in levels:
        top = level if level != levels[-1] else MAX_CHIPS
        amount = 0 if pots else dead
        contenders = []
        for player in players:
            paid = player.contribution
            if paid > floor:
                amount += (paid if paid < top else top) - floor  # noqa: FURB136 - three times as fast
            if paid >= level and not player.folded:
                contenders.append(player.seat)
        if amount:
            pots.append(PotShare(amount, tuple(contenders)))
        floor = level
    return tuple(pots)


def split(amount: Chips, shares: int) -> tuple[Chips, ...]:
    """Even shares; the odd chips go one each to the first ones (R5.4 within a pot, R7.2 over boards)."""
    even, odd = divmod(amount, shares)
    return (even + 1,) * odd + (even,) * (shares - odd)
