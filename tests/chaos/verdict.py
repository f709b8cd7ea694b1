"""Reads the log after a run, and holds it against what the clients were told."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from riverrun.contracts.table_events import HandEnded, HandVoided, PlayerFolded, TableHosted, TableSuspended
from riverrun.kernel.identifiers import TableId
from services.table.codec import codec
from tests.chaos.players import Player, Told
from tests.support.judged_history import History

AFTER_MS = 25_000
"""How long after a fault a stall still counts as caused by it."""


@dataclass
class Verdict:
    """What is wrong; nothing, it is hoped. `notes` are figures."""

    faults: list[str] = field(default_factory=list)
    notes: dict[str, int] = field(default_factory=dict)

    def require(self, good: bool, otherwise: str) -> None:
        if not good:
            self.faults.append(otherwise)


def judge(histories: dict[TableId, History], told: Told) -> Verdict:
    """No loss, no duplicate, no false sight. That chips and versions add up, reading the log has shown."""
    verdict = Verdict()
    for table, history in histories.items():
        acknowledged = [(ack.player, ack.command) for ack in told.acks if ack.table == table]
        missing, repeated = history.missing(acknowledged), history.repeated()
        verdict.require(not missing, f"{table}: acknowledged and not in the log: {missing}")
        verdict.require(not repeated, f"{table}: more than once in the log: {repeated}")
        _judge_sights(verdict, table, history, told)
        _note_events(verdict, history)
    verdict.notes["acknowledged"] = len(told.acks)
    verdict.notes["commits"] = sum(len(history.commits) for history in histories.values())
    verdict.notes["hands"] = sum(history.hand for history in histories.values())
    return verdict


def _judge_sights(verdict: Verdict, table: TableId, history: History, told: Told) -> None:
    """Every end of a hand that a client saw is the one in the log."""
    ends = {}
    for one in history.commits:
        for event in codec.decode_all(one.commit):
            if isinstance(event, HandEnded):
                ends[one.commit.hand] = [{"seat": seat, "stack": stack} for seat, stack in event.stacks]
    for (at, hand), sights in told.hands.items():
        for player, stacks in sights.items():
            if at == table and stacks != ends.get(hand):
                verdict.faults.append(f"{table} hand {hand}: {player} saw {stacks}, the log {ends.get(hand)}")


def _note_events(verdict: Verdict, history: History) -> None:
    events = history.events()
    for name, kind in (("voided", HandVoided), ("suspended", TableSuspended), ("moves", TableHosted)):
        verdict.notes[name] = verdict.notes.get(name, 0) + sum(isinstance(one, kind) for one in events)
    timed_out = sum(isinstance(one, PlayerFolded) and one.cause == "clock" for one in events)
    verdict.notes["folds by the clock"] = verdict.notes.get("folds by the clock", 0) + timed_out


async def judge_views(players: Sequence[Player], histories: dict[TableId, History]) -> list[str]:
    """With play paused: each client's folded view is the table's, and its stacks are the log's."""
    wrong = []
    for player in players:
        for watched in player.tables:
            fresh = await player.client.snapshot(watched.table)
            if watched.view != fresh.view:
                wrong.append(f"{player.name} at {watched.table}: the folded view is not the table's")
            record = histories[watched.table].record
            assert record is not None
            seen = {seat.seat: seat.stack for seat in fresh.view.seats} if fresh.view else {}
            hand = record.table.hand
            held = {seat.seat: seat.stack for seat in record.table.seats}
            if hand is not None:
                held |= {one.seat: one.stack for one in hand.players}
            if seen != held:
                wrong.append(f"{player.name} at {watched.table}: saw {seen}, the log has {held}")
    return wrong


class Timeline:
    """All commits' times and all moves, to tell what followed a fault."""

    def __init__(self, histories: dict[TableId, History]) -> None:
        commits = [one.commit for history in histories.values() for one in history.commits]
        self._times = sorted(commit.at_ms for commit in commits)
        self._moves = sorted(
            commit.at_ms
            for commit in commits
            if any(stored.topic == "table.hosted" for stored in commit.events)
        )

    def stall_s(self, at_ms: int, until_ms: int) -> float:
        """The longest time without a commit of any table, of what began before `until_ms`."""
        first = max(0, bisect_left(self._times, at_ms) - 1)
        last = bisect_right(self._times, max(until_ms, at_ms) + AFTER_MS)
        times = self._times[first : last + 1]
        gaps = [
            later - earlier for earlier, later in pairwise(times) if later >= at_ms and earlier <= until_ms
        ]
        return max(gaps, default=0) / 1000

    def moves(self, at_ms: int, until_ms: int) -> int:
        """How often a table was taken over."""
        return bisect_right(self._moves, until_ms) - bisect_left(self._moves, at_ms)
