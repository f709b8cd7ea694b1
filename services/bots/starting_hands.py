"""Which two cards are worth playing, as players write them down: `88+`, `ATs+`, `KQo`."""

from collections.abc import Iterator
from enum import IntEnum

from riverrun.kernel.cards import RANKS, Cards, rank_of, suit_of


class Tier(IntEnum):
    """How good two cards are before the flop."""

    JUNK = 0
    LOOSE = 1
    PLAYABLE = 2
    STRONG = 3
    PREMIUM = 4


_CHART = {
    Tier.PREMIUM: "QQ+ AKs AKo",
    Tier.STRONG: "88+ ATs+ KJs+ QJs AJo+ KQo",
    Tier.PLAYABLE: "22+ A2s+ K9s+ Q9s+ J9s+ T8s+ 98s 87s 76s A9o+ KTo+ QTo+ JTo",
    Tier.LOOSE: "K2s+ Q5s+ J7s+ T7s+ 97s+ 86s+ 75s+ 65s 54s A2o+ K8o+ Q9o+ J9o+ T9o 98o",
}


def written(hole_cards: Cards) -> str:
    """Two cards as a chart names them: `AKs`, `AKo`, `AA`."""
    low, high = sorted(hole_cards)
    name = RANKS[rank_of(high)] + RANKS[rank_of(low)]
    if rank_of(high) == rank_of(low):
        return name
    return name + ("s" if suit_of(high) == suit_of(low) else "o")


def _meant(entry: str) -> Iterator[str]:
    """`88+` is every pair from eights up; `ATs+` every suited ace from a ten's kicker up."""
    high, low, suits = entry[0], entry[1], entry.rstrip("+")[2:]
    if not entry.endswith("+"):
        yield entry
    elif high == low:
        yield from (rank + rank for rank in RANKS[RANKS.index(high) :])
    else:
        yield from (high + rank + suits for rank in RANKS[RANKS.index(low) : RANKS.index(high)])


_TIERS = {name: tier for tier in sorted(_CHART) for entry in _CHART[tier].split() for name in _meant(entry)}


def tier_of(hole_cards: Cards) -> Tier:
    """The best tier in which the chart lists these two cards."""
    return _TIERS.get(written(hole_cards), Tier.JUNK)
