"""Whether an all-in's board is run more than once: preferences, the question, its answers (R7.1, R7.2)."""

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import AnswerRunIt, PreferRunIt
from riverrun.contracts.table_events import (
    RunItPreferred,
    RunsAgreed,
    RunsAnswered,
    RunsAsked,
    RunsRefused,
)
from riverrun.holdem.state import Table, live_players, seat_at, seat_of
from riverrun.kernel.identifiers import PlayerId
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules.runouts import agreed_runs


def ask_runs(draft: Draft, facts: Facts) -> None:
    """Betting closed before the river: agree at once where all always do, else ask who wants to be.

    Nobody is asked where there are two boards already (R3.15).
    """
    most = draft.config.run_it
    if most < 2 or draft.hand.side_by_side:
        return
    live = [player.seat for player in live_players(draft.hand)]
    wanted = {seat: _preference(draft.table, seat) for seat in live}
    if "never" in wanted.values():
        return
    asked = tuple(seat for seat in live if wanted[seat] == "ask")
    if asked:
        draft.record(RunsAsked(asked, most, facts.now_ms + draft.config.clocks.prompt_ms))
    else:
        draft.record(RunsAgreed(most))


def _preference(table: Table, number: int) -> str:
    seat = seat_at(table, number)
    return "never" if seat is None or seat.leave_queued else seat.run_it


def prefer(table: Table, player: PlayerId, command: PreferRunIt) -> Draft:
    """Store a player's preference. Raises `NotSeated`."""
    seat = seat_of(table, player)
    if seat is None:
        raise refusals.NotSeated
    draft = Draft(table)
    if seat.run_it != command.preference:
        draft.record(RunItPreferred(seat.seat, command.preference))
    return draft


def answer(table: Table, player: PlayerId, command: AnswerRunIt) -> Draft:
    """One no settles it; the last yes agrees. Raises `NotAsked`."""
    hand, seat = table.hand, seat_of(table, player)
    if hand is None or hand.question is None or hand.hand != command.hand or seat is None:
        raise refusals.NotAsked
    question = hand.question
    if question.kind != "runs" or seat.seat not in question.seats or seat.seat in question.yes:
        raise refusals.NotAsked
    draft = Draft(table)
    if not command.agree:
        draft.record(RunsRefused())
        return draft
    draft.record(RunsAnswered(seat.seat))
    agreeing = (*question.yes, seat.seat)
    runs = agreed_runs(question.seats, agreeing, cards_to_come=5 - len(hand.boards[0]), most=question.number)
    if runs > 1:
        draft.record(RunsAgreed(runs))
    return draft


def close_question(table: Table) -> Draft:
    """Time is up: not all have agreed."""
    draft = Draft(table)
    draft.record(RunsRefused())
    return draft
