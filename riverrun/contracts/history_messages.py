"""What the REST part about finished hands gives (R10.1, R10.2)."""

from typing import Any

from msgspec import Struct

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId


class CountedStatistic(Struct, frozen=True):
    """How often, and out of how many; out of none there is no share to show."""

    counted: int
    out_of: int


class ShownFigures(Struct, frozen=True):
    """A player's figures; what each statistic counts stands in statistics.md."""

    player: PlayerId
    hands: int
    net: Chips
    bb_per_100: float
    ev_bb_per_100: float
    statistics: dict[str, CountedStatistic]


class FigureList(Struct, frozen=True):
    """The figures of those asked for who have any."""

    players: list[ShownFigures]


class ListedHand(Struct, frozen=True):
    """A finished hand of the caller's: what he won, and what he showed."""

    table: TableId
    hand: int
    table_name: str
    ended_ms: int
    currency: str
    big_blind: Chips
    players: int
    pot: Chips
    board: str
    ended_by: str
    all_in: bool
    insured: bool
    shown: str
    net: Chips


class HandList(Struct, frozen=True):
    """The newest first; ask for those before the last one's `ended_ms` to go on."""

    hands: list[ListedHand]


class ReplayedHand(Struct, frozen=True):
    """A finished hand as the caller may know it, and the table after each of its steps."""

    hand: dict[str, Any]
    frames: list[dict[str, Any]]
