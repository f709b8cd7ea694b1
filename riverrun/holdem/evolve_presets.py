"""How what is decided in advance changes a hand."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import ActionPreset
from riverrun.holdem.state import Betting, Hand, Preset
from riverrun.kernel.identifiers import SeatNo


def _others(hand: Hand, seat: SeatNo) -> tuple[Preset, ...]:
    return tuple(preset for preset in hand.presets if preset.seat != seat)


def taken_up(hand: Hand) -> Hand:
    """The turn that has just begun takes up what its player set for it; used or not, it ends with it."""
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    assert betting.turn is not None, "nobody is asked"
    seat = betting.turn.seat
    preset = next((one for one in hand.presets if one.seat == seat), None)
    turn = replace(betting.turn, preset=preset)
    return replace(hand, phase=replace(betting, turn=turn), presets=_others(hand, seat))


def _action_preset(hand: Hand, event: ActionPreset) -> Hand:
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    others = _others(hand, event.seat)
    if event.move != "none":
        return replace(
            hand, presets=(*others, Preset(event.seat, event.move, event.street, event.call_amount))
        )
    turn = betting.turn
    if turn is not None and turn.seat == event.seat:
        betting = replace(betting, turn=replace(turn, preset=None))
    return replace(hand, presets=others, phase=betting)


CHANGES: dict[type[Any], Callable[[Hand, Any], Hand]] = {ActionPreset: _action_preset}
