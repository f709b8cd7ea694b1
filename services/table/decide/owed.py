"""The steps that a table can owe, and what is owed: a step, under which command, and when."""

from typing import TypeAlias

import msgspec

from riverrun.holdem.state import Seat, Transfer, Waiter
from riverrun.kernel.identifiers import CommandId, SeatNo


class StartHand(msgspec.Struct, frozen=True):
    """Deal the next hand. Needs a new deck."""


class AnswerForAbsent(msgspec.Struct, frozen=True):
    """Check or fold for a player who is leaving."""


class AnswerPreset(msgspec.Struct, frozen=True):
    """Answer as the player set it in advance (R8.2).

    A step of its own: to the others it is as if he acted, and a version of their feeds tells them no more.
    """


class AnswerTimeOut(msgspec.Struct, frozen=True):
    """Check or fold for a player whose time ran out (R8.1)."""


class GrantExtraTime(msgspec.Struct, frozen=True):
    """The time of a player who is disconnected is over: he gets more (R8.5)."""


class StartTimeBank(msgspec.Struct, frozen=True):
    """The normal time of a turn is over: the player's time bank begins to run (R8.1)."""


class CloseQuestion(msgspec.Struct, frozen=True):
    """Time is up for the players who were asked: who has not answered has said no."""


class OfferInsurance(msgspec.Struct, frozen=True):
    """Offer cover against the next card of an all-in (R9.1). Needs quotes."""


class DealRunout(msgspec.Struct, frozen=True):
    """Open the next street of an all-in's board. Needs the opened deck."""


class Settle(msgspec.Struct, frozen=True):
    """Rank the hands, show and pay. Needs ranks."""


class SealHand(msgspec.Struct, frozen=True):
    """Publish proofs, and let wishes that waited for the hand take effect. Needs the opened deck."""


class AskForChips(msgspec.Struct, frozen=True):
    """Ask the player's account for reserved chips."""

    transfer: Transfer


class MakeMoves(msgspec.Struct, frozen=True):
    """Let players change seats who asked for it while they were in a hand (R3.12)."""


class OfferSeat(msgspec.Struct, frozen=True):
    """Keep a free seat for who is first in line (R8.7)."""

    waiter: Waiter
    seat: SeatNo


class LapseOffer(msgspec.Struct, frozen=True):
    """A seat that was kept for a player was not taken in time (R8.7)."""

    waiter: Waiter


class RestAtBigBlind(msgspec.Struct, frozen=True):
    """The big blind has come to a player who wanted to sit out then (R8.3)."""

    seat: Seat


class StopPlay(msgspec.Struct, frozen=True):
    """Fewer than two can be dealt in."""


class AnnounceEnd(msgspec.Struct, frozen=True):
    """The hour at which the table ends has come (R2.7)."""


class CloseTable(msgspec.Struct, frozen=True):
    """The table is at its end and no hand is in progress: all stacks go back."""


class AnnounceRoll(msgspec.Struct, frozen=True):
    """The table's id has lived long enough."""


class RollOver(msgspec.Struct, frozen=True):
    """No hand is in progress and no chips are under way: the table goes on under its next id."""


class Suspend(msgspec.Struct, frozen=True):
    """The last hand of a draining table is over."""


class RemoveAbsent(msgspec.Struct, frozen=True):
    """Free the seat of a player who sat out too long (R8.3)."""

    seat: Seat


class SeeOut(msgspec.Struct, frozen=True):
    """Free the seat of a player whom the house has leave (R13.4)."""

    seat: Seat


Step: TypeAlias = (
    StartHand
    | AnswerForAbsent
    | AnswerPreset
    | AnswerTimeOut
    | StartTimeBank
    | GrantExtraTime
    | CloseQuestion
    | OfferInsurance
    | DealRunout
    | Settle
    | SealHand
    | AskForChips
    | MakeMoves
    | OfferSeat
    | LapseOffer
    | RestAtBigBlind
    | StopPlay
    | Suspend
    | AnnounceEnd
    | CloseTable
    | AnnounceRoll
    | RollOver
    | RemoveAbsent
    | SeeOut
)


RUN_OUT = (AnswerTimeOut, StartTimeBank, GrantExtraTime, CloseQuestion, LapseOffer, RemoveAbsent)
"""Steps that time's running out brings: they wait for a log that answers (R8.9)."""

WAIT_FOR_LETTERS = (AnswerPreset, *RUN_OUT)
"""Steps before which everything is read that came in time, such as a preset action taken back."""


class Owed(msgspec.Struct, frozen=True):
    """A step and when it is due: in Unix ms, 0 for at once; `pause_ms` counts from the table's last commit.

    Its command id follows from hand and step alone, so that a step repeated after a crash is known again.
    """

    step: Step
    command: CommandId
    due_ms: int = 0
    pause_ms: int = 0
