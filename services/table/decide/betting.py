"""A player's action and what follows from it: the next turn, the next street, or the end of the betting."""

from typing import assert_never

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import Action, AllIn, Bet, Call, Check, Fold, RaiseTo
from riverrun.contracts.table_config import TableConfig
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
from riverrun.holdem.state import Betting, Hand, Table, Turn
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from services.table.decide import closing
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules import betting as rules
from services.table.rules import runouts


def act(table: Table, player: PlayerId, action: Action, facts: Facts) -> Draft:
    """A player answers his turn. Raises a `Refusal` for anything that is not offered (R4.8, R4.9)."""
    turn = _own_turn(table, player, action)
    draft = Draft(table)
    match action:
        case Fold():
            return _fold(draft, turn, "player", facts)
        case Check():
            if turn.call_amount:
                raise refusals.CannotCheck(call_amount=turn.call_amount)
            draft.record(PlayerChecked(turn.seat))
        case Call():
            if not turn.call_amount:
                raise refusals.NothingToCall
            _call(draft, turn)
        case Bet():
            current_bet = draft.betting.current_bet
            if current_bet:
                raise refusals.BetWhenFacingBet(current_bet=current_bet)
            _raise_to(draft, turn, action.to)
        case RaiseTo():
            if not draft.betting.current_bet:
                raise refusals.RaiseWithoutBet
            _raise_to(draft, turn, action.to)
        case AllIn():
            _all_in(draft, turn)
        case _:
            assert_never(action)
    go_on(draft, turn.at, facts)
    return draft


def check_or_fold(table: Table, cause: Cause, facts: Facts) -> Draft:
    """The clock ran out, or the player is gone: check where it is free, else fold (R8.1)."""
    draft = Draft(table)
    turn = draft.betting.turn
    assert turn is not None, "no turn is open"
    if turn.call_amount:
        return _fold(draft, turn, cause, facts)
    draft.record(PlayerChecked(turn.seat, cause))
    go_on(draft, turn.at, facts)
    return draft


def _fold(draft: Draft, turn: Turn, cause: Cause, facts: Facts) -> Draft:
    draft.record(PlayerFolded(turn.seat, cause))
    winner = rules.only_one_left(draft.hand)
    if winner is not None:
        closing.end_by_folds(draft, winner, facts)
    else:
        go_on(draft, turn.at, facts)
    return draft


def _own_turn(table: Table, player: PlayerId, action: Action) -> Turn:
    hand = table.hand
    if hand is None or type(hand.phase) is not Betting or hand.phase.turn is None:
        raise refusals.HandOver(hand=table.hand_number)
    turn = hand.phase.turn
    if hand.players[turn.at].player != player:
        raise refusals.NotYourTurn(seat=turn.seat)
    if action.hand != hand.hand or action.turn != turn.turn:
        raise refusals.StaleTurn(hand=hand.hand, turn=turn.turn)
    return turn


def _call(draft: Draft, turn: Turn) -> None:
    player = draft.hand.players[turn.at]
    amount = turn.call_amount
    draft.record(PlayerCalled(turn.seat, amount, player.bet + amount, player.stack == amount))


def _all_in(draft: Draft, turn: Turn) -> None:
    player = draft.hand.players[turn.at]
    most = player.bet + player.stack
    if most <= draft.betting.current_bet:
        _call(draft, turn)
    else:
        _raise_to(draft, turn, most)


def _raise_to(draft: Draft, turn: Turn, to: Chips) -> None:
    betting = draft.betting
    player = draft.hand.players[turn.at]
    if to > player.bet + player.stack:
        raise refusals.AboveStack(max_raise_to=turn.max_raise_to)
    if not turn.max_raise_to:
        raise refusals.RaiseNotOpen(call_amount=turn.call_amount)
    if to < turn.min_raise_to:
        raise refusals.BelowMinimum(min_raise_to=turn.min_raise_to)
    amount = to - player.bet
    full = to - betting.current_bet >= betting.last_raise_size
    all_in = amount == player.stack
    kind = PlayerRaised if betting.current_bet else PlayerBet
    draft.record(kind(turn.seat, amount, to, full, all_in))


def go_on(draft: Draft, after: int, facts: Facts) -> None:
    """What follows once the player at place `after` has acted: a turn, a street, or the betting's end."""
    hand = draft.hand
    asked = rules.next_to_act(hand, after)
    if asked is None and hand.street != "river" and rules.can_bet_on(hand):
        deal_street(draft, facts)
        hand = draft.hand
        asked = rules.next_to_act(hand, len(hand.seats) - 1)
    if asked is None:
        closing.close_betting(draft, facts)
    else:
        draft.record(_turn(hand, asked, draft.config, facts))


def deal_street(draft: Draft, facts: Facts) -> None:
    """Open the next street on the board that is not complete (R2.5)."""
    hand = draft.hand
    cards = runouts.next_cards(hand.boards, hand.dealt, draft.config.burn_cards)
    opened = facts.deck[cards.position : cards.position + cards.size]
    assert len(opened) == cards.size, "the hand's deck is not open"
    draft.record(BoardDealt(cards.street, opened, cards.position, cards.board))


def _turn(hand: Hand, at: int, config: TableConfig, facts: Facts) -> TurnStarted:
    """Ask the player at place `at`; the offer is what will be accepted (R4.8)."""
    offer = rules.legal_actions(hand, at, config.short_allin_reopen)
    return TurnStarted(
        hand.turns + 1,
        hand.seats[at],
        offer.call_amount,
        offer.min_raise_to,
        offer.max_raise_to,
        facts.now_ms + config.clocks.decision_ms,
    )
