"""The tables' stream in memory, whose end can be lost as in a power cut."""

from collections.abc import Mapping
from typing import Any

from riverrun.contracts.commits import COMMIT_FORMAT, Commit, encode_commit
from riverrun.contracts.subjects import TABLES_STREAM, commits_of
from riverrun.contracts.table_events import TOPICS
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.codec import EventCodec
from riverrun.runtime.nats.answers import Batch, StoredMessage, StreamState

codec = EventCodec(TOPICS)


class CutLog:
    """Stands for `JetStreamApi`; hands out `at_once` messages at a time."""

    def __init__(self, at_once: int = 5) -> None:
        self.messages: list[StoredMessage] = []
        self._at_once = at_once

    def append(self, commit: Commit) -> None:
        message = StoredMessage(len(self.messages) + 1, commits_of(commit.table), encode_commit(commit))
        self.messages.append(message)

    def tell(self, table: TableId, *events: Any) -> None:
        """One commit of a table, with an own command."""
        number = len(self.messages) + 1
        stored = codec.encode_all(list(events))
        self.append(Commit(COMMIT_FORMAT, table, number, f"c{number}", "table", number, "t", 0, stored))

    def lose_behind(self, seq: int) -> None:
        """What was stored later is gone."""
        del self.messages[seq:]

    async def batch(self, stream: str, _subject: str, from_seq: int) -> Batch:
        assert stream == TABLES_STREAM
        up_to = from_seq - 1 + self._at_once
        return Batch(tuple(self.messages[from_seq - 1 : up_to]), len(self.messages[up_to:]))

    async def message(self, stream: str, query: Mapping[str, Any]) -> StoredMessage | None:
        assert stream == TABLES_STREAM
        seq: int = query["seq"]
        return self.messages[seq - 1] if seq <= len(self.messages) else None

    async def state(self, stream: str) -> StreamState:
        assert stream == TABLES_STREAM
        return StreamState(len(self.messages), 1, len(self.messages))
