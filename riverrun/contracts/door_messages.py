"""What the REST part of the clients' API takes and gives about the door: who was turned away, and reports."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from riverrun.kernel.identifiers import PlayerId, TableId

ReportedFor: TypeAlias = Literal["abuse", "collusion", "cheating", "other"]


class TurnedAway(Struct, frozen=True):
    """Somebody who was not let in at a table.

    `because` is `same_address`, `same_network`, `same_device` or `too_near`; `beside`, who sits there.
    """

    at_ms: int
    player: PlayerId
    name: str
    because: str
    beside: PlayerId


class TurnedAwayPage(Struct, frozen=True):
    """Some of them, the newest first; `next` is the cursor of the next page, empty at the end."""

    turned_away: list[TurnedAway]
    next: str


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """Tells the house about a player, at a table and in a hand where it was there."""

    player: Annotated[PlayerId, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
    what: ReportedFor
    words: Annotated[str, Meta(max_length=500)] = ""
    table: Annotated[TableId, Meta(max_length=40)] = ""
    hand: Annotated[int, Meta(ge=0, le=10**15)] = 0
