"""Players' time beside the turn's own: the time bank, and who is disconnected (R8.1, R8.5)."""

from riverrun.contracts.events.event import Event
from riverrun.kernel.identifiers import PlayerId, SeatNo


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


class PlayerDisconnected(Event, frozen=True, array_like=True):
    """The player's last connection to the table is gone; the seat stays his (R8.5)."""

    seat: SeatNo
    player: PlayerId


class PlayerReconnected(Event, frozen=True, array_like=True):
    """The player is connected again."""

    seat: SeatNo


class ExtraTimeGranted(Event, frozen=True, array_like=True):
    """A disconnected player's time is over and goes on until `deadline_ms`, once a hand.

    Of the table's allowance for an hour, the one that began at `since_ms`, `used_ms` are used by now.
    """

    seat: SeatNo
    hand: int
    deadline_ms: int
    since_ms: int
    used_ms: int
