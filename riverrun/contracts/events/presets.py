"""What a player decides before his turn comes (R8.2)."""

from typing import Literal

from riverrun.contracts.events.event import Event, Street
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

PresetMove = Literal["check_fold", "check", "call", "call_any", "fold"]


class ActionPreset(Event, frozen=True, array_like=True):
    """What the player will do on this street when his turn comes; `none` takes it back. Secret.

    `call_amount` is what a call added when it was set: `check` and `call` lapse when that changes.
    """

    seat: SeatNo
    move: PresetMove | Literal["none"]
    street: Street
    call_amount: Chips = 0
