"""Uncalled bets, pots in layers, and fair splits (R5.1-R5.4)."""

from collections.abc import Sequence

import msgspec

from riverrun.contracts.table_events import PotShare
from riverrun.holdem.state import HandPlayer
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo


class Uncalled(msgspec.Struct, frozen=True, gc=False):
    """The part of the highest contribution that nobody matched."""

    seat: SeatNo
    amount: Chips


def uncalled_bet(players: Sequence[HandPlayer]) -> Uncalled | None:
    """By how much the highest contribution exceeds the second highest, folders' included (R5.1).

    A folder's own excess stays in: it joins the last pot (R5.2).
    """
    second = highest = 0
    owner = players[0]
    for player in players:
        amount = player.contribution
        if amount > highest:
            second, highest, owner = highest, amount, player
        elif amount > second:
            second = amount
    return None if owner.folded or highest == second else Uncalled(owner.seat, highest - second)


def pots_of(players: Sequence[HandPlayer]) -> tuple[PotShare, ...]:
    """The pots, main pot first, once the uncalled bet is gone; contenders in the players' order (R5.2).

    A layer ends at each live player's contribution; folded chips above the highest join the last pot, dead
    ones the main pot.
    """
    live = [player for player in players if not player.folded]
    levels = sorted({player.contribution for player in live})
    left = sum([player.contribution + player.dead for player in players])
    if len(levels) == 1:
        return (PotShare(left, tuple([player.seat for player in live])),) if left else ()
    pots: list[PotShare] = []
    floor = 0
    for level in levels:
        if level == levels[-1]:
            amount = left
        else:
            layers = [min(player.contribution, level) - floor for player in players]
            amount = sum([layer for layer in layers if layer > 0])
            amount += 0 if pots else sum([player.dead for player in players])
        if amount:
            contenders = [player.seat for player in live if player.contribution >= level]
            pots.append(PotShare(amount, tuple(contenders)))
        left -= amount
        floor = level
    return tuple(pots)


def left_to(winner: SeatNo, players: Sequence[HandPlayer], uncalled: Chips) -> tuple[PotShare, ...]:
    """The same where all others have folded: one pot of all that is in, less the uncalled bet (R2.2)."""
    amount = sum([player.contribution + player.dead for player in players]) - uncalled
    return (PotShare(amount, (winner,)),) if amount else ()


def split(amount: Chips, shares: int) -> tuple[Chips, ...]:
    """Even shares; the odd chips go one each to the first ones (R5.4 within a pot, R7.2 over boards)."""
    if shares == 1:
        return (amount,)
    even, odd = divmod(amount, shares)
    return (even + 1,) * odd + (even,) * (shares - odd)
