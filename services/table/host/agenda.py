"""When a table's next owed step is due, and whether a letter comes before it."""

from collections.abc import Container
from typing import NamedTuple

from riverrun.kernel.identifiers import TransferId
from services.table.decide.next_step import steps_owed
from services.table.decide.owed import RUN_OUT, WAIT_FOR_LETTERS, AskForChips, Owed
from services.table.host.record import Record


class Due(NamedTuple):
    """A step and the time (Unix ms) from which it may be taken."""

    owed: Owed
    at_ms: int


def next_due(record: Record) -> Due | None:
    """The step that is due first; chips are asked for beside the game and not counted here."""
    due = [
        Due(owed, owed.due_ms or record.committed_ms + owed.pause_ms)
        for owed in steps_owed(record.table)
        if not isinstance(owed.step, AskForChips)
    ]
    return min(due, key=lambda one: one.at_ms, default=None)


def chips_to_ask(record: Record, asked: Container[TransferId]) -> list[AskForChips]:
    """Transfers that nobody has asked the account for yet."""
    return [
        owed.step
        for owed in steps_owed(record.table)
        if isinstance(owed.step, AskForChips) and owed.step.transfer.transfer not in asked
    ]


def comes_before(arrived_ms: int, due: Due, now_ms: int) -> bool:
    """Whether a letter that arrived then is read before a step: always while it is not due.

    A time-out waits for what came in time; so does what a player had set in advance.
    """
    if now_ms < due.at_ms:
        return True
    return isinstance(due.owed.step, WAIT_FOR_LETTERS) and arrived_ms <= due.at_ms


def may_be_taken(due: Due, now_ms: int, log_answered_ms: int) -> bool:
    """Whether a step is due; time runs out only if the log has answered since (R8.9)."""
    if now_ms < due.at_ms:
        return False
    return not isinstance(due.owed.step, RUN_OUT) or log_answered_ms >= due.at_ms
