"""A server of the log that does not know the newest yet: history waits for it, and leaves nothing out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import pytest

from riverrun.contracts.commits import COMMIT_FORMAT, Commit, encode_commit
from riverrun.contracts.subjects import commits_of
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.log_ahead import commits_between
from riverrun.runtime.nats.answers import Batch, StoredMessage
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.history.database import Database
from services.history.imports.projecting import ImportProjector
from services.history.projection.plans import Overtaken

TABLE: TableId = "s0-ann"


class Servers:
    """The leader knows all messages, the nearest replica only so many."""

    def __init__(self, messages: Sequence[StoredMessage], replicated: int) -> None:
        self._messages = messages
        self._replicated = replicated

    async def batch(self, stream: str, subject: str, from_seq: int, limit: int = 100) -> Batch:
        known = self._messages[: self._replicated]
        return Batch(tuple(one for one in known if one.seq >= from_seq), 0)

    async def message(self, stream: str, query: Mapping[str, Any]) -> StoredMessage | None:
        return next((one for one in self._messages if one.seq >= query["seq"]), None)


class PlannedDatabase:
    """Holds the plan of one batch; what is written to it is noted."""

    def __init__(self, from_seq: int, to_seq: int) -> None:
        self._plan = {"from_seq": from_seq, "to_seq": to_seq, "events": 1 + to_seq - from_seq}
        self.written: list[str] = []

    async def apart(self, call: Callable[..., Any], *arguments: Any) -> Any:
        return call(*arguments)

    def query(self, text: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [{**self._plan, "open_tables": [], "open_from": []}]

    def insert(self, table: str, rows: Sequence[Any], token: str) -> None:
        self.written.append(table)


def commits(*seqs: int) -> list[StoredMessage]:
    found = []
    for number, seq in enumerate(seqs, 1):
        commit = Commit(COMMIT_FORMAT, TABLE, number, f"c-{number}", "p-ann", 1, "", 1, ())
        found.append(StoredMessage(seq, commits_of(TABLE), encode_commit(commit)))
    return found


def api(messages: Sequence[StoredMessage], replicated: int) -> JetStreamApi:
    return cast(JetStreamApi, Servers(messages, replicated))


@pytest.mark.parametrize("replicated", [0, 1, 2, 3])
async def test_a_hand_in_progress_is_followed_whole_though_a_replica_is_behind(replicated: int) -> None:
    found = await commits_between(api(commits(3, 5, 9), replicated), TABLE, 3, 7)

    assert [(seq, commit.first_version) for seq, commit in found] == [(3, 1), (5, 2)]


@pytest.mark.parametrize("replicated", [0, 1])
async def test_imported_hands_are_not_written_again_by_half(replicated: int) -> None:
    database = PlannedDatabase(1, 2)

    with pytest.raises(Overtaken, match="up to 2"):
        await ImportProjector(api(commits(1, 2), replicated), cast(Database, database)).run(2)

    assert database.written == []


async def test_imported_hands_that_are_all_there_are_written_again() -> None:
    database = PlannedDatabase(1, 2)

    await ImportProjector(api(commits(1, 2), 2), cast(Database, database)).run(2)

    assert database.written == ["plans"]
