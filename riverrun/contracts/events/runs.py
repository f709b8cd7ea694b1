"""Running the board more than once, and looking at what would have come (R7)."""

from typing import Literal

from riverrun.contracts.events.event import Event
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

RunItPreference = Literal["ask", "always", "never"]


class RunItPreferred(Event, frozen=True, array_like=True):
    """What a player wants when an all-in could be run more than once (R7.1). Secret."""

    seat: SeatNo
    preference: RunItPreference


class RunsAsked(Event, frozen=True, array_like=True):
    """These players are asked whether to run the rest of the board `runs` times; no answer is a no (R7.1)."""

    seats: tuple[SeatNo, ...]
    runs: int
    deadline_ms: int


class RunsAnswered(Event, frozen=True, array_like=True):
    """A player agrees. Secret until all have: others learn only what comes of it."""

    seat: SeatNo


class RunsAgreed(Event, frozen=True, array_like=True):
    """The rest of the board is dealt `runs` times from the same deck; open cards are shared (R7.2)."""

    runs: int


class RunsRefused(Event, frozen=True, array_like=True):
    """Not all agreed: one board is dealt."""


class RabbitHunted(Event, frozen=True, array_like=True):
    """After all but one folded a player looks at the cards that would have come (R7.4).

    `positions` are their places in the deck; which cards they are stands nowhere in the clear, for only
    those who asked may see them. `fee` goes to the club.
    """

    seat: SeatNo
    positions: tuple[int, ...]
    fee: Chips = 0
