"""Whose turn it is and what he may do: order, bounds, reopening (R2.2, R2.4, R4)."""

import msgspec

from riverrun.contracts.table_config import MAX_SEATS, Reopening
from riverrun.holdem.state import Betting, Hand, HandPlayer
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

_LEFT_OF = tuple(
    tuple(tuple((after + step) % players for step in range(1, players + 1)) for after in range(players))
    for players in range(MAX_SEATS + 2)
)
"""For so many players: all places in order, beginning left of each."""


class Offer(msgspec.Struct, frozen=True, gc=False):
    """Whose turn it is and what is offered (R4.8): a call adds `call_amount`, 0 is a check.

    Raises go from `min_raise_to` to `max_raise_to`: both 0 where none is open, both all-in where the stack is
    below the minimum (R4.3).
    """

    seat: SeatNo
    call_amount: Chips
    min_raise_to: Chips = 0
    max_raise_to: Chips = 0


def next_offer(
    players: tuple[HandPlayer, ...], betting: Betting, after: int, reopening: Reopening
) -> Offer | None:
    """The next player left of place `after` who owes a decision; None: the round is over (R2.4)."""
    level = betting.current_bet
    asked: HandPlayer | None = None
    can_answer = False
    for at in _LEFT_OF[len(players)][after]:
        player = players[at]
        if player.folded or not player.stack:
            continue
        if asked is not None:
            can_answer = True
            break
        if player.bet < level or player.acted_at < 0:
            asked = player
        else:
            can_answer = True
    if asked is None or not (can_answer or _faces_more(players, asked)):
        return None
    owed = level - asked.bet
    stack = asked.stack
    if stack <= owed:
        return Offer(asked.seat, stack)
    if not can_answer or not (asked.acted_at < 0 or _is_open_again(betting, asked, reopening)):
        return Offer(asked.seat, owed)
    most = asked.bet + stack
    least = level + betting.last_raise_size
    return Offer(asked.seat, owed, least if least < most else most, most)  # noqa: FURB136 - three times as fast


def _faces_more(players: tuple[HandPlayer, ...], last: HandPlayer) -> bool:
    """All others are all-in: is one in for more than he has put in? A blind's price does not count (R2.2)."""
    return any(player.bet > last.bet and not player.folded for player in players)


def _is_open_again(betting: Betting, player: HandPlayer, reopening: Reopening) -> bool:
    """Whether one who has acted may raise: a full raise came since (R4.4), or raises that make one (R4.5)."""
    if reopening == "strict":
        return player.acted_at < betting.last_full_raise_to
    return betting.current_bet - player.acted_at >= betting.last_raise_size


def can_bet_on(hand: Hand) -> bool:
    """Whether at least two live players have chips left, so that another street is bet."""
    able = 0
    for player in hand.players:
        if player.stack and not player.folded:
            able += 1
    return able >= 2


def only_one_left(players: tuple[HandPlayer, ...]) -> SeatNo | None:
    """Who wins because all others folded; None while at least two are live (R2.2)."""
    left: SeatNo | None = None
    for player in players:
        if not player.folded:
            if left is not None:
                return None
            left = player.seat
    return left
