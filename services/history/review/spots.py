"""Decisions that another player's presence may sway, each in a cell of its like (R11.2)."""

from enum import IntEnum


class Spot(IntEnum):
    """What the one asked could have done to the other."""

    BET = 1
    """After the flop only the two are left and nobody has bet on this street: bets."""
    RAISE = 2
    """Only the two are left, the other has bet or raised: raises."""
    FOLD = 3
    """The same decisions: folds."""
    PRESS = 4
    """The other has bet or raised last, and a third player is still in: raises."""


CELLS = 16
"""Numbers kept for the cells of one spot."""
MOST_RAISES = 3


def bet_cell(street: int, checked_to: bool) -> int:
    """A chance to bet, told apart by the street and by whether the other has checked."""
    return Spot.BET * CELLS + 2 * street + checked_to


def raise_cell(street: int) -> int:
    """A chance to raise the only other."""
    return Spot.RAISE * CELLS + street


def fold_cell(street: int, big: bool) -> int:
    """A bet or raise of the only other; big: it costs at least half of what lies in the middle."""
    return Spot.FOLD * CELLS + 2 * street + big


def press_cell(street: int, raises: int, called: bool) -> int:
    """A chance to raise over the other's bet or raise, by how many there were and whether one has called."""
    if street:
        return Spot.PRESS * CELLS + 2 * MOST_RAISES + 2 + called
    return Spot.PRESS * CELLS + 2 * min(raises, MOST_RAISES) + called


def spot_of(cell: int) -> Spot:
    """The spot that a cell belongs to."""
    return Spot(cell // CELLS)
