"""A spot: hands that meet on a board, and what may still come."""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from riverrun.kernel.cards import ALL_CARDS, Cards

BOARD = 5


@dataclass(frozen=True)
class Spot:
    """Known hole cards in the caller's order, none to five board cards, and dead cards, which cannot come."""

    holes: tuple[Cards, ...]
    board: Cards = ()
    dead: Cards = ()

    @property
    def unseen(self) -> Cards:
        """What may come, in the deck's first order."""
        seen = {*self.board, *self.dead, *(card for hole in self.holes for card in hole)}
        return tuple(card for card in ALL_CARDS if card not in seen)

    @property
    def to_come(self) -> int:
        return BOARD - len(self.board)

    def ways(self, unseen: int) -> int:
        """In how many ways so many unseen cards complete the board."""
        return comb(unseen, self.to_come)


def packed(cards: Cards) -> NDArray[np.uint8]:
    """Cards as engines take them."""
    return np.array(cards, np.uint8)


def packed_holes(holes: tuple[Cards, ...]) -> NDArray[np.uint8]:
    """`(n, 2)`, also when there is none."""
    return np.array(holes, np.uint8).reshape(-1, 2)
