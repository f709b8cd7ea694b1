"""Checking that closed periods tell what was moved in them, and agents are paid what they tell (R13.4)."""

from collections.abc import Iterator
from typing import TypeAlias

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TransferId
from services.club.ledger import accounts
from services.club.ledger.earned import Earned, count_earned
from services.club.ledger.ledger_events import ChipsMoved, PeriodSettled, SettledLine, SharesEarned
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
        self._earned: dict[PlayerId, Earned] = {}

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

    def earn(self, event: SharesEarned) -> Iterator[Broken]:
        """What somebody has earned who is to be no agent any more."""
        yield from self._all_paid()
        for line in event.lines:
            left = self._since(line.player).rake - self._earned_by(line.player).rake
            if line.rake != left:
                yield f"rake of {line.player} is shared once", left, line.rake
            if not 0 <= line.share <= line.rake:
                yield f"an agent gets a share of the rake of {line.player}", line.rake, line.share
        count_earned(self._earned, event)

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
        earned = self._earned_by(line.player)
        if line.earlier != earned.told():
            yield f"a period tells what was earned by {line.player}", earned.told(), line.earlier
        left = line.rake - earned.rake if line.agent else 0
        if not 0 <= line.rakeback <= left:
            yield f"an agent gets a share of the rake of {line.player}", left, line.rakeback
        self._told.add(line.player)
        self._earned.pop(line.player, None)
        for agent, share in line.shares:
            transfer, account = f"settlement.{period}.{agent}", accounts.agent(agent)
            known = self._owed.get(transfer, (account, 0))[1]
            self._owed[transfer] = (account, known + share)

    def _close(self, to_ms: int) -> Iterator[Broken]:
        for player in self._totals.keys() - self._told:
            if self._since(player) != MemberTotals():
                yield "a period leaves nobody out", player, "no line"
        self._settled = {player: totals.copy() for player, totals in self._totals.items()}
        self._told, self._next_part, self._closed_ms = set(), 1, to_ms

    def _earned_by(self, player: PlayerId) -> Earned:
        return self._earned.get(player, Earned())

    def _since(self, player: PlayerId) -> MemberTotals:
        totals = self._totals.get(player, MemberTotals())
        return totals.since(self._settled.get(player, MemberTotals()))


def _told(line: SettledLine) -> MemberTotals:
    return MemberTotals(line.bought, line.cashed_out, line.granted, line.taken_back, line.rake, line.fees)
