"""Follows the log into ClickHouse: at least once in, exactly once seen (DESIGN, "History")."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from riverrun.contracts.commits import Commit
from riverrun.runtime.eventstore.log_ahead import LogAhead, commits_between
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.history.database import Database
from services.history.projection.followed_tables import FollowedTables, OpenHand
from services.history.projection.hand_rows import Rows
from services.history.projection.plans import BatchPlan, BeforeInsert, Overtaken, Plans

log = structlog.get_logger(__name__)

BETWEEN_TURNS = 64
"""Commits that are followed in one go, in about a millisecond: questions are answered beside."""
IDLE_S = 0.15
LOOKS_EVERY_S = 2.0
"""How often it looks, with nothing else to do, whether what it wrote is still there."""


@dataclass(frozen=True)
class Pace:
    """When a batch is full: after so many events, or, at the log's end, so long after its first row."""

    events: int = 50_000
    batch_s: float = 0.4


@dataclass(frozen=True)
class Progress:
    """The last commit written, how many more the log holds, and the events written since the beginning."""

    position: int
    pending: int
    events: int


class Projector:
    """One for all shards. Raises nats-py's errors, `DatabaseFailed`, `Overtaken`; starting anew mends all."""

    def __init__(
        self,
        api: JetStreamApi,
        database: Database,
        pace: Pace = Pace(),
        tell: Callable[[Progress], None] = lambda _: None,
        before_each: BeforeInsert | None = None,
    ) -> None:
        self._api = api
        self._database = database
        self._pace = pace
        self._tell = tell
        self._before_each = before_each or BeforeInsert()
        self._plans = Plans(database)
        self._tables = FollowedTables()
        self._log = LogAhead(api, 1)
        self._position = 0
        self._from = 1
        self._waiting: list[tuple[int, Commit]] = []
        self._open: tuple[OpenHand, ...] = ()
        self._written = 0
        self._writing: asyncio.Task[None] | None = None
        self._looked_at = time.monotonic()

    async def run(self, until: int | None = None) -> None:
        """Project for ever, or until the commit of that sequence is written."""
        await self._begin()
        try:
            while until is None or self._from <= until:
                plan, rows = await self._next_batch(until)
                await self._written_so_far()
                self._writing = asyncio.create_task(self._write(plan, rows), name="write a batch")
            await self._written_so_far()
        finally:
            await self._log.close()
            if self._writing is not None:
                await asyncio.gather(self._writing, return_exceptions=True)

    async def _written_so_far(self) -> None:
        """Wait for the batch that is being written. Raises what it raised."""
        if self._writing is not None:
            await self._writing
            self._writing = None

    async def _begin(self) -> None:
        """Know what was open, and write the last batch again, for it may not be whole."""
        self._tables = FollowedTables()
        plan = await self._database.apart(self._plans.last)
        if plan is None:
            self._log = LogAhead(self._api, 1)
            return
        self._tables.know(await self._database.apart(self._plans.contexts, plan.from_seq))
        for hand in plan.open_hands:
            contexts = await self._database.apart(self._plans.contexts, hand.from_seq, hand.table)
            if hand.table not in contexts:
                raise Overtaken(f"table {hand.table} is not known any more")
            commits = await commits_between(self._api, hand.table, hand.from_seq, plan.from_seq)
            self._tables.take_again(hand.table, contexts[hand.table], commits)
        self._position = plan.to_seq
        self._log = LogAhead(self._api, plan.from_seq)
        self._from = plan.from_seq
        await self._redo(plan)

    async def _redo(self, plan: BatchPlan) -> None:
        seq = plan.from_seq - 1
        while seq < plan.to_seq:
            commits = await self._read()
            if not commits:
                raise Overtaken(f"the log ends at {seq}, before what was planned up to {plan.to_seq}")
            for place, (seq, commit) in enumerate(commits):
                if seq > plan.to_seq:
                    self._waiting = commits[place:]
                    break
                self._tables.take(seq, commit)
        await self._database.apart(self._plans.write, plan, self._tables.emptied(), self._before_each)
        self._open = tuple(self._tables.open_hands())
        self._from = plan.to_seq + 1
        log.info("batch_redone", from_seq=plan.from_seq, to_seq=plan.to_seq, events=plan.events)

    async def _read(self) -> list[tuple[int, Commit]]:
        found, self._waiting = self._waiting, []
        return found or await self._log.more()

    @property
    def _full(self) -> bool:
        return self._tables.events >= self._pace.events

    async def _next_batch(self, until: int | None) -> tuple[BatchPlan, Rows]:
        """Follow commits until there is a batch to write: one with rows, or the last."""
        seq, first_row_at = self._from - 1, 0.0
        while True:
            commits = await self._read()
            for place, (seq, commit) in enumerate(commits, start=1):
                self._tables.take(seq, commit)
                if place % BETWEEN_TURNS == 0:
                    await asyncio.sleep(0)
                if self._full:
                    self._waiting = commits[place:]
                    break
            if until is not None and seq >= until:
                break
            if self._tables.rows:
                now = time.monotonic()
                first_row_at = first_row_at or now
                at_end = not (self._log.pending or self._waiting)
                if (at_end and now - first_row_at >= self._pace.batch_s) or self._full:
                    break
            if not commits:
                await self._rest()
        plan = BatchPlan(self._from, seq, self._tables.events, self._open)
        rows = self._tables.emptied()
        self._open = tuple(self._tables.open_hands())
        self._from = seq + 1
        return plan, rows

    async def _rest(self) -> None:
        """At the log's end. A batch that failed is noticed here, and so is that everything was dropped."""
        await asyncio.sleep(IDLE_S)
        if self._writing is not None and self._writing.done():
            await self._written_so_far()
        now = time.monotonic()
        if self._writing is None and now - self._looked_at >= LOOKS_EVERY_S:
            self._looked_at = now
            await self._require_own_plan()

    async def _require_own_plan(self) -> None:
        if await self._database.apart(self._plans.position) != self._position:
            raise Overtaken("the plans in ClickHouse are not this projector's")

    async def _write(self, plan: BatchPlan, rows: Rows) -> None:
        await self._require_own_plan()
        await self._database.apart(self._plans.write, plan, rows, self._before_each)
        self._position = plan.to_seq
        self._written += plan.events
        self._tell(Progress(plan.to_seq, self._log.pending, self._written))
