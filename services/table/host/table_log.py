"""The log as tables see it: a store to append to, and a reader that is asked again until it answers."""

import asyncio
from typing import Protocol

import nats.errors
import structlog

from riverrun.contracts.commits import Commit
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.logged import LoggedCommit
from riverrun.runtime.nats.answers import ApiRefused

log = structlog.get_logger(__name__)

PATIENCE_S = 1.0
PAUSE_S = 0.25


class Store(Protocol):
    """Appends. Raises `Fenced`, `Unsettled`, `CommitTooLarge`."""

    async def append(self, commit: Commit, expected_seq: int) -> int:
        """Append after the table's commit at `expected_seq`, and say where it stands."""


class Reader(Protocol):
    """Reads from the leader. Raises nats-py's errors."""

    async def tail(self, table: TableId, timeout_s: float | None = None) -> LoggedCommit | None:
        """The table's last commit."""


class TableLog:
    """What `HostedTable` writes to."""

    def __init__(self, store: Store, reader: Reader) -> None:
        self._store = store
        self._reader = reader

    async def append(self, commit: Commit, expected_seq: int) -> int:
        """Append after the table's commit at `expected_seq`, and say where it stands."""
        return await self._store.append(commit, expected_seq)

    async def last_seq(self, table: TableId) -> int:
        """Where the table's last commit stands; waits for a log that is away."""
        while True:
            try:
                tail = await self._reader.tail(table, PATIENCE_S)
                return 0 if tail is None else tail.seq
            except (nats.errors.Error, OSError, ApiRefused) as error:
                log.warning("tail_unanswered", table=table, error=repr(error))
                await asyncio.sleep(PAUSE_S)
