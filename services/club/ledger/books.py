"""A club's books as they stand: balances, limits, sums by member; changed in place by each event."""

from typing import Any

import msgspec

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId
from services.club.ledger.accounts import BOUNDLESS, Account, holder
from services.club.ledger.earned import Earned, count_earned
from services.club.ledger.exposure import Exposure, held_by
from services.club.ledger.ledger_events import (
    AdjustmentDropped,
    AdjustmentProposed,
    ChipsMoved,
    CreditSet,
    ExposureHeld,
    ExposureReleased,
    LedgerKind,
    LedgerOpened,
    PeriodSettled,
    SharesEarned,
)
from services.club.ledger.totals import MemberTotals, count


class Holding(msgspec.Struct, array_like=True, gc=False):
    """One account: what it holds, how low it may go, and the version of its newest entry."""

    balance: Chips = 0
    limit: Chips = 0
    entry: int = 0


class Closed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A closed period: the version of its first part, and from when to when it went."""

    version: int
    from_ms: int
    to_ms: int


class Books(msgspec.Struct, array_like=True):
    """The state of a ledger, and what its snapshot holds."""

    club: str
    kind: LedgerKind
    opened_ms: int
    version: int = 0
    accounts: dict[Account, Holding] = {}
    totals: dict[PlayerId, MemberTotals] = {}
    settled: dict[PlayerId, MemberTotals] = {}
    settled_ms: int = 0
    periods: dict[str, Closed] = {}
    adjustments: dict[TransferId, AdjustmentProposed] = {}
    exposures: dict[TableId, Exposure] = {}
    dropped: set[TransferId] = set()
    earned: dict[PlayerId, Earned] = {}
    """Of the open period, by agents who are none any more."""

    def holding(self, account: Account) -> Holding:
        """An account as it stands; one that nothing touched is empty."""
        return self.accounts.get(account) or Holding()

    def balance(self, account: Account) -> Chips:
        """What an account holds."""
        return self.holding(account).balance

    def may_pay(self, account: Account, amount: Chips) -> bool:
        """Whether an account stays at or above its limit."""
        held = self.holding(account)
        return account in BOUNDLESS or held.balance - amount >= held.limit

    def since_settled(self, player: PlayerId) -> MemberTotals:
        """What a member has moved in the open period."""
        totals = self.totals.get(player) or MemberTotals()
        return totals.since(self.settled.get(player) or MemberTotals())

    def total(self) -> Chips:
        """All accounts together: nothing, always."""
        return sum(held.balance for held in self.accounts.values())


def opened(event: LedgerOpened) -> Books:
    """The books at their beginning."""
    return Books(event.club, event.kind, event.at_ms, 1, settled_ms=event.at_ms)


def apply(books: Books, event: Any) -> None:
    """Take the books' next event."""
    books.version += 1
    match event:
        case ChipsMoved():
            _move(books, event)
        case CreditSet():
            _touched(books, event.account).limit = event.limit
        case AdjustmentProposed():
            books.adjustments[event.adjustment] = event
            # Older releases let one be asked for again.
            books.dropped.discard(event.adjustment)
        case AdjustmentDropped():
            del books.adjustments[event.adjustment]
            books.dropped.add(event.adjustment)
        case PeriodSettled():
            _settle(books, event)
        case ExposureHeld():
            books.exposures[event.table] = held_by(event)
        case ExposureReleased():
            books.exposures[event.table] = Exposure(event.hand)
        case SharesEarned():
            count_earned(books.earned, event)
        case _:
            raise AssertionError(f"{type(event).__name__} does not follow")


def _move(books: Books, event: ChipsMoved) -> None:
    for account, balance in ((event.source, event.source_balance), (event.target, event.target_balance)):
        held = _touched(books, account)
        held.balance = balance
        held.entry = books.version
    books.adjustments.pop(event.transfer, None)
    count(books.totals, event)
    if event.reason == "insurance_payout" and holder(event.target) in books.exposures:
        table = holder(event.target)
        books.exposures[table] = books.exposures[table].less(event.amount)


def _settle(books: Books, event: PeriodSettled) -> None:
    for line in event.lines:
        books.settled[line.player] = books.totals.get(line.player, MemberTotals()).copy()
        books.earned.pop(line.player, None)
    if event.part == 1:
        books.periods[event.period] = Closed(books.version, event.from_ms, event.to_ms)
    if event.part == event.parts:
        books.settled_ms = event.to_ms


def _touched(books: Books, account: Account) -> Holding:
    held = books.accounts.get(account)
    if held is None:
        held = books.accounts[account] = Holding()
    return held
