"""A player's action and what follows from it: the next turn, the next street, or the end of the betting."""

from collections.abc import Callable
from typing import Any, Literal

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import (
    AllIn,
    Bet,
    Call,
    Check,
    Fold,
    RaiseTo,
)
from riverrun.contracts.table_events import (
    BoardDealt,
    Cause,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PlayerRaised,
    TurnStarted,
)
from riverrun.holdem.evolve_bets import ANSWERED, Answer, with_answer, with_turn
from riverrun.holdem.state import Betting, HandPlayer, Table, Turn
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from services.table.decide import closing, time_bank
from services.table.decide.draft import Draft, begin
from services.table.decide.facts import Facts
from services.table.decide.turns import own_turn
from services.table.rules import betting as rules
from services.table.rules import runouts
from services.table.rules.clocks import decision_ms


def act(table: Table, player: PlayerId, action: Any, facts: Facts) -> Draft:
    """A player answers his turn. Raises a `Refusal` for anything that is not offered (R4.8, R4.9)."""
    betting, turn = own_turn(table, player, action.hand, action.turn)
    draft = begin(table)
    if turn.time_bank_ms:
        time_bank.stop(draft, turn, facts.now_ms)
    at = turn.at
    answer = ACTIONS[type(action)](draft.hand.players[at], betting, turn, action)
    _follow(draft, betting, at, answer, facts)
    return draft


def check_or_fold(table: Table, cause: Cause, facts: Facts) -> Draft:
    """The clock ran out, or the player is gone: check where it is free, else fold (R8.1)."""
    turn = Draft(table).betting.turn
    assert turn is not None, "no turn is open"
    return answer_for(table, "fold" if turn.call_amount else "check", cause, facts)


def answer_for(table: Table, answer: Literal["fold", "check", "call"], cause: Cause, facts: Facts) -> Draft:
    """The table answers the open turn for its player."""
    draft = Draft(table)
    betting = draft.betting
    turn = betting.turn
    assert turn is not None, "no turn is open"
    time_bank.stop(draft, turn, facts.now_ms)
    event: Answer
    if answer == "fold":
        event = PlayerFolded(turn.seat, cause)
    elif answer == "check":
        event = PlayerChecked(turn.seat, cause)
    else:
        player, amount = draft.hand.players[turn.at], turn.call_amount
        event = PlayerCalled(turn.seat, amount, player.bet + amount, player.stack == amount, cause)
    _follow(draft, betting, turn.at, event, facts)
    return draft


def _fold(_player: HandPlayer, _betting: Betting, turn: Turn, _action: Fold) -> Answer:
    return PlayerFolded(turn.seat)


def _check(_player: HandPlayer, _betting: Betting, turn: Turn, _action: Check) -> Answer:
    if turn.call_amount:
        raise refusals.CannotCheck(call_amount=turn.call_amount)
    return PlayerChecked(turn.seat)


def _call(player: HandPlayer, _betting: Betting, turn: Turn, _action: Call | AllIn) -> Answer:
    amount = turn.call_amount
    if not amount:
        raise refusals.NothingToCall
    return PlayerCalled(turn.seat, amount, player.bet + amount, player.stack == amount)


def _bet(player: HandPlayer, betting: Betting, turn: Turn, action: Bet) -> Answer:
    if betting.current_bet:
        raise refusals.BetWhenFacingBet(current_bet=betting.current_bet)
    return _put_in_up_to(player, betting, turn, action.to)


def _raise(player: HandPlayer, betting: Betting, turn: Turn, action: RaiseTo) -> Answer:
    if not betting.current_bet:
        raise refusals.RaiseWithoutBet
    return _put_in_up_to(player, betting, turn, action.to)


def _all_in(player: HandPlayer, betting: Betting, turn: Turn, action: AllIn) -> Answer:
    most = player.bet + player.stack
    if most <= betting.current_bet:
        return _call(player, betting, turn, action)
    return _put_in_up_to(player, betting, turn, most)


def _put_in_up_to(player: HandPlayer, betting: Betting, turn: Turn, to: Chips) -> Answer:
    """A bet or a raise to a total, within the turn's bounds."""
    if to > player.bet + player.stack:
        raise refusals.AboveStack(max_raise_to=turn.max_raise_to)
    if not turn.max_raise_to:
        raise refusals.RaiseNotOpen(call_amount=turn.call_amount)
    if to < turn.min_raise_to:
        raise refusals.BelowMinimum(min_raise_to=turn.min_raise_to)
    amount = to - player.bet
    full = to - betting.current_bet >= betting.last_raise_size
    kind = PlayerRaised if betting.current_bet else PlayerBet
    return kind(turn.seat, amount, to, full, amount == player.stack)


ACTIONS: dict[type[Any], Callable[[HandPlayer, Betting, Turn, Any], Answer]] = {
    Fold: _fold,
    Check: _check,
    Call: _call,
    Bet: _bet,
    RaiseTo: _raise,
    AllIn: _all_in,
}
"""What each action does, found by its type: an `isinstance` on the way costs more than the rule itself."""


def _follow(draft: Draft, betting: Betting, at: int, answer: Answer, facts: Facts) -> None:
    """Record the answer of the player at place `at` and what follows from it.

    Most often that is a turn: the hand is then copied once for both events, not twice.
    """
    hand = draft.hand
    players, betting = ANSWERED[type(answer)](hand.players, betting, at, answer)
    winner = rules.only_one_left(players) if type(answer) is PlayerFolded else None
    if winner is None:
        offer = rules.next_offer(players, betting, at, draft.config.short_allin_reopen)
        if offer is not None:
            asked = _turn_of(offer, draft, facts)
            draft.take(with_turn(hand, players, betting, asked), (answer, asked))
            return
    draft.take(with_answer(hand, players, betting), (answer,))
    if winner is not None:
        closing.end_by_folds(draft, winner, facts)
    else:
        _end_round(draft, facts)


def go_on(draft: Draft, after: int, facts: Facts) -> None:
    """Ask the next player left of place `after`; where nobody is left to ask, the round is over."""
    hand, betting = draft.hand, draft.betting
    offer = rules.next_offer(hand.players, betting, after, draft.config.short_allin_reopen)
    if offer is not None:
        asked = _turn_of(offer, draft, facts)
        draft.take(with_turn(hand, hand.players, betting, asked), (asked,))
    else:
        _end_round(draft, facts)


def _end_round(draft: Draft, facts: Facts) -> None:
    """The next street, where there is one to be bet; else the end of the betting."""
    hand = draft.hand
    if hand.street != "river" and rules.can_bet_on(hand):
        open_street(draft, facts)
        hand = draft.hand
        left_of_button = len(hand.seats) - 1
        betting = draft.betting
        offer = rules.next_offer(hand.players, betting, left_of_button, draft.config.short_allin_reopen)
        if offer is not None:
            asked = _turn_of(offer, draft, facts)
            draft.take(with_turn(hand, hand.players, betting, asked), (asked,))
            return
    closing.close_betting(draft, facts)


def _turn_of(offer: rules.Offer, draft: Draft, facts: Facts) -> TurnStarted:
    hand = draft.hand
    return TurnStarted(
        hand.turns + 1,
        offer.seat,
        offer.call_amount,
        offer.min_raise_to,
        offer.max_raise_to,
        facts.now_ms + decision_ms(draft.config.clocks, hand.street),
    )


def open_street(draft: Draft, facts: Facts) -> None:
    """Open the next street on every board, and betting goes on (R2.5, R3.15)."""
    for _ in draft.hand.boards:
        deal_street(draft, facts)


def deal_street(draft: Draft, facts: Facts) -> None:
    """Open the next street on the board whose turn it is."""
    hand = draft.hand
    cards = runouts.next_cards(hand.boards, hand.dealt, draft.config.burn_cards, hand.side_by_side)
    opened = facts.deck[cards.position : cards.position + cards.size]
    assert len(opened) == cards.size, "the hand's deck is not open"
    draft.record(BoardDealt(cards.street, opened, cards.position, cards.board))
