"""Checking that closed periods tell what was moved in them, and agents are paid what they tell (R13.4)."""

from collections.abc import Iterator
from typing import TypeAlias

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TransferId
from services.club.ledger import accounts
from services.club.ledger.ledger_events import ChipsMoved, PeriodSettled, SettledLine
from services.club.ledger.totals import MemberTotals, count

Broken: TypeAlias = tuple[str, object, object]


class PeriodAudit:
    """Follows a ledger and counts what members move; agents' shares stand right behind their period."""

    def __init__(self, opened_ms: int) -> None:
        self._closed_ms = opened_ms
        self._names: set[str] = set()
        self._next_part = 1
        self._totals: dict[PlayerId, MemberTotals] = {}
        self._settled: dict[PlayerId, MemberTotals] = {}
        self._told: set[PlayerId] = set()
        self._owed: dict[TransferId, tuple[str, Chips]] = {}

    def settle(self, event: PeriodSettled) -> Iterator[Broken]:
        """The next part of a period."""
        if event.part == 1:
            yield from self._all_paid()
        if event.part != self._next_part or event.part > event.parts:
            yield "the parts of a period follow each other", self._next_part, event.part
        if event.part == 1 and event.period in self._names:
            yield "a period is closed once", "a new name", event.period
        if event.from_ms != self._closed_ms or event.to_ms < event.from_ms:
            yield "a period begins where the last one ended", self._closed_ms, event.from_ms
        self._names.add(event.period)
        for line in event.lines:
            yield from self._line(event.period, line)
        self._next_part = event.part + 1
        if event.part == event.parts:
            yield from self._close(event.to_ms)

    def move(self, event: ChipsMoved) -> Iterator[Broken]:
        """A transfer: an agent's share as it was told, or one that counts for the next period."""
        if event.reason == "rakeback":
            told = self._owed.pop(event.transfer, None)
            if told != (event.target, event.amount):
                yield "an agent gets what his period tells", told, (event.target, event.amount)
        else:
            yield from self._all_paid()
        count(self._totals, event)

    def _all_paid(self) -> Iterator[Broken]:
        """Something else comes: no share may be left."""
        if self._owed:
            yield "agents are paid with their period", "no share left", min(self._owed)

    def _line(self, period: str, line: SettledLine) -> Iterator[Broken]:
        moved, told = self._since(line.player), _told(line)
        if line.player in self._told:
            yield "a period has one line for each", "one", line.player
        if told != moved:
            yield f"a period tells what {line.player} moved", moved, told
        if not 0 <= line.rakeback <= (line.rake if line.agent else 0):
            yield f"an agent gets a share of the rake of {line.player}", line.rake, line.rakeback
        self._told.add(line.player)
        if line.rakeback:
            transfer, agent = f"settlement.{period}.{line.agent}", accounts.agent(line.agent)
            known = self._owed.get(transfer, (agent, 0))[1]
            self._owed[transfer] = (agent, known + line.rakeback)

    def _close(self, to_ms: int) -> Iterator[Broken]:
        for player in self._totals.keys() - self._told:
            if self._since(player) != MemberTotals():
                yield "a period leaves nobody out", player, "no line"
        self._settled = {player: totals.copy() for player, totals in self._totals.items()}
        self._told, self._next_part, self._closed_ms = set(), 1, to_ms

    def _since(self, player: PlayerId) -> MemberTotals:
        totals = self._totals.get(player, MemberTotals())
        return totals.since(self._settled.get(player, MemberTotals()))


def _told(line: SettledLine) -> MemberTotals:
    return MemberTotals(line.bought, line.cashed_out, line.granted, line.taken_back, line.rake, line.fees)
