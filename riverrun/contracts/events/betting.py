"""Turns, what players do with them, and the pots when it is over."""

import msgspec

from riverrun.contracts.events.event import Cause, Event
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo


class TurnStarted(Event, frozen=True, array_like=True):
    """A player is asked; exactly what is offered here is accepted (R4.8).

    `call_amount` is what a call adds (0: check). `min_raise_to` and `max_raise_to` are 0 when no raise
    is open.
    """

    turn: int
    seat: SeatNo
    call_amount: Chips
    min_raise_to: Chips
    max_raise_to: Chips
    deadline_ms: int


class PlayerFolded(Event, frozen=True, array_like=True):
    """The player gives the hand up."""

    seat: SeatNo
    cause: Cause = "player"


class PlayerChecked(Event, frozen=True, array_like=True):
    """The player adds nothing and owes nothing."""

    seat: SeatNo
    cause: Cause = "player"


class PlayerCalled(Event, frozen=True, array_like=True):
    """The player matches the bet, or goes all-in for less."""

    seat: SeatNo
    amount: Chips
    to: Chips
    all_in: bool = False
    cause: Cause = "player"


class PlayerBet(Event, frozen=True, array_like=True):
    """The street's first bet. `full` when it is at least the minimum."""

    seat: SeatNo
    amount: Chips
    to: Chips
    full: bool = True
    all_in: bool = False


class PlayerRaised(Event, frozen=True, array_like=True):
    """A raise; `full` when it raises by at least the last full raise, which reopens the betting (R4.4)."""

    seat: SeatNo
    amount: Chips
    to: Chips
    full: bool = True
    all_in: bool = False


class UncalledBetReturned(Event, frozen=True, array_like=True):
    """What nobody could match goes back before pots are built (R5.1)."""

    seat: SeatNo
    amount: Chips


class PotShare(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A pot and who can win it: the main pot first (R5.2)."""

    amount: Chips
    contenders: tuple[SeatNo, ...]


class BettingClosed(Event, frozen=True, array_like=True):
    """No more decisions in this hand; the pots as they stand, before rake.

    `all_in`: the board is run out (R2.2).
    """

    pots: tuple[PotShare, ...]
    all_in: bool = False
