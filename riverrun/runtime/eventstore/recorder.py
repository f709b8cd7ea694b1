"""Tables' commits as the event-sourcing library reads them: a recorder that opens envelopes."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import AggregateRecorder, ProgrammingError, StoredEvent

from riverrun.contracts.commits import Commit
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.logged import require_chained
from riverrun.runtime.eventstore.loop_thread import LoopThread
from riverrun.runtime.eventstore.mapper import CommittedEvent


class CommitRecorder(AggregateRecorder):
    """Selects a table's events out of its commits; writing goes through the asyncio commit store alone."""

    def __init__(self, reader: CommitReader, loop: LoopThread) -> None:
        self._reader = reader
        self._loop = loop

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],  # noqa: ARG002  the library's signature
        **kwargs: Any,  # noqa: ARG002
    ) -> Sequence[int] | None:
        """Refuse."""
        raise ProgrammingError("tables are written by CommitStore.append, not through the library")

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """A table's events with versions above `gt` and up to `lte`."""
        events = self._loop.call(self._select(str(originator_id), gt or 0, lte))
        if desc:
            events.reverse()
        return events if limit is None else events[:limit]

    async def _select(self, table: str, after: int, up_to: int | None) -> list[StoredEvent]:
        tail = await self._reader.tail(table)
        if tail is None:
            return []
        selected: list[StoredEvent] = []
        version = 0
        async for batch in self._reader.commits(table, 1, tail.seq):
            for one in batch:
                require_chained(version, one.commit)
                selected += _events(one.commit, after, up_to)
                version = one.commit.last_version
            if up_to is not None and version >= up_to:
                break
        return selected


def _events(commit: Commit, after: int, up_to: int | None) -> list[CommittedEvent]:
    return [
        CommittedEvent(commit.table, version, event.topic, event.state, commit)
        for version, event in enumerate(commit.events, commit.first_version)
        if version > after and (up_to is None or version <= up_to)
    ]
