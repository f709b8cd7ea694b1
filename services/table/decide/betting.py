"""A player's action and what follows from it: the next turn, the next street, or the end of the betting."""

from collections.abc import Callable
from typing import Any, Literal, TypeGuard

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import (
    Action,
    AllIn,
    Bet,
    Call,
    Check,
    Fold,
    RaiseTo,
    TableCommand,
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
from riverrun.holdem.state import Betting, Table, Turn
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from services.table.decide import closing, time_bank
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.decide.turns import own_turn
from services.table.rules import betting as rules
from services.table.rules import runouts
from services.table.rules.clocks import decision_ms


def is_action(command: TableCommand) -> TypeGuard[Action]:
    """Whether the command answers a turn."""
    return type(command) in _ANSWERS


def act(table: Table, player: PlayerId, action: Action, facts: Facts) -> Draft:
    """A player answers his turn. Raises a `Refusal` for anything that is not offered (R4.8, R4.9)."""
    betting, turn = own_turn(table, player, action.hand, action.turn)
    draft = Draft(table)
    if turn.time_bank_ms:
        time_bank.stop(draft, turn, facts.now_ms)
    kind = type(action)
    _ANSWERS[kind](draft, betting, turn, action)
    if kind is Fold:
        _after_fold(draft, turn.at, facts)
    else:
        go_on(draft, turn.at, facts)
    return draft


def check_or_fold(table: Table, cause: Cause, facts: Facts) -> Draft:
    """The clock ran out, or the player is gone: check where it is free, else fold (R8.1)."""
    turn = Draft(table).betting.turn
    assert turn is not None, "no turn is open"
    return answer_for(table, "fold" if turn.call_amount else "check", cause, facts)


def answer_for(table: Table, answer: Literal["fold", "check", "call"], cause: Cause, facts: Facts) -> Draft:
    """The table answers the open turn for its player."""
    draft = Draft(table)
    turn = draft.betting.turn
    assert turn is not None, "no turn is open"
    time_bank.stop(draft, turn, facts.now_ms)
    if answer == "fold":
        draft.record(PlayerFolded(turn.seat, cause))
        _after_fold(draft, turn.at, facts)
        return draft
    if answer == "check":
        draft.record(PlayerChecked(turn.seat, cause))
    else:
        player, amount = draft.hand.players[turn.at], turn.call_amount
        draft.record(PlayerCalled(turn.seat, amount, player.bet + amount, player.stack == amount, cause))
    go_on(draft, turn.at, facts)
    return draft


def _fold(draft: Draft, _betting: Betting, turn: Turn, _action: Fold) -> None:
    draft.record(PlayerFolded(turn.seat))


def _check(draft: Draft, _betting: Betting, turn: Turn, _action: Check) -> None:
    if turn.call_amount:
        raise refusals.CannotCheck(call_amount=turn.call_amount)
    draft.record(PlayerChecked(turn.seat))


def _call(draft: Draft, _betting: Betting, turn: Turn, _action: Call | AllIn) -> None:
    amount = turn.call_amount
    if not amount:
        raise refusals.NothingToCall
    player = draft.hand.players[turn.at]
    draft.record(PlayerCalled(turn.seat, amount, player.bet + amount, player.stack == amount))


def _bet(draft: Draft, betting: Betting, turn: Turn, action: Bet) -> None:
    if betting.current_bet:
        raise refusals.BetWhenFacingBet(current_bet=betting.current_bet)
    _put_in_up_to(draft, betting, turn, action.to)


def _raise(draft: Draft, betting: Betting, turn: Turn, action: RaiseTo) -> None:
    if not betting.current_bet:
        raise refusals.RaiseWithoutBet
    _put_in_up_to(draft, betting, turn, action.to)


def _all_in(draft: Draft, betting: Betting, turn: Turn, action: AllIn) -> None:
    player = draft.hand.players[turn.at]
    most = player.bet + player.stack
    if most <= betting.current_bet:
        _call(draft, betting, turn, action)
    else:
        _put_in_up_to(draft, betting, turn, most)


def _put_in_up_to(draft: Draft, betting: Betting, turn: Turn, to: Chips) -> None:
    """A bet or a raise to a total, within the turn's bounds."""
    player = draft.hand.players[turn.at]
    if to > player.bet + player.stack:
        raise refusals.AboveStack(max_raise_to=turn.max_raise_to)
    if not turn.max_raise_to:
        raise refusals.RaiseNotOpen(call_amount=turn.call_amount)
    if to < turn.min_raise_to:
        raise refusals.BelowMinimum(min_raise_to=turn.min_raise_to)
    amount = to - player.bet
    full = to - betting.current_bet >= betting.last_raise_size
    kind = PlayerRaised if betting.current_bet else PlayerBet
    draft.record(kind(turn.seat, amount, to, full, amount == player.stack))


_ANSWERS: dict[type[Any], Callable[[Draft, Betting, Turn, Any], None]] = {
    Fold: _fold,
    Check: _check,
    Call: _call,
    Bet: _bet,
    RaiseTo: _raise,
    AllIn: _all_in,
}
"""What each action does, found by its type: an `isinstance` on the way costs more than the rule itself."""


def _after_fold(draft: Draft, after: int, facts: Facts) -> None:
    winner = rules.only_one_left(draft.hand)
    if winner is not None:
        closing.end_by_folds(draft, winner, facts)
    else:
        go_on(draft, after, facts)


def go_on(draft: Draft, after: int, facts: Facts) -> None:
    """What follows once the player at place `after` has acted: a turn, a street, or the betting's end."""
    hand = draft.hand
    config = draft.config
    offer = rules.next_offer(hand, after, config.short_allin_reopen)
    if offer is None and hand.street != "river" and rules.can_bet_on(hand):
        open_street(draft, facts)
        hand = draft.hand
        offer = rules.next_offer(hand, len(hand.seats) - 1, config.short_allin_reopen)
    if offer is None:
        closing.close_betting(draft, facts)
        return
    draft.record(
        TurnStarted(
            hand.turns + 1,
            offer.seat,
            offer.call_amount,
            offer.min_raise_to,
            offer.max_raise_to,
            facts.now_ms + decision_ms(config.clocks, hand.street),
        )
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
