"""Hosting and operating a table: take-over, clocks, draining, suspending, voiding (R2.8, R8.9)."""

from typing import assert_never

from riverrun.contracts import refusals
from riverrun.contracts.operator_commands import (
    DismissPlayer,
    DrainTable,
    OperatorOrder,
    ResumeTable,
    RollTable,
    SuspendTable,
    VoidHand,
)
from riverrun.contracts.table_events import (
    ClocksExtended,
    HandEnded,
    HandVoided,
    TableDraining,
    TableHosted,
    TableResumed,
    TableSuspended,
)
from riverrun.holdem.deadlines import open_deadline
from riverrun.holdem.state import Over, Table
from services.table.decide import rolling
from services.table.decide.absence import extend_kick_timers
from services.table.decide.dismissal import dismiss
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.decide.waiting_list import extend_offers

LEAST_TIME_LEFT_MS = 3_000


def take_over(table: Table, host: str, away_ms: int, facts: Facts, rolls_at_ms: int = 0) -> Draft:
    """This process hosts the table from here on; open deadlines move by the time nobody did (R8.9).

    `rolls_at_ms`: when the table is to roll, unless that was said before; 0: nobody knows.
    """
    draft = Draft(table)
    draft.record(TableHosted(host, 0 if table.rolls_at_ms else rolls_at_ms))
    if not table.suspended:
        _extend_clocks(draft, away_ms, facts)
    return draft


def extend_clocks(table: Table, away_ms: int, facts: Facts) -> Draft:
    """The log was away; nothing is recorded where no clock was running."""
    draft = Draft(table)
    if away_ms > 0 and not table.suspended:
        _extend_clocks(draft, away_ms, facts)
    return draft


def _extend_clocks(draft: Draft, away_ms: int, facts: Facts) -> None:
    _extend_waits(draft, away_ms, facts)
    deadline_ms = open_deadline(draft.table.hand)
    if deadline_ms is None:
        return
    moved = max(deadline_ms + away_ms, facts.now_ms + _least_time_ms(draft))
    if moved > deadline_ms:
        draft.record(ClocksExtended(moved))


def _extend_waits(draft: Draft, away_ms: int, facts: Facts) -> None:
    """What runs beside the game: seats kept for who waits, and how long players may sit out."""
    least_ms = facts.now_ms + LEAST_TIME_LEFT_MS
    extend_offers(draft, away_ms, least_ms, facts.now_ms)
    extend_kick_timers(draft, away_ms, least_ms, facts.now_ms)


def _least_time_ms(draft: Draft) -> int:
    """Three seconds; to show hands no more than there ever was for that."""
    whole_ms = draft.config.clocks.between_hands_ms
    return min(LEAST_TIME_LEFT_MS, whole_ms) if _is_over(draft.table) else LEAST_TIME_LEFT_MS


def _is_over(table: Table) -> bool:
    return table.hand is not None and isinstance(table.hand.phase, Over)


def order(table: Table, wanted: OperatorOrder, facts: Facts) -> Draft:
    """Carry out an operator's order. Raises a `Refusal` where it does not fit the table's state."""
    rolling.refuse_rolled(table)
    if table.closed:
        # An id at its end is written to no more: what is archived stays what it is.
        raise refusals.TableIsClosed(reason=table.closed)
    draft = Draft(table)
    match wanted:
        case RollTable():
            return rolling.announce(table, wanted.reason or "maintenance")
        case DrainTable(reason=reason):
            if table.draining or table.suspended:
                raise refusals.AlreadySuspended(reason=table.draining or table.suspended)
            draft.record(TableDraining(reason or "maintenance"))
        case SuspendTable(reason=reason):
            if table.suspended:
                raise refusals.AlreadySuspended(reason=table.suspended)
            draft.record(TableSuspended(reason or "maintenance", facts.now_ms))
        case ResumeTable(reason=reason):
            _resume(draft, reason, facts)
        case VoidHand():
            _void(draft, wanted, facts)
        case DismissPlayer(player=player, reason=reason):
            return dismiss(table, player, reason)
        case _:
            assert_never(wanted)
    return draft


def _resume(draft: Draft, reason: str, facts: Facts) -> None:
    stood = draft.table
    if not stood.suspended and not stood.draining:
        raise refusals.NotSuspended
    draft.record(TableResumed(reason))
    if stood.suspended:
        # Where an older event does not tell since when, all starts anew: nothing moves further than that.
        _extend_waits(draft, facts.now_ms - stood.suspended_ms, facts)
    if open_deadline(draft.table.hand) is not None:
        clocks = draft.config.clocks
        whole_ms = clocks.between_hands_ms if _is_over(draft.table) else clocks.decision_ms
        draft.record(ClocksExtended(facts.now_ms + whole_ms))


def _void(draft: Draft, wanted: VoidHand, facts: Facts) -> None:
    hand = draft.table.hand
    if hand is None or isinstance(hand.phase, Over) or wanted.hand not in {0, hand.hand}:
        raise refusals.NoHandToVoid
    returned = tuple((player.seat, player.contribution + player.dead) for player in hand.players)
    draft.record(HandVoided(returned, wanted.reason))
    stacks = tuple((player.seat, player.stack) for player in draft.hand.players)
    draft.record(HandEnded("void", stacks, facts.now_ms, facts.now_ms))


def suspend(table: Table, reason: str, facts: Facts) -> Draft:
    """A draining table has played its last hand, or a decision failed an assertion (R2.8)."""
    draft = Draft(table)
    draft.record(TableSuspended(reason, facts.now_ms))
    return draft
