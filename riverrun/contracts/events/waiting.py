"""Who waits for a seat, and seats kept for who is first in line (R8.7)."""

from typing import Literal

from riverrun.contracts.events.event import Event
from riverrun.kernel.identifiers import PlayerId, SeatNo


class WaitingListJoined(Event, frozen=True, array_like=True):
    """A player waits for a seat, behind all who wait already."""

    player: PlayerId
    name: str


class WaitingListLeft(Event, frozen=True, array_like=True):
    """A player waits no more.

    He asked for that, sat down, would not have the seat, let it lapse, or the house wants him at no table.
    """

    player: PlayerId
    reason: Literal["asked", "seated", "refused", "lapsed", "dismissed"] = "asked"


class SeatOffered(Event, frozen=True, array_like=True):
    """A free seat is kept for a player who waits, until `until_ms`; told again where that moves."""

    player: PlayerId
    seat: SeatNo
    until_ms: int
