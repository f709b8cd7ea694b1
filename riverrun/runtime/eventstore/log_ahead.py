"""Reads the log's commits one batch ahead of whoever follows them."""

import asyncio
from collections.abc import Sequence

from riverrun.contracts.commits import Commit, decode_commit
from riverrun.contracts.subjects import TABLES_STREAM, commits_of
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.nats.answers import Batch, StoredMessage
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.tasks import end

AT_ONCE = 1_000
"""Commits asked for in one request: mostly 0.1 to 4 KB each."""
ALL = ">"
"""What the server looks up nothing for; the stream holds tables' commits and nothing else."""


class LogAhead:
    """From a place in the log on. Raises nats-py's errors and `ApiRefused`."""

    def __init__(self, api: JetStreamApi, next_seq: int) -> None:
        self._api = api
        self._next = next_seq
        self._asked: asyncio.Task[Batch] | None = None
        self.pending = 0
        """How many more commits the log held when it was last asked."""

    async def more(self) -> list[tuple[int, Commit]]:
        """The next commits with their sequences; none at the log's end."""
        return [(message.seq, decode_commit(message.data)) for message in await self.messages()]

    async def messages(self) -> Sequence[StoredMessage]:
        """The next commits as stored; none at the log's end."""
        asked = self._asked or self._ask()
        self._asked = None
        batch = await asked
        self.pending = batch.pending
        if batch.messages:
            self._next = batch.messages[-1].seq + 1
        if batch.pending:
            self._asked = self._ask()
        return batch.messages

    async def close(self) -> None:
        asked, self._asked = self._asked, None
        await end(asked)

    def _ask(self) -> "asyncio.Task[Batch]":
        asking = self._api.batch(TABLES_STREAM, ALL, self._next, AT_ONCE)
        return asyncio.create_task(asking, name="read ahead")


async def commits_between(
    api: JetStreamApi, table: TableId, from_seq: int, before_seq: int
) -> list[tuple[int, Commit]]:
    """One table's commits from a place on and before another.

    They come from the nearest replica, and what it does not know yet from the leader.
    """
    subject, found = commits_of(table), list[tuple[int, Commit]]()
    while from_seq < before_seq:
        messages = (await api.batch(TABLES_STREAM, subject, from_seq)).messages
        if not messages:
            newest = await api.message(TABLES_STREAM, {"seq": from_seq, "next_by_subj": subject})
            if newest is None:
                break
            messages = (newest,)
        found += [(one.seq, decode_commit(one.data)) for one in messages if one.seq < before_seq]
        from_seq = messages[-1].seq + 1
    return found


async def last_sequence(api: JetStreamApi) -> int:
    """The sequence of the newest commit; 0: none yet."""
    return (await api.state(TABLES_STREAM)).last_seq
