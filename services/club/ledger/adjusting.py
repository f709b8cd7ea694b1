"""Corrections by operators, made by two persons; and how far below zero a member may go."""

from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.kernel.identifiers import PlayerId, TransferId
from services.club.ledger import moving, refusals
from services.club.ledger.accounts import Account, member
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import (
    AdjustmentDropped,
    AdjustmentProposed,
    ChipsMoved,
    CreditSet,
)
from services.club.ledger.moving import Move


def propose(
    books: Books,
    adjustment: TransferId,
    source: Account,
    target: Account,
    amount: Chips,
    by: str,
    note: str,
    earlier: ChipsMoved | None,
    now_ms: int,
) -> AdjustmentProposed | None:
    """Ask for a correction; None if it was asked for, or made, before. Raises a refusal.

    An id that was dropped names no other correction: who approves would not get what he has read.
    """
    if adjustment in books.dropped:
        raise refusals.TransferIdReused(transfer=adjustment)
    asked = AdjustmentProposed(adjustment, source, target, amount, by, now_ms, note)
    known = books.adjustments.get(adjustment)
    if known is not None or earlier is not None:
        if not _is_the_same(asked, known, earlier):
            raise refusals.TransferIdReused(transfer=adjustment)
        return None
    if not note.strip():
        raise refusals.ReasonMissing
    moving.check(_as_move(asked, by))
    return asked


def approve(
    books: Books, adjustment: TransferId, by: str, earlier: ChipsMoved | None, now_ms: int
) -> ChipsMoved | None:
    """Make a correction that another proposed; None if it was made before. Raises a refusal."""
    asked = books.adjustments.get(adjustment)
    if asked is None:
        if earlier is not None and earlier.reason == "adjustment":
            return None
        raise refusals.UnknownAdjustment(adjustment=adjustment)
    if asked.by == by:
        raise refusals.SecondPersonNeeded
    return moving.move(books, _as_move(asked, by), None, now_ms)


def drop(books: Books, adjustment: TransferId, by: str, now_ms: int) -> AdjustmentDropped | None:
    """Give a correction up; None if it was given up before. Raises a refusal."""
    if adjustment in books.dropped:
        return None
    if adjustment not in books.adjustments:
        raise refusals.UnknownAdjustment(adjustment=adjustment)
    return AdjustmentDropped(adjustment, by, now_ms)


def set_credit(
    books: Books, player: PlayerId, limit: Chips, by: str, note: str, now_ms: int
) -> CreditSet | None:
    """Let another member go so far below zero; None if it is so already. Raises a refusal."""
    if player == by:
        raise refusals.SecondPersonNeeded
    account = member(player)
    held = books.holding(account)
    if limit > 0 or limit < -MAX_CHIPS:
        raise refusals.AmountTooLarge(most=0)
    if limit > min(held.balance, 0):
        raise refusals.CreditBelowBalance(balance=held.balance)
    if limit == held.limit:
        return None
    return CreditSet(account, limit, by, now_ms, note)


def end_credit(books: Books, player: PlayerId, by: str, now_ms: int) -> CreditSet | None:
    """Who is let in anew has no credit of before, for that is the owner's to give; None if he has none.

    What he owes he owes still.
    """
    held = books.holding(member(player))
    limit = min(held.balance, 0)
    return CreditSet(member(player), limit, by, now_ms, "let in anew") if held.limit < limit else None


def _is_the_same(
    asked: AdjustmentProposed, known: AdjustmentProposed | None, made: ChipsMoved | None
) -> bool:
    """Whether the correction that waits, or was made meanwhile, is the one that is asked for."""
    if known is None:
        return made is not None and moving.is_the_same(_as_move(asked, asked.by), made)
    return (known.source, known.target, known.amount, known.by) == (
        asked.source,
        asked.target,
        asked.amount,
        asked.by,
    )


def _as_move(asked: AdjustmentProposed, by: str) -> Move:
    note = f"{asked.note} (proposed by {asked.by})"
    return Move(asked.adjustment, asked.source, asked.target, asked.amount, "adjustment", by, note)
