"""What an invented player knows when asked, and what he may answer."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from console.invented.style import Style
from riverrun.kernel.cards import ALL_CARDS, Cards, rank_of, suit_of

Answer: TypeAlias = Literal["fold", "check", "call"] | int
"""A number is the total of a bet or raise."""
COMMITTED = 0.6
"""Whoever would put in this part of all he has puts in everything."""


@dataclass(slots=True)
class Asked:
    """One turn. `others` are still in; `raiser` has bet or raised last on this street (empty: nobody)."""

    player: str
    hole_cards: Cards
    board: Cards
    strength: int
    pot: int
    current_bet: int
    price: int
    least: int
    most: int
    big_blind: int
    late: float
    raises: int
    others: list[str]
    raiser: str
    against: Style | None
    """The style of the only other, where there is only one."""

    def raise_to(self, total: float) -> Answer:
        """To about that total, within the offer; a check or call where no raise is open."""
        if not self.most:
            return self.stay()
        to = min(max(round(total), self.least), self.most)
        return self.most if to >= COMMITTED * self.most else to

    def stay(self) -> Answer:
        """Check or call."""
        return "call" if self.price else "check"

    def give_up(self) -> Answer:
        """Check or fold."""
        return "fold" if self.price else "check"


def _chen(high: int, low: int, suited: bool) -> float:
    """Two cards by Chen's points: twenty for aces."""
    points = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}.get(high, (high + 2) / 2)
    if high == low:
        return max(5.0, 2 * points)
    gap = high - low - 1
    points += 2 * suited - (0, 1, 2, 4, 5)[min(gap, 4)]
    return points + (gap < 2 and high < 10) + low / 100


def _by_worth() -> dict[Cards, float]:
    """Every two cards -> which part of all is better: 0 for aces."""
    pairs = [(first, second) for first in ALL_CARDS for second in ALL_CARDS if first < second]

    def worth(pair: Cards) -> float:
        low, high = sorted((rank_of(pair[0]), rank_of(pair[1])))
        return _chen(high, low, suit_of(pair[0]) == suit_of(pair[1]))

    ordered = sorted(pairs, key=worth, reverse=True)
    return {pair: place / len(ordered) for place, pair in enumerate(ordered)}


BETTER_THAN = _by_worth()
"""Two cards, the lesser first -> which part of all hands is better."""
