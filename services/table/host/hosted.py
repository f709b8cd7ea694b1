"""A table as its host holds it: what the log says, the open deck, the feeds.

And the one way to write (R2.6).
"""

from functools import partial
from typing import Protocol

from riverrun.contracts.commits import COMMIT_FORMAT, Commit
from riverrun.contracts.table_events import (
    CutAsked,
    DeckCut,
    HandEnded,
    HandSealed,
    InsuranceOffered,
    RunsAsked,
    StraddleAsked,
    TableEvent,
    TableHosted,
    TableResumed,
    TurnStarted,
)
from riverrun.holdem.redact import Viewer
from riverrun.holdem.state import Table, seat_of
from riverrun.kernel.deck import OpenDeck
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from riverrun.runtime.clock import Clock
from riverrun.runtime.eventstore.codec import EventCodec
from riverrun.runtime.eventstore.outcomes import Fenced
from services.table.decide.draft import Draft
from services.table.host.dealer import sight_of
from services.table.host.feeds import Feeds, Sent
from services.table.host.record import Record, advanced

BEGIN_A_CLOCK = frozenset(
    (
        TurnStarted,
        StraddleAsked,
        CutAsked,
        InsuranceOffered,
        RunsAsked,
        HandEnded,
        TableHosted,
        TableResumed,
    )
)
"""From these events on a deadline is counted by us; no outage before them moves it."""


class Log(Protocol):
    """Where commits go. Raises `Fenced`, `Unsettled`, `CommitTooLarge`."""

    async def append(self, commit: Commit, expected_seq: int) -> int:
        """Append after the table's commit at `expected_seq`, and say where it stands."""

    async def last_seq(self, table: TableId) -> int:
        """Where the table's last commit stands; waits for a log that is away."""


class Outlet(Protocol):
    """Where everything else goes; nothing here holds the table up or can fail it."""

    async def publish(self, sent: list[Sent]) -> None:
        """Send views."""

    def committed(self, hosted: "HostedTable", events: list[TableEvent]) -> None:
        """A commit is in the log: for the lobby, snapshots and counters."""


class Cause:
    """Who or what made a decision: goes into the log with it (R2.6)."""

    __slots__ = ("actor", "command", "trace")

    def __init__(self, actor: PlayerId, command: CommandId, trace: str = "") -> None:
        self.actor = actor
        self.command = command
        self.trace = trace


class HostedTable:
    """One table in this process. `seq` is the fence of the next append."""

    def __init__(
        self,
        record: Record,
        version: int,
        seq: int,
        *,
        log: Log,
        outlet: Outlet,
        codec: EventCodec,
        clock: Clock,
        epoch: str,
    ) -> None:
        self.record = record
        self.version = version
        self.seq = seq
        self.deck: OpenDeck | None = None
        self.clock_began_ms = 0
        self.feeds = Feeds(record.table.table, epoch)
        self._log = log
        self._outlet = outlet
        self._codec = codec
        self._clock = clock
        self._ahead_ms = max(0, record.committed_ms - clock.now_ms())

    @property
    def id(self) -> TableId:
        """The table's id."""
        return self.record.table.table

    @property
    def table(self) -> Table:
        """The table as the log leaves it."""
        return self.record.table

    def wall_ms(self) -> int:
        """The time of this process; the table's may be another."""
        return self._clock.now_ms()

    def at(self, wall_ms: int) -> int:
        """The table's time at a moment of this process's."""
        return wall_ms + self._ahead_ms

    def now_ms(self) -> int:
        """The time for a decision.

        The table's commits never go back in time. Where an earlier host's clock was ahead, the table's
        time stays ahead and runs on.
        """
        return max(self.at(self.wall_ms()), self.record.committed_ms)

    def sight(self, player: PlayerId) -> Viewer:
        """What a player may see beyond the public."""
        return self._sight(self.table, self.table, player)

    async def commit(self, draft: Draft, cause: Cause, at_ms: int) -> list[Sent]:
        """Write a decision to the log, and say what viewers are to be sent now that it is there."""
        events = draft.events
        commit = Commit(
            format=COMMIT_FORMAT,
            table=self.id,
            first_version=self.version + 1,
            command=cause.command,
            actor=cause.actor,
            at_ms=at_ms,
            trace=cause.trace,
            hand=draft.table.hand_number,
            events=self._codec.encode_all(events),
        )
        self.seq = await self._log.append(commit, self.seq)
        self.version = commit.last_version
        before = self.record.table
        self.record = advanced(self.record, draft.table, commit, events)
        if any(type(event) in BEGIN_A_CLOCK for event in events):
            self.clock_began_ms = at_ms
        self._cut_deck(events)
        sight = partial(self._sight, before, draft.table)
        sent = self.feeds.messages(before, draft.table, events, sight, at_ms)
        if any(type(event) is HandSealed for event in events):
            self.deck = None
        self._outlet.committed(self, events)
        return sent

    async def require_tail(self) -> None:
        """Make sure that the log has no commit of another after ours. Raises `Fenced`."""
        if await self._log.last_seq(self.id) != self.seq:
            raise Fenced(self.id, None)

    async def publish(self, sent: list[Sent]) -> None:
        """Send viewers what `commit` gave."""
        await self._outlet.publish(sent)

    def _cut_deck(self, events: list[TableEvent]) -> None:
        """From here on cards come in the order that the players gave the deck (R11.4)."""
        for event in events:
            if type(event) is DeckCut and event.places:
                assert self.deck is not None, "the hand's deck is not open"
                self.deck = self.deck.cut(tuple(event.places))

    def _sight(self, before: Table, after: Table, player: PlayerId) -> Viewer:
        seat = seat_of(after, player) or seat_of(before, player)
        return sight_of(after.hand or before.hand, None if seat is None else seat.seat, self.deck)
