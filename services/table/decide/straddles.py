"""Straddles at the table: posted as preferred, asked for, answered; then the cards come (R3.14)."""

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import AnswerStraddle, PreferStraddle
from riverrun.contracts.table_events import (
    BlindPosted,
    Cause,
    StraddleAsked,
    StraddleDeclined,
    StraddlePreferred,
)
from riverrun.holdem.state import Straddling, Table, seat_at, seat_of
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.decide.cuts import cut_and_deal
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules.straddles import Straddle, next_straddle


def straddle_and_deal(draft: Draft, facts: Facts) -> None:
    """Go on along the chain of straddles until somebody must be asked, or it is at its end."""
    most = 0 if draft.hand.bomb_pot else draft.config.straddles
    while most and (straddle := next_straddle(draft.hand, most)) is not None:
        preference = _preference(draft.table, straddle.seat)
        if preference == "ask":
            deadline_ms = facts.now_ms + draft.config.clocks.prompt_ms
            draft.record(StraddleAsked(straddle.seat, straddle.price, deadline_ms))
            return
        if preference == "never":
            break
        _post(draft, straddle)
    cut_and_deal(draft, facts)


def prefer(table: Table, player: PlayerId, command: PreferStraddle) -> Draft:
    """Store a player's preference. Raises `NotSeated`."""
    seat = seat_of(table, player)
    if seat is None:
        raise refusals.NotSeated
    draft = Draft(table)
    if seat.straddle != command.preference:
        draft.record(StraddlePreferred(seat.seat, command.preference))
    return draft


def answer(table: Table, player: PlayerId, command: AnswerStraddle, facts: Facts) -> Draft:
    """The player who is asked straddles, or does not. Raises `NotAsked`."""
    hand, seat = table.hand, seat_of(table, player)
    if hand is None or type(hand.phase) is not Straddling or hand.hand != command.hand or seat is None:
        raise refusals.NotAsked
    question = hand.question
    if question is None or seat.seat not in question.seats:
        raise refusals.NotAsked
    if not command.agree:
        return decline(table, "player", facts)
    draft = Draft(table)
    in_front = hand.players[hand.seats.index(seat.seat)].bet
    draft.record(BlindPosted(seat.seat, "straddle", question.number - in_front, question.number))
    straddle_and_deal(draft, facts)
    return draft


def time_out(table: Table, facts: Facts) -> Draft:
    """The clock ran out; or the player is on his way out, which is nobody's business."""
    question = None if table.hand is None else table.hand.question
    in_time = question is not None and facts.now_ms < question.deadline_ms
    return decline(table, "player" if in_time else "clock", facts)


def decline(table: Table, cause: Cause, facts: Facts) -> Draft:
    """No straddle."""
    draft = Draft(table)
    question = draft.hand.question
    assert question is not None, "nobody is asked"
    draft.record(StraddleDeclined(question.seats[0], cause))
    cut_and_deal(draft, facts)
    return draft


def _preference(table: Table, number: SeatNo) -> str:
    seat = seat_at(table, number)
    return "never" if seat is None or seat.leave_queued else seat.straddle


def _post(draft: Draft, straddle: Straddle) -> None:
    draft.record(BlindPosted(straddle.seat, "straddle", straddle.amount, straddle.price))
