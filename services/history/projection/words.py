"""The numbers that stand in rows for words: the places of the schema's enumerations."""

from collections.abc import Sequence
from typing import Final

PREFLOP, FLOP, TURN, RIVER = range(4)
STREETS: Final = {"preflop": PREFLOP, "flop": FLOP, "turn": TURN, "river": RIVER}

ANTE, BB_ANTE, SB, BB, STRADDLE, POST, DEAD, FOLD, CHECK, CALL, BET, RAISE, UNCALLED = range(1, 14)
BLINDS: Final = {"sb": SB, "bb": BB, "straddle": STRADDLE, "post": POST, "dead": DEAD}

TURNED_UP, SHOWN, CHOSEN, MUCKED, RABBIT = range(1, 6)
OFFERED, BOUGHT, REFUSED, SETTLED = range(1, 5)
BUY_IN, CASH_OUT, RAKE, RABBIT_FEE, INSURANCE = range(1, 6)
SAT_DOWN, STOOD_UP, SAT_OUT, CAME_BACK = range(1, 5)
ENDED_BY: Final = {"fold": 0, "showdown": 1, "void": 2}
KINDS: Final = {"play": 0, "real": 1}

ACTION_WORDS: Final = (
    "", "ante", "bb_ante", "sb", "bb", "straddle", "post", "dead", "fold", "check", "call", "bet", "raise",
    "uncalled",
)  # fmt: skip
SHOW_WORDS: Final = ("", "turned_up", "shown", "chosen", "mucked", "rabbit")
INSURANCE_WORDS: Final = ("", "offered", "bought", "refused", "settled")
STREET_WORDS: Final = tuple(STREETS)
POSITION_WORDS: Final = ("", "BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO")

BUTTON, SMALL_BLIND, BIG_BLIND, CUTOFF = 1, 2, 3, 10
STEALERS: Final = frozenset((BUTTON, SMALL_BLIND, CUTOFF))
BLIND_POSITIONS: Final = frozenset((SMALL_BLIND, BIG_BLIND))
_UTG, _LOJACK, _HIJACK = 4, 8, 9


def positions(seats: Sequence[int], button: int, small_blind: int | None, big_blind: int | None) -> list[int]:
    """What each player's place is called, in the order of the hand's players (left of the button first).

    Heads-up the button is the button, not the small blind. With a dead button the last one is the cutoff.
    """
    blinds = ((big_blind, BIG_BLIND), (small_blind, SMALL_BLIND), (button, BUTTON))
    named = {seat: position for seat, position in blinds if seat is not None and seat in seats}
    others = [seat for seat in seats if seat not in named]
    late = (CUTOFF, _HIJACK, _LOJACK)[: len(others) if len(others) < 3 else min(3, len(others) - 1)]
    for place, seat in enumerate(reversed(others)):
        named[seat] = late[place] if place < len(late) else _UTG + len(others) - 1 - place
    return [named[seat] for seat in seats]
