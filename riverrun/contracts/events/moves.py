"""Changing seats (R3.12)."""

from riverrun.contracts.events.event import Event
from riverrun.kernel.identifiers import SeatNo


class SeatChangeQueued(Event, frozen=True, array_like=True):
    """The player will move to another seat after the hand in progress; 0 takes it back. Secret."""

    seat: SeatNo
    to: SeatNo
    posts: bool = False


class SeatChanged(Event, frozen=True, array_like=True):
    """The player of `seat` sits in `to` from here on, with all that was his.

    He waits for `hands` hands where he moved away from the big blind, or `posts` in place of waiting.
    """

    seat: SeatNo
    to: SeatNo
    hands: int = 0
    posts: bool = False
