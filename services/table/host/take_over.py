"""Makes a table's actor: from the log, with the commit that fences the earlier host, or anew."""

from collections.abc import Callable
from typing import Protocol

import structlog

from riverrun.contracts.table_commands import OpenTable, Request
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.replay import Rebuilt
from riverrun.runtime.sealing.key_ring import CannotOpen
from services.table.decide import operating, rolling, seating
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.host.actor import TableActor
from services.table.host.calendar import Calendar
from services.table.host.hosted import Cause, HostedTable
from services.table.host.record import TABLE_ACTOR, Record
from services.table.host.steps import Steps

log = structlog.get_logger(__name__)


class Recovery(Protocol):
    """Brings a table back from the log."""

    async def load(self, table: TableId) -> Rebuilt[Record]:
        """Its record at the log's tail. Raises nats-py's errors while the log does not answer."""


class TakeOver:
    """`make` builds an actor; `last_alive_ms` tells when a process was last heard of.

    Both ways raise `Fenced` where another wrote to the table meanwhile.
    """

    def __init__(
        self,
        host: str,
        recovery: Recovery,
        make: Callable[[Rebuilt[Record]], TableActor],
        steps: Steps,
        last_alive_ms: Callable[[str], int | None],
        calendar: Calendar,
    ) -> None:
        self._host = host
        self._recovery = recovery
        self._make = make
        self._steps = steps
        self._last_alive_ms = last_alive_ms
        self._calendar = calendar

    async def from_log(self, table: TableId) -> TableActor | None:
        """A table as the log left it; None for one that was never opened.

        Nothing is written to one that is closed: its log is at its end, and nobody writes there any more.
        """
        rebuilt = await self._recovery.load(table)
        if rebuilt.state is None:
            return None
        actor = self._make(rebuilt)
        hosted = actor.hosted
        if hosted.table.closed:
            return actor
        now_ms = hosted.now_ms()
        away_ms = self._away_ms(hosted.record, now_ms)
        facts = Facts(now_ms)
        rolls_at_ms = self._calendar(now_ms)
        draft = operating.take_over(hosted.table, self._host, away_ms, facts, rolls_at_ms)
        self._open_deck(hosted, draft, facts)
        # This commit fences the earlier host: from here on it can write no more.
        sent = await hosted.commit(draft, Cause(TABLE_ACTOR, f"hosted.{self._host}.{hosted.version}"), now_ms)
        await hosted.publish(sent)
        log.debug("table_taken_over", table=table, version=hosted.version, hand=hosted.table.hand_number)
        return actor

    async def new(self, table: TableId, command: OpenTable, request: Request) -> TableActor:
        """A new table. Raises `BadOption`."""
        event = seating.open_table(table, command.config, request.actor)
        draft = Draft(evolve(None, event))
        draft.events.append(event)
        actor = await self._opened(draft, Cause(request.actor, request.id, request.trace))
        log.info("table_opened", table=table, by=request.actor)
        return actor

    async def successor(self, rolled: Table) -> TableActor:
        """The next id of a table that has rolled: as the log has it, or opened."""
        assert rolled.rolled is not None, "the table has not rolled"
        found = await self.from_log(rolled.rolled.successor)
        if found is not None:
            return found
        draft = rolling.successor(rolled)
        actor = await self._opened(draft, Cause(TABLE_ACTOR, f"carried.{rolled.table}"))
        log.info("table_rolled", table=rolled.table, to=actor.hosted.id)
        return actor

    async def _opened(self, draft: Draft, cause: Cause) -> TableActor:
        """A table whose first events these are, hosted here."""
        actor = self._make(Rebuilt(Record(draft.table), 0, 0))
        hosted = actor.hosted
        now_ms = hosted.now_ms()
        hosting = operating.take_over(draft.table, self._host, 0, Facts(now_ms), self._calendar(now_ms))
        for event in hosting.events:
            draft.record(event)
        await hosted.commit(draft, cause, now_ms)
        return actor

    def _open_deck(self, hosted: HostedTable, draft: Draft, facts: Facts) -> None:
        """Open the running hand's deck; a table whose deck cannot be opened is suspended (R2.8)."""
        try:
            hosted.deck = self._steps.open_deck(hosted)
        except CannotOpen as error:
            log.error("deck_not_opened", table=hosted.id, reason=type(error).__name__)  # noqa: TRY400
            if not draft.table.suspended:
                for event in operating.suspend(draft.table, "deck_not_opened", facts).events:
                    draft.record(event)

    def _away_ms(self, record: Record, now_ms: int) -> int:
        last_ms = self._last_alive_ms(record.table.host)
        return max(0, now_ms - max(record.committed_ms, last_ms or 0))
