"""Players' time beside the turn's own: the time bank (R8.1)."""

from riverrun.contracts.events.event import Event
from riverrun.kernel.identifiers import SeatNo


class TimeBankFilled(Event, frozen=True, array_like=True):
    """What a player's time bank holds from here on: on sitting down, by hands dealt, or by the owner."""

    seat: SeatNo
    left_ms: int


class TimeBankStarted(Event, frozen=True, array_like=True):
    """The player to act goes on in his time bank, which holds `left_ms`; the turn ends at `deadline_ms`."""

    seat: SeatNo
    left_ms: int
    deadline_ms: int


class TimeBankStopped(Event, frozen=True, array_like=True):
    """The player has acted, or his time is over; this much of the bank is left."""

    seat: SeatNo
    left_ms: int
