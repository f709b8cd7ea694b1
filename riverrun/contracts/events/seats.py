"""Who sits at a table, with which chips, and who is away."""

from typing import Literal

from riverrun.contracts.events.event import Event
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo, TransferId


class PlayerSatDown(Event, frozen=True, array_like=True):
    """A seat is taken; chips follow by a buy-in. `posts`: the player would rather post than wait (R3.7)."""

    seat: SeatNo
    player: PlayerId
    name: str
    posts: bool = False


class BuyInReserved(Event, frozen=True, array_like=True):
    """Chips were asked of the player's account under `transfer`; also for a top-up."""

    transfer: TransferId
    seat: SeatNo
    player: PlayerId
    amount: Chips


class BuyInConfirmed(Event, frozen=True, array_like=True):
    """The chips came; they are in play from the next hand on."""

    transfer: TransferId
    seat: SeatNo
    amount: Chips


class BuyInRefused(Event, frozen=True, array_like=True):
    """The account would not pay; `reason` is its code."""

    transfer: TransferId
    seat: SeatNo
    reason: str


class TopUpQueued(Event, frozen=True, array_like=True):
    """A top-up asked for during a hand, to be reserved after it (R8.4). 0 takes it back. Secret."""

    seat: SeatNo
    amount: Chips


class SitOutQueued(Event, frozen=True, array_like=True):
    """The player will sit out after the hand in progress, or (`queued` false) has thought better of it.

    Secret.
    """

    seat: SeatNo
    queued: bool = True


class AutoTopUpSet(Event, frozen=True, array_like=True):
    """After a hand, a stack below `below` is topped up to `to`; 0: no more (R8.4). Secret."""

    seat: SeatNo
    below: Chips
    to: Chips


class SitOutAtBigBlindSet(Event, frozen=True, array_like=True):
    """The player will sit out when the big blind comes to him, or (`wished` false) no more. Secret."""

    seat: SeatNo
    wished: bool = True


class LeaveQueued(Event, frozen=True, array_like=True):
    """The player will leave after the hand in progress and takes no more decisions in it. Secret."""

    seat: SeatNo


class PlayerDismissed(Event, frozen=True, array_like=True):
    """The house has the player leave, with his stack, once he is in no hand; until then he decides himself.

    No chips follow him any more. Secret: it is his own business why.
    """

    seat: SeatNo
    reason: str


class PlayerSatOut(Event, frozen=True, array_like=True):
    """The player is dealt no hands until coming back; `since_ms` starts the kick timer (R8.3)."""

    seat: SeatNo
    since_ms: int
    reason: Literal["asked", "time_outs", "no_chips", "disconnected"] = "asked"


class KickTimerMoved(Event, frozen=True, array_like=True):
    """The kick timer of a player who sits out counts from `since_ms` now: the table stood still (R8.3)."""

    seat: SeatNo
    since_ms: int


class PlayerCameBack(Event, frozen=True, array_like=True):
    """The player wants to be dealt in again; `waits` for the big blind if blinds were missed (R3.9)."""

    seat: SeatNo
    waits: bool = False
    posts: bool = False


class PlayerStoodUp(Event, frozen=True, array_like=True):
    """The seat is free; `amount` goes back to the account under `transfer`.

    The table remembers it from `at_ms` on, should the player come back (R8.6).
    """

    seat: SeatNo
    player: PlayerId
    transfer: TransferId
    amount: Chips
    reason: Literal["asked", "kicked", "buy_in_refused", "closed", "dismissed"] = "asked"
    at_ms: int = 0


class PlayStopped(Event, frozen=True, array_like=True):
    """Fewer than two can be dealt in; when play starts again the button is drawn and nobody owes (R3.16)."""
