"""Moving chips from one account to another: decided from the books alone."""

import msgspec

from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId
from services.club.ledger import refusals
from services.club.ledger.accounts import MINT, Account, NoSuchAccount, account, agent, member, pending
from services.club.ledger.books import Books
from services.club.ledger.ledger_events import ChipsMoved, Reason

WISHES: frozenset[Reason] = frozenset({"grant", "take_back", "buy_in", "agent_paid", "adjustment"})
"""What somebody asks for, and may be refused; all else has happened, or was reckoned from what has."""


class Move(msgspec.Struct, frozen=True):
    """A transfer that is asked for; the same id is the same transfer for ever."""

    transfer: TransferId
    source: Account
    target: Account
    amount: Chips
    reason: Reason
    by: str
    note: str = ""
    parts: tuple[tuple[PlayerId, Chips], ...] = ()


def move(books: Books, asked: Move, earlier: ChipsMoved | None, now_ms: int) -> ChipsMoved | None:
    """The event; None if it was made before. `earlier` is the transfer that has this id, if any.

    Raises a refusal.
    """
    if earlier is not None:
        if not is_the_same(asked, earlier):
            raise refusals.TransferIdReused(transfer=asked.transfer)
        return None
    check(asked)
    source, target = books.holding(asked.source), books.holding(asked.target)
    if not books.may_pay(asked.source, asked.amount):
        raise refusals.NotEnoughChips(balance=source.balance, limit=source.limit)
    return ChipsMoved(
        asked.transfer,
        asked.source,
        asked.target,
        asked.amount,
        asked.reason,
        now_ms,
        asked.by,
        source.balance - asked.amount,
        target.balance + asked.amount,
        source.entry,
        target.entry,
        asked.note,
        asked.parts,
    )


def decided(asked: Move, now_ms: int, books: Books, earlier: ChipsMoved | None) -> list[ChipsMoved]:
    """`move` as a ledger asks for it."""
    event = move(books, asked, earlier, now_ms)
    return [] if event is None else [event]


def grant_and_move(books: Books, granted: Move, asked: Move, now_ms: int) -> list[ChipsMoved]:
    """A grant, and a transfer out of the account that it went to, one behind the other. Raises a refusal."""
    assert granted.target == asked.source, "granted to whoever pays"
    first = move(books, granted, None, now_ms)
    assert first is not None, "not made before"
    check(asked)
    target = books.holding(asked.target)
    second = ChipsMoved(
        asked.transfer,
        asked.source,
        asked.target,
        asked.amount,
        asked.reason,
        now_ms,
        asked.by,
        first.target_balance - asked.amount,
        target.balance + asked.amount,
        books.version + 1,
        target.entry,
        asked.note,
        asked.parts,
    )
    return [first, second]


def is_the_same(asked: Move, earlier: ChipsMoved) -> bool:
    """Whether a transfer asked for again is the one that was made."""
    return (asked.source, asked.target, asked.amount, asked.reason) == (
        earlier.source,
        earlier.target,
        earlier.amount,
        earlier.reason,
    )


def grant(books: Books, transfer: TransferId, player: PlayerId, amount: Chips, by: str, note: str) -> Move:
    """Chips out of nothing for a member of a play club (R13.3). Raises a refusal."""
    _check_play(books, note)
    return Move(transfer, MINT, member(player), amount, "grant", by, note)


def take_back(
    books: Books, transfer: TransferId, player: PlayerId, amount: Chips, by: str, note: str
) -> Move:
    """Chips of a member that are chips no more (R13.3). Raises a refusal."""
    _check_play(books, note)
    return Move(transfer, member(player), MINT, amount, "take_back", by, note)


def collect(transfer: TransferId, player: PlayerId, amount: Chips) -> Move:
    """An agent's earnings, to the agent's own account."""
    return Move(transfer, agent(player), member(player), amount, "agent_paid", player)


def buy_in(transfer: TransferId, player: PlayerId, table: TableId, amount: Chips) -> Move:
    """A member's chips, on the way to a table."""
    return Move(transfer, member(player), pending(table), amount, "buy_in", player)


def _check_play(books: Books, note: str) -> None:
    if books.kind != "play":
        raise refusals.OnlyInPlayClubs
    if not note.strip():
        raise refusals.ReasonMissing


def check(asked: Move) -> None:
    """Whether a transfer makes sense at all. Raises a refusal."""
    if asked.amount < 1:
        raise refusals.NoAmount(amount=asked.amount)
    if asked.amount > MAX_CHIPS and asked.reason in WISHES:
        raise refusals.AmountTooLarge(most=MAX_CHIPS)
    if asked.source == asked.target:
        raise refusals.SameAccount
    for name in (asked.source, asked.target):
        try:
            account(name)
        except NoSuchAccount:
            raise refusals.UnknownAccount(account=name) from None
