"""What the REST part about finished hands gives (R10.1, R10.2)."""

from typing import Annotated, Any

from msgspec import Meta, Struct

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


class HandNote(Struct, frozen=True, forbid_unknown_fields=True):
    """What the player notes on a favourite; for himself alone."""

    note: Annotated[str, Meta(max_length=200)] = ""


class Favourite(Struct, frozen=True):
    """A hand that the caller keeps."""

    table: TableId
    hand: int
    since_ms: int
    note: str


class FavouriteList(Struct, frozen=True):
    """The newest first."""

    favourites: list[Favourite]


class NewShare(Struct, frozen=True, forbid_unknown_fields=True):
    """How a hand is shown: `hide_cards` as everybody saw it; `until_ms` 0: until the link is ended."""

    hide_cards: bool = False
    until_ms: Annotated[int, Meta(ge=0, le=10**15)] = 0


class Share(Struct, frozen=True):
    """A link to a hand by its name, which does not open it."""

    share: str
    table: TableId
    hand: int
    since_ms: int
    hide_cards: bool
    until_ms: int


class MadeShare(Struct, frozen=True):
    """A new link: `path` opens the hand to anybody, and is told this once."""

    share: str
    path: str


class ShareList(Struct, frozen=True):
    """Those that show something, the newest first."""

    shares: list[Share]
