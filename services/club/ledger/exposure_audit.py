"""Checking that what is held for covers stays within the insurance account's limit, and is let go once."""

from collections.abc import Iterator
from typing import TypeAlias

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TableId
from services.club.ledger.accounts import holder
from services.club.ledger.exposure import NOTHING, OVER, Exposure, held_by
from services.club.ledger.ledger_events import ChipsMoved, ExposureHeld, ExposureReleased

Broken: TypeAlias = tuple[str, object, object]


class ExposureAudit:
    """Follows a ledger; `held` is each table's, `holds` what was ever held, by hand and board."""

    def __init__(self) -> None:
        self.held: dict[TableId, Exposure] = {}
        self.holds: dict[tuple[TableId, int, int], Chips] = {}

    @property
    def exposed(self) -> Chips:
        """What may still have to be paid."""
        return sum(one.amount for one in self.held.values())

    def hold(self, event: ExposureHeld, balance: Chips) -> Iterator[Broken]:
        """Room is taken that must be there; `balance` is the insurance account's."""
        known = self.held.get(event.table, NOTHING)
        if known.place >= (event.hand, event.board) or (known.hand < event.hand and known.board != OVER):
            yield "exposure is held once for a street, hand after hand", f"after {known.place}", event.hand
        if min(event.covers, event.owed) < 0 or min(event.amount, event.limit) < 1:
            yield "exposure is held for covers", "1 or more", event.amount
        self.held[event.table] = held_by(event)
        if event.covers and self.exposed - balance > event.limit:
            yield "the insurance account stays at its limit", event.limit, self.exposed - balance
        self.holds[event.table, event.hand, event.board] = event.amount

    def release(self, event: ExposureReleased) -> Iterator[Broken]:
        """A hand is over, and not for the second time."""
        known = self.held.get(event.table, NOTHING)
        if known.place >= (event.hand, OVER):
            yield "exposure is released once", f"after {known.place}", event.hand
        self.held[event.table] = Exposure(event.hand)

    def move(self, event: ChipsMoved) -> Iterator[Broken]:
        """A payout for a hand that has room comes out of it."""
        table = holder(event.target)
        known = self.held.get(table, NOTHING)
        if event.reason != "insurance_payout" or known.board == OVER:
            return
        if event.amount > known.amount:
            yield "insurance pays no more than was held for the hand", known.amount, event.amount
        self.held[table] = known.less(event.amount)
