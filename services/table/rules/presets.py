"""Whether what a player set in advance still holds when his turn comes (R8.2)."""

from typing import Literal, TypeAlias

from riverrun.contracts.table_events import Street
from riverrun.holdem.state import Betting, Hand, HandPlayer, Preset, Turn
from riverrun.kernel.chips import Chips

Answer: TypeAlias = Literal["fold", "check", "call"]


def fires(preset: Preset, street: Street, turn: Turn) -> Answer | None:
    """The answer it gives to the turn; None where street or price is not what it was set for."""
    if preset.street != street:
        return None
    price = turn.call_amount
    match preset.move:
        case "fold":
            return "fold"
        case "check_fold":
            return "fold" if price else "check"
        case "check":
            return None if price else "check"
        case "call_any":
            return "call" if price else "check"
        case "call":
            return "call" if price == preset.call_amount else None


def price_for(hand: Hand, player: HandPlayer) -> Chips:
    """What a call would add if it were the player's turn now."""
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    return min(max(0, betting.current_bet - player.bet), player.stack)
