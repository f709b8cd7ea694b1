"""What open hands are worth while the board of an all-in is run out (R10.3)."""

import msgspec

from riverrun.contracts.events.event import Event
from riverrun.kernel.identifiers import SeatNo

EQUITY_OF_A_WIN = 2520
"""A win's share, which up to nine winners split evenly."""


class Equity(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a pot's contenders win of it, exactly, over all ways in which the board can be completed.

    A seat's equity is `share / (2520 * ways)`; all shares add up to one.
    """

    pot: int
    board: int
    ways: int
    shares: tuple[tuple[SeatNo, int], ...]


class EquitiesChanged(Event, frozen=True, array_like=True):
    """The board of an all-in grew: the equities on each board that is not complete."""

    equities: tuple[Equity, ...]
