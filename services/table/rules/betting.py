"""Whose turn it is and what he may do: order, bounds, reopening (R2.2, R2.4, R4)."""

from typing import NamedTuple

from riverrun.contracts.table_config import Reopening
from riverrun.holdem.state import Betting, Hand, HandPlayer
from riverrun.kernel.chips import Chips


class LegalActions(NamedTuple):
    """What is offered (R4.8): a call adds `call_amount`, 0 is a check; bounds of 0: no raise is open."""

    call_amount: Chips
    min_raise_to: Chips
    max_raise_to: Chips


def legal_actions(hand: Hand, betting: Betting, at: int, reopening: Reopening) -> LegalActions:
    """The offer to the player at place `at`. With less than the minimum, both bounds are all-in (R4.3)."""
    player = hand.players[at]
    owed = betting.current_bet - player.bet
    if player.stack <= owed:
        return LegalActions(player.stack, 0, 0)
    if not (_may_raise(betting, player, reopening) and _somebody_can_answer(hand, at)):
        return LegalActions(owed, 0, 0)
    most = player.bet + player.stack
    return LegalActions(owed, min(betting.current_bet + betting.last_raise_size, most), most)


def _may_raise(betting: Betting, player: HandPlayer, reopening: Reopening) -> bool:
    """R4.4; cumulative: what he faces adds up to a full raise over what he last matched (R4.5)."""
    if player.acted_at < 0:
        return True
    if reopening == "strict":
        return player.acted_at < betting.last_full_raise_to
    return betting.current_bet - player.acted_at >= betting.last_raise_size


def _somebody_can_answer(hand: Hand, at: int) -> bool:
    """No raise when all other live players are all-in (R4.3)."""
    return any(player.stack and not player.folded for other, player in enumerate(hand.players) if other != at)


def next_to_act(hand: Hand, betting: Betting, after: int) -> int | None:
    """The place of the next player who owes a decision, left of `after`; None: the round is over (R2.4)."""
    players = hand.players
    level = betting.current_bet
    count = len(players)
    for step in range(1, count + 1):
        at = (after + step) % count
        player = players[at]
        if player.folded or not player.stack:
            continue
        if (player.bet < level or player.acted_at < 0) and not _is_settled(players, at):
            return at
    return None


def _is_settled(players: tuple[HandPlayer, ...], at: int) -> bool:
    """Everyone else is all-in for no more than he has put in: nothing is left to decide (R2.2)."""
    bet = players[at].bet
    for other, player in enumerate(players):
        if other != at and not player.folded and (player.stack or player.bet > bet):
            return False
    return True


def can_bet_on(hand: Hand) -> bool:
    """Whether at least two live players have chips left, so that another street is bet."""
    return sum(1 for player in hand.players if player.stack and not player.folded) >= 2


def first_to_act_after_blinds(hand: Hand, last_blind: int) -> int | None:
    """Preflop starts left of the last big blind or straddle, at place `last_blind` (R4.7)."""
    betting = hand.phase
    assert type(betting) is Betting
    return next_to_act(hand, betting, last_blind)
