"""Reads the log after a run, and holds it against what the clients were told."""

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from riverrun.client import WatchedTable
from riverrun.contracts.table_events import HandEnded, HandVoided, PlayerFolded, TableHosted, TableSuspended
from riverrun.contracts.views import TableView
from riverrun.holdem.state import Over
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from services.table.codec import codec
from tests.chaos.players import Player, Told
from tests.support.judged_history import History, catch_up

TRIES, PAUSE_S = 60, 0.25
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


async def judge_views(
    players: Sequence[Player], histories: dict[TableId, History], reader: CommitReader
) -> list[str]:
    """Each client's folded view is the table's, and its stacks are the log's."""
    wrong = []
    for player in players:
        for watched in player.tables:
            found = await _judge_view(player, watched, histories[watched.table], reader)
            wrong += [f"{player.name} at {watched.table}: {one}" for one in found]
    return wrong


async def _judge_view(
    player: Player, watched: WatchedTable, history: History, reader: CommitReader
) -> list[str]:
    """Compared only where nothing happened between the first look and the last: clocks run on meanwhile."""
    for _ in range(TRIES):
        before = await player.client.snapshot(watched.table)
        folded, at = watched.view, (watched.feed, watched.version)
        await catch_up(history, reader)
        after = await player.client.snapshot(watched.table)
        if at == (before.feed, before.version) == (after.feed, after.version):
            return differences(folded, before.view, history)
        await asyncio.sleep(PAUSE_S)
    return [f"stands at {watched.version} of {watched.feed} and never agreed with the table"]


def differences(folded: TableView, fresh: TableView | None, history: History) -> list[str]:
    """What two views of one moment, and the log, do not agree on."""
    assert fresh is not None, "a snapshot asked for whole"
    assert history.record is not None, "a table that people play at"
    table = history.record.table
    held = {seat.seat: seat.stack for seat in table.seats}
    if table.hand is not None and type(table.hand.phase) is not Over:
        held |= {one.seat: one.stack for one in table.hand.players}
    seen = {seat.seat: seat.stack for seat in fresh.seats}
    found = [] if folded == fresh else ["the folded view is not the table's"]
    return found if seen == held else [*found, f"saw {seen}, the log has {held}"]


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
