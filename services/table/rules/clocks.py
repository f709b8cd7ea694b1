"""How long a player may think: the street's time, his time bank, the disconnect allowance (R8.1, R8.5)."""

from riverrun.contracts.table_config import Clocks
from riverrun.contracts.table_events import Street
from riverrun.contracts.time_options import DisconnectAllowance, TimeBank
from riverrun.holdem.state import ExtraTime, Turn

HOUR_MS = 3_600_000


def decision_ms(clocks: Clocks, street: Street) -> int:
    """The normal time of a turn; a street without a time of its own has the common one."""
    if street == "preflop":
        return clocks.decision_ms
    if street == "flop":
        own_ms = clocks.flop_ms
    elif street == "turn":
        own_ms = clocks.turn_ms
    else:
        own_ms = clocks.river_ms
    return own_ms or clocks.decision_ms


def bank_left(turn: Turn, now_ms: int) -> int:
    """What is left of the bank in use: all of it as long as the normal time has not ended."""
    return max(0, min(turn.time_bank_ms, turn.deadline_ms - now_ms))


def gained(bank: TimeBank, hands_dealt: int, left_ms: int) -> int:
    """What the bank holds after a player's `hands_dealt`th hand; above the cap nothing is gained or lost."""
    if hands_dealt % bank.gain_every or left_ms >= bank.cap_ms:
        return left_ms
    return min(left_ms + bank.gain_ms, bank.cap_ms)


def extra_time(allowance: DisconnectAllowance, used: ExtraTime, hand: int, now_ms: int) -> ExtraTime | None:
    """What a disconnected player will have used once he is given more now; None: there is none (R8.5)."""
    if used.hand == hand:
        return None
    if now_ms >= used.since_ms + HOUR_MS:
        used = ExtraTime(0, now_ms)
    more_ms = min(allowance.extra_ms, allowance.per_hour_ms - used.used_ms)
    return ExtraTime(hand, used.since_ms, used.used_ms + more_ms) if more_ms > 0 else None


def more_time_ms(before: ExtraTime, after: ExtraTime) -> int:
    """How much was given with the step from one to the other."""
    return after.used_ms - (before.used_ms if before.since_ms == after.since_ms else 0)


def first_filling(bank: TimeBank) -> int:
    """What a player who is new to the table begins with."""
    return min(bank.start_ms, bank.cap_ms)
