"""What a table keeps from hand to hand: parts of its state, stored as they are when it rolls to a new id.

They only grow, as events do: a new field comes last and has a default.
"""

from typing import Literal, TypeAlias

import msgspec

from riverrun.contracts.events.runs import RunItPreference
from riverrun.contracts.events.straddles import StraddlePreference
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo

Standing: TypeAlias = Literal["buying_in", "waiting", "active", "sitting_out"]


class Value(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A part of a table's state; compared and stored by its fields."""


class ExtraTime(Value, frozen=True, array_like=True):
    """How much of the disconnect allowance is used in the hour since `since_ms`; last in `hand` (R8.5)."""

    hand: int = 0
    since_ms: int = 0
    used_ms: int = 0


class SeatCut(Value, frozen=True, array_like=True):
    """A player's nonce for a coming `hand`, committed to; `missed` is the last hand that he told none in."""

    hand: int = 0
    commitment: bytes = b""
    missed: int = 0


class Seat(Value, frozen=True, array_like=True):
    """A taken seat. `stack` is what lies outside the hand in progress; chips in a hand are the hand's.

    `waiting` players are dealt in on the big blind, or at once where they post (R3.7) or owe nothing. A
    `newcomer` has not been dealt in yet. `away_since` is the hand after which he sat out; `left_with` and
    `left_ms` tell of an earlier stay, until chips have come. `held_hands`: for how many hands he still waits
    after he moved away from the big blind. Queued wishes wait for the end of the hand and are his secret;
    so is why he was `dismissed`, if he was.
    """

    seat: SeatNo
    player: PlayerId
    name: str
    standing: Standing = "buying_in"
    stack: Chips = 0
    posts: bool = False
    time_outs: int = 0
    sat_out_ms: int = 0
    broke: bool = False
    top_up_queued: Chips = 0
    sit_out_queued: bool = False
    leave_queued: bool = False
    run_it: RunItPreference = "ask"
    owes_small: bool = False
    owes_big: bool = False
    newcomer: bool = True
    away_since: int = 0
    time_bank_ms: int = 0
    hands_dealt: int = 0
    straddle: StraddlePreference = "ask"
    disconnected: bool = False
    extra_time: ExtraTime = ExtraTime()
    held_hands: int = 0
    move_queued: SeatNo = 0
    move_posts: bool = False
    top_up_below: Chips = 0
    top_up_to: Chips = 0
    out_at_big_blind: bool = False
    left_with: Chips = 0
    left_ms: int = 0
    cut: SeatCut | None = None
    dismissed: str = ""


class Departed(Value, frozen=True, array_like=True):
    """What the table remembers of a player who left it: coming back refills no time (R8.1).

    `stack` is what he left with, at `left_ms` (R8.6); `missed_cut`, the last hand that he told no nonce in.
    """

    player: PlayerId
    time_bank_ms: int = 0
    hands_dealt: int = 0
    extra_time: ExtraTime = ExtraTime()
    stack: Chips = 0
    left_ms: int = 0
    missed_cut: int = 0


class Waiter(Value, frozen=True, array_like=True):
    """A player who waits for a seat; `seat` is kept for him until `until_ms`, 0: none yet."""

    player: PlayerId
    name: str
    seat: SeatNo = 0
    until_ms: int = 0


class Places(Value, frozen=True, array_like=True):
    """Where the last hand had its button and blinds; the small blind's place may have been empty (R3.4)."""

    button: SeatNo
    small_blind: SeatNo
    big_blind: SeatNo


class CarriedTable(Value, frozen=True, array_like=True):
    """All of a table between two hands that its next id goes on with; each field as in the table's state.

    Its options and its owner stand in the `TableOpened` of the next id.
    """

    seats: tuple[Seat, ...]
    hand_number: int
    places: Places | None = None
    departed: tuple[Departed, ...] = ()
    waiting_list: tuple[Waiter, ...] = ()
    muted: tuple[PlayerId, ...] = ()
    paused: bool = False
    next_config: TableConfig | None = None
    bomb_pot_called: bool = False

    @property
    def chips(self) -> Chips:
        """All chips that go over."""
        return sum(seat.stack for seat in self.seats)
