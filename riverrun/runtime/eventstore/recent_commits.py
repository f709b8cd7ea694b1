"""The newest part of the log, read in one sweep for many tables instead of once for each.

Read table by table, the tables of a busy log cost the server the square of their number: for each it passes
over what all others have written since.
"""

from collections.abc import Collection, Sequence

from riverrun.contracts.subjects import ALL_TABLES, TABLES_STREAM, table_in
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.logged import LoggedCommit, logged
from riverrun.runtime.nats.answers import StoredMessage
from riverrun.runtime.nats.jetstream_api import JetStreamApi

ALONE = 150
"""Reading one table by itself costs about as much as passing over so many commits in a sweep."""
LONGEST_SWEEP = 100_000


def sweep_from(known_seqs: Collection[int], last_seq: int) -> int:
    """From where on a sweep is cheapest, given where each table is known already; past `last_seq`: nowhere.

    The tables known at less than that are left to be read alone.
    """
    best, cheapest = last_seq + 1, len(known_seqs) * ALONE
    for alone, seq in enumerate(sorted(known_seqs)):
        cost = last_seq - seq + alone * ALONE
        if cost < cheapest and last_seq - seq <= LONGEST_SWEEP:
            best, cheapest = seq + 1, cost
    return best


class RecentCommits:
    """What a sweep found. It may lag behind the log: whoever appends behind it finds out by the fence."""

    def __init__(self, from_seq: int) -> None:
        self._from_seq = from_seq
        self._found: dict[TableId, list[StoredMessage]] = {}

    async def sweep(self, api: JetStreamApi, tables: Collection[TableId]) -> None:
        """Read on to the end of the log, and keep what belongs to `tables`. Raises nats-py's errors."""
        self._found = {table: [] for table in tables}
        from_seq = self._from_seq
        while messages := (await api.batch(TABLES_STREAM, ALL_TABLES, from_seq)).messages:
            for message in messages:
                kept = self._found.get(table_in(message.subject))
                if kept is not None:
                    kept.append(message)
            from_seq = messages[-1].seq + 1

    def after(self, table: TableId, seq: int) -> Sequence[LoggedCommit] | None:
        """A table's commits after `seq`; None where the sweep began too late to tell."""
        if seq + 1 < self._from_seq:
            return None
        return [logged(message) for message in self._found.get(table, ()) if message.seq > seq]
