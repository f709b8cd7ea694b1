"""Which hand is a bomb pot, and what everyone puts in (R3.15)."""

from riverrun.holdem.state import Table
from riverrun.kernel.chips import Chips


def next_bomb_pot(table: Table) -> Chips:
    """The ante of the next hand where that is a bomb pot, else 0."""
    config = table.config
    every = config.bomb_pot_every
    if table.bomb_pot_called or (every and (table.hand_number + 1) % every == 0):
        return config.bomb_pot_ante
    return 0


def boards_of(table: Table, bomb_pot: Chips) -> int:
    """On how many boards the hand is played."""
    return table.config.bomb_pot_boards if bomb_pot else 1
