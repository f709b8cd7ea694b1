"""Reading tables' commits: the tail from the leader, whole histories in order, a hand by bisection."""

from collections.abc import AsyncIterator, Sequence

from riverrun.contracts.subjects import ALL_TABLES, TABLES_STREAM, commits_of, table_in
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.logged import LoggedCommit, logged
from riverrun.runtime.nats.jetstream_api import JetStreamApi


class CommitReader:
    """Reads what is in the log. Raises nats-py's errors when the log does not answer."""

    def __init__(self, api: JetStreamApi) -> None:
        self._api = api

    async def tail(self, table: TableId, timeout_s: float | None = None) -> LoggedCommit | None:
        """The table's last commit, from the stream's leader; None for a table that has none."""
        query = {"last_by_subj": commits_of(table)}
        message = await self._api.message(TABLES_STREAM, query, timeout_s)
        return None if message is None else logged(message)

    async def next_from(
        self, table: TableId, seq: int, timeout_s: float | None = None
    ) -> LoggedCommit | None:
        """The table's first commit at or after a stream sequence, from the leader."""
        query = {"seq": seq, "next_by_subj": commits_of(table)}
        message = await self._api.message(TABLES_STREAM, query, timeout_s)
        return None if message is None else logged(message)

    async def commits(
        self, table: TableId, from_seq: int, up_to_seq: int
    ) -> AsyncIterator[Sequence[LoggedCommit]]:
        """All commits of a table between two stream sequences, both included, in order, a batch at a time."""
        subject = commits_of(table)
        while from_seq <= up_to_seq:
            batch = await self._api.batch(TABLES_STREAM, subject, from_seq)
            found = [logged(message) for message in batch.messages if message.seq <= up_to_seq]
            if not found:
                # The replica that answered does not know the newest commits yet: the leader does.
                newest = await self.next_from(table, from_seq)
                if newest is None or newest.seq > up_to_seq:
                    return
                found = [newest]
            yield found
            from_seq = found[-1].seq + 1

    async def tables(self) -> list[TableId]:
        """Every table that has a commit."""
        state = await self._api.state(TABLES_STREAM, ALL_TABLES)
        return sorted(table_in(subject) for subject in state.subjects)

    async def first_of_hand(self, table: TableId, hand: int) -> LoggedCommit | None:
        """The commit that starts a hand, by bisection; None if the table has not come so far."""
        last = await self.tail(table)
        if last is None or last.commit.hand < hand:
            return None
        low, high = 1, last.seq
        found = last
        while low < high:
            middle = (low + high) // 2
            looked_at = await self.next_from(table, middle)
            assert looked_at is not None, f"{table} has a commit at {last.seq}"
            if looked_at.commit.hand < hand:
                low = looked_at.seq + 1
            else:
                found, high = looked_at, middle
        return found if found.commit.hand == hand else None
