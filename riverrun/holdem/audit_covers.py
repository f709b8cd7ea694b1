"""Holding what insurance moves to what was bought: each buyer's account for each pot, once (R9.8, R11.5)."""

from collections.abc import Iterator
from typing import TypeAlias

from riverrun.contracts.table_events import (
    Cover,
    HandEnded,
    HandStarted,
    InsuranceBought,
    InsuranceOffered,
    InsuranceSettled,
    PotAwarded,
    TableEvent,
)
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

Broken: TypeAlias = tuple[str, object, object]
"""A check that fails: its words, what it expected, what it got."""

_PotOfSeat: TypeAlias = tuple[int, SeatNo]


class CoverAudit:
    """Follows the hand in progress; `to_club` is all that the club has gained since the table opened."""

    def __init__(self) -> None:
        self.to_club: Chips = 0
        self._covers: dict[_PotOfSeat, list[Cover]] = {}
        self._won: dict[_PotOfSeat, Chips] = {}
        self._held: Chips = 0
        self._paid: Chips = 0

    def follow(self, event: TableEvent) -> Iterator[Broken]:
        """What is wrong with an event, if anything."""
        match event:
            case HandStarted():
                self._covers, self._won = {}, {}
                self._held = self._paid = 0
            case InsuranceOffered():
                self._held = event.held
            case InsuranceBought(cover=cover):
                if min(cover.coverage, cover.premium) < 1:
                    yield "a cover and its premium are chips", "1 or more", (cover.coverage, cover.premium)
                self._covers.setdefault((cover.pot, cover.seat), []).append(cover)
            case PotAwarded():
                key = event.pot, event.seat
                self._won[key] = self._won.get(key, 0) + event.amount
            case InsuranceSettled():
                yield from self._settled(event)
            case HandEnded(ended_by=how) if how != "void" and self._covers:
                yield "all that was insured is settled when the hand ends", "nothing open", [*self._covers]
            case _:
                pass

    def _settled(self, event: InsuranceSettled) -> Iterator[Broken]:
        key = event.pot, event.seat
        covers = self._covers.pop(key, [])
        most_paid = sum(cover.coverage for cover in covers)
        most_due = sum(cover.premium for cover in covers)
        if not 0 <= event.paid <= most_paid:
            yield "insurance pays no more than was covered", most_paid, event.paid
        self._paid += event.paid
        if self._held and self._paid > self._held:
            yield "insurance pays no more than the club holds for the hand", self._held, self._paid
        if not 0 <= event.due <= most_due:
            yield "no more premium is due than was bought for", most_due, event.due
        most_taken = min(event.due, self._won.get(key, 0) + event.paid)
        if event.taken != most_taken:
            yield "a premium is taken from what was won and paid of its pot", most_taken, event.taken
        self.to_club += event.to_club
