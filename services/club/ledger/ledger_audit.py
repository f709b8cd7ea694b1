"""Checking a ledger's events one by one, believing no balance that stands in them (R11.5)."""

from collections.abc import Iterator
from typing import Any

from riverrun.holdem.audit import Finding
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId, TransferId
from services.club.ledger.accounts import BOUNDLESS, INSURANCE, Account, holder, is_member, table_of
from services.club.ledger.exposure_audit import ExposureAudit
from services.club.ledger.ledger_events import (
    TOPICS,
    AdjustmentDropped,
    AdjustmentProposed,
    ChipsMoved,
    CreditSet,
    ExposureHeld,
    ExposureReleased,
    LedgerOpened,
    PeriodSettled,
    SharesEarned,
)
from services.club.ledger.period_audit import PeriodAudit
from services.club.ledger.ways import ANY_CLUB, WAYS, goes

_NAMES = {event: name for name, event in TOPICS.items()}


class LedgerAudit:
    """Follows a ledger from its first event and counts every account itself."""

    def __init__(self) -> None:
        self.version = 0
        self.kind = ""
        self.balances: dict[Account, Chips] = {}
        self.count = 0
        self.transfers: dict[TransferId, ChipsMoved] = {}
        """Those over tables' edges, to be paired."""
        self.by_table: dict[TableId, list[ChipsMoved]] = {}
        """The same by the table whose account they touch."""
        self.versions: dict[TransferId, int] = {}
        self.exposure = ExposureAudit()
        self.periods = PeriodAudit(0)
        self._made: set[TransferId] = set()
        self._entries: dict[Account, int] = {}
        self._limits: dict[Account, Chips] = {}
        self._proposed: dict[TransferId, AdjustmentProposed] = {}

    def follow(self, version: int, event: Any) -> Finding | None:
        """Take the ledger's next event; the finding, if the books do not close on it. It is then over."""
        broken = next(self._checks(version, event), None)
        self.version = version
        if broken is None:
            return None
        check, expected, got = broken
        return Finding(version, _NAMES[type(event)], check, str(expected), str(got))

    def _checks(self, version: int, event: Any) -> Iterator[tuple[str, object, object]]:
        if version != self.version + 1:
            yield "versions run without gaps", self.version + 1, version
        if (version == 1) != isinstance(event, LedgerOpened):
            yield "a ledger is opened first, and once", version == 1, version != 1
        match event:
            case LedgerOpened():
                self.kind = event.kind
                self.periods = PeriodAudit(event.at_ms)
            case ChipsMoved():
                yield from self._move(version, event)
            case CreditSet():
                yield from _credit(event)
                self._limits[event.account] = event.limit
            case AdjustmentProposed():
                self._proposed[event.adjustment] = event
            case AdjustmentDropped():
                self._proposed.pop(event.adjustment, None)
            case PeriodSettled():
                yield from self.periods.settle(event)
            case SharesEarned():
                yield from self.periods.earn(event)
            case ExposureHeld():
                yield from self.exposure.hold(event, self.balances.get(INSURANCE, 0))
            case ExposureReleased():
                yield from self.exposure.release(event)
            case _:
                pass

    def _move(self, version: int, event: ChipsMoved) -> Iterator[tuple[str, object, object]]:
        if event.transfer in self._made:
            yield "a transfer is made once", "a new transfer", event.transfer
        if event.amount < 1 or event.source == event.target:
            yield "chips go from one account to another", "1 or more", event.amount
        yield from self._allowed(event)
        yield from self.exposure.move(event)
        yield from self.periods.move(event)
        for account, amount, balance, entry in (
            (event.source, -event.amount, event.source_balance, event.source_entry),
            (event.target, event.amount, event.target_balance, event.target_entry),
        ):
            held = self.balances[account] = self.balances.get(account, 0) + amount
            if held != balance:
                yield f"{account} holds what its entries say", held, balance
            if self._entries.get(account, 0) != entry:
                yield f"{account}'s entries follow each other", self._entries.get(account, 0), entry
            if amount < 0 and account not in BOUNDLESS and held < self._limits.get(account, 0):
                yield f"{account} stays at its limit", self._limits.get(account, 0), held
            self._entries[account] = version
        self.count += 1
        self._made.add(event.transfer)
        for table in {table_of(event.source), table_of(event.target)} - {""}:
            self.by_table.setdefault(table, []).append(event)
            self.transfers[event.transfer] = event
            self.versions[event.transfer] = version

    def _allowed(self, event: ChipsMoved) -> Iterator[tuple[str, object, object]]:
        way = WAYS.get(event.reason)
        if self.kind not in (ANY_CLUB if way is None else way.clubs):
            yield "only a play club's owner makes chips", "play", self.kind
        if not goes(event.reason, event.source, event.target):
            legs = "two accounts" if way is None else f"{way.source} to {way.target}"
            got = f"{event.transfer}: {event.source} to {event.target}"
            yield f"{event.reason} goes between its accounts", legs, got
        if event.reason != "adjustment":
            return
        asked = self._proposed.pop(event.transfer, None)
        proposed = None if asked is None else (asked.source, asked.target, asked.amount)
        if asked is None or proposed != (event.source, event.target, event.amount):
            yield "a correction is what was proposed", proposed, (event.source, event.target, event.amount)
        elif asked.by == event.by:
            yield "a correction is made by two persons", f"another than {asked.by}", event.by


def _credit(event: CreditSet) -> Iterator[tuple[str, object, object]]:
    if not is_member(event.account) or event.limit > 0:
        yield "credit lets a member's account go below zero", "0 or less", f"{event.account} {event.limit}"
    if holder(event.account) == event.by:
        yield "nobody gives himself credit", f"another than {event.by}", event.by
