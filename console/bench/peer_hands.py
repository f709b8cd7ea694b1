"""The same hands of random legal play on other people's engines, from whole pots to whole pots."""

import warnings
from collections.abc import Callable
from random import Random

from pokerfast import FastHand
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from console.bench.random_hands import BIG_BLIND, STACK, PlayHand

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
"""Everything but the players' decisions."""


def pokerkit_hands(players: int) -> PlayHand:
    """Pokerkit in its cash-game mode."""
    warnings.filterwarnings("ignore", module="pokerkit")

    def play(whims: Random) -> int:
        state = NoLimitTexasHoldem.create_state(
            AUTOMATIONS, True, 0, (1, BIG_BLIND), BIG_BLIND, (STACK,) * players, players, mode=Mode.CASH_GAME
        )
        actions = 0
        while state.status:
            kind = _any_kind(
                bool(state.checking_or_calling_amount), state.can_complete_bet_or_raise_to(), whims
            )
            if kind == 0:
                state.fold()
            elif kind == 1:
                state.check_or_call()
            else:
                least = state.min_completion_betting_or_raising_to_amount
                most = state.max_completion_betting_or_raising_to_amount
                assert least is not None
                assert most is not None
                state.complete_bet_or_raise_to(least + int(whims.random() * (most - least + 1)))
            actions += 1
        return actions

    return play


def pokerfast_hands(players: int) -> PlayHand:
    """Pokerfast's quick hand, which keeps no events."""

    def play(whims: Random) -> int:
        hand = FastHand(
            player_count=players,
            small_blind=1,
            big_blind=BIG_BLIND,
            min_stack=STACK,
            max_stack=STACK,
        )
        actions = 0
        while not hand.done:
            offered = hand.get_action_space()
            kind = _any_kind("fold" in offered, "min_bet" in offered, whims)
            if kind == 0:
                hand.fold()
            elif kind == 1:
                hand.check() if "check" in offered else hand.call()
            else:
                least, most = offered["min_bet"], offered["max_bet"]
                hand.bet_or_raise(least + int(whims.random() * (most - least + 1)))
            actions += 1
        return actions

    return play


def _any_kind(facing: bool, can_raise: bool, whims: Random) -> int:
    """0 folds, 1 checks or calls, 2 raises: each kind offered is as likely as any other."""
    kinds = 3 if can_raise else 2
    return int(whims.random() * kinds) if facing else 1 + int(whims.random() * (kinds - 1))


PEERS: dict[str, Callable[[int], PlayHand]] = {"pokerkit": pokerkit_hands, "pokerfast": pokerfast_hands}
