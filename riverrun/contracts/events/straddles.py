"""A blind more than two, posted by choice before the cards (R3.14)."""

from typing import Literal

from riverrun.contracts.events.event import Cause, Event
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

StraddlePreference = Literal["ask", "always", "never"]


class StraddlePreferred(Event, frozen=True, array_like=True):
    """What a player wants when a straddle is his to post. Secret."""

    seat: SeatNo
    preference: StraddlePreference


class StraddleAsked(Event, frozen=True, array_like=True):
    """A player may post a straddle that others must match with `price`; no answer is a no."""

    seat: SeatNo
    price: Chips
    deadline_ms: int


class StraddleDeclined(Event, frozen=True, array_like=True):
    """The player who was asked posts none; the chain ends and the cards come."""

    seat: SeatNo
    cause: Cause = "player"
