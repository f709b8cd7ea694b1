"""Whose turn it is and what he may do: order, bounds, reopening (R2.2, R2.4, R4)."""

import msgspec

from riverrun.contracts.table_config import Reopening
from riverrun.holdem.state import Betting, Hand, HandPlayer
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo


class LegalActions(msgspec.Struct, frozen=True, gc=False):
    """What is offered (R4.8): a call adds `call_amount`, 0 is a check; bounds of 0: no raise is open."""

    call_amount: Chips
    min_raise_to: Chips = 0
    max_raise_to: Chips = 0


def legal_actions(hand: Hand, at: int, reopening: Reopening) -> LegalActions:
    """The offer to the player at place `at`. With less than the minimum, both bounds are all-in (R4.3)."""
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    player = hand.players[at]
    stack = player.stack
    owed = betting.current_bet - player.bet
    if stack <= owed:
        return LegalActions(stack)
    if not (_may_raise(betting, player, reopening) and _somebody_can_answer(hand.players, player)):
        return LegalActions(owed)
    least = betting.current_bet + betting.last_raise_size
    most = player.bet + stack
    return LegalActions(owed, min(least, most), most)


def _may_raise(betting: Betting, player: HandPlayer, reopening: Reopening) -> bool:
    """R4.4; cumulative: what he faces adds up to a full raise over what he last matched (R4.5)."""
    if player.acted_at < 0:
        return True
    if reopening == "strict":
        return player.acted_at < betting.last_full_raise_to
    return betting.current_bet - player.acted_at >= betting.last_raise_size


def _somebody_can_answer(players: tuple[HandPlayer, ...], asked: HandPlayer) -> bool:
    """No raise when all other live players are all-in (R4.3)."""
    for player in players:  # noqa: SIM110 - once a turn: a generator costs as much as the rest of the offer
        if player.stack and not player.folded and player is not asked:
            return True
    return False


def next_to_act(hand: Hand, after: int) -> int | None:
    """The place of the next player who owes a decision, left of `after`; None: the round is over (R2.4)."""
    betting = hand.phase
    assert type(betting) is Betting, "no betting is in progress"
    players = hand.players
    level = betting.current_bet
    count = len(players)
    for step in range(after + 1, after + count + 1):
        at = step % count
        player = players[at]
        if player.stack and not player.folded and (player.bet < level or player.acted_at < 0):
            return None if _is_settled(players, player) else at
    return None


def _is_settled(players: tuple[HandPlayer, ...], last: HandPlayer) -> bool:
    """Everyone else is all-in for no more than he has put in: nothing is left to decide (R2.2)."""
    bet = last.bet
    for player in players:
        if not player.folded and (player.bet > bet or (player.stack and player is not last)):
            return False
    return True


def can_bet_on(hand: Hand) -> bool:
    """Whether at least two live players have chips left, so that another street is bet."""
    return len([player for player in hand.players if player.stack and not player.folded]) >= 2


def only_one_left(hand: Hand) -> SeatNo | None:
    """Who wins because all others folded; None while at least two are live (R2.2)."""
    left: SeatNo | None = None
    for player in hand.players:
        if not player.folded:
            if left is not None:
                return None
            left = player.seat
    return left
