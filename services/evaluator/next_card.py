"""What the next card makes of each pot: who leads with it, and who ties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from riverrun.holdem.rank import rank
from riverrun.kernel.cards import Card, Cards
from services.evaluator.spot import Spot

Contenders: TypeAlias = tuple[int, ...]
"""The places of those hands that can win a pot."""
Leaders: TypeAlias = tuple[int, ...]
"""The places of those of them that are best."""


@dataclass(frozen=True)
class NextCards:
    """For each pot, who leads now; for each unseen card, who will lead each pot with it."""

    now: tuple[Leaders, ...]
    after: Mapping[Card, tuple[Leaders, ...]]


def next_cards(spot: Spot, pots: Sequence[Contenders]) -> NextCards:
    """Before the turn or the river. A few hundred hands are ranked: that takes less than a millisecond."""
    after = {card: _leaders(spot.holes, (*spot.board, card), pots) for card in spot.unseen}
    return NextCards(_leaders(spot.holes, spot.board, pots), after)


def _leaders(holes: Sequence[Cards], board: Cards, pots: Sequence[Contenders]) -> tuple[Leaders, ...]:
    ranks = [rank((*board, *hole)) for hole in holes]
    return tuple(_best(ranks, contenders) for contenders in pots)


def _best(ranks: Sequence[int], contenders: Contenders) -> Leaders:
    highest = max(ranks[at] for at in contenders)
    return tuple(at for at in sorted(contenders) if ranks[at] == highest)
