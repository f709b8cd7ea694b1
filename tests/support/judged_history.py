"""A history of acknowledged commands and the log: how they must agree, whatever was killed."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from nats.aio.client import Client

from riverrun.contracts.table_events import TableEvent, TableHosted
from riverrun.holdem.state import chips_due, chips_on
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.logged import LoggedCommit, require_chained
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.table.codec import codec
from services.table.host.record import Record, fold
from tests.support.patience import LONG_S

TABLE_ACTOR = "table"


@dataclass
class History:
    """One table's commits, read whole and replayed event by event."""

    table: TableId
    commits: list[LoggedCommit] = field(default_factory=list)
    record: Record | None = None

    def add(self, one: LoggedCommit) -> None:
        """The next commit. Fails where it does not follow the last one, or a chip came or went."""
        version = self.commits[-1].commit.last_version if self.commits else 0
        require_chained(version, one.commit)
        self.record = fold(self.record, one.commit, codec.decode_all(one.commit))
        table = self.record.table
        owed = chips_due(table)
        assert chips_on(table) == owed, f"{self.table}: {chips_on(table)} chips, {owed} by the books"
        self.commits.append(one)

    @property
    def hand(self) -> int:
        return self.commits[-1].commit.hand if self.commits else 0

    def events(self) -> list[TableEvent]:
        return [event for one in self.commits for event in codec.decode_all(one.commit)]

    def hosts(self) -> list[str]:
        """The processes that hosted the table, one after the other."""
        return [event.host for event in self.events() if isinstance(event, TableHosted)]

    def repeated(self) -> list[tuple[str, CommandId]]:
        """Commands and steps that stand in the log more than once."""
        counted = Counter((one.commit.actor, one.commit.command) for one in self.commits)
        return [pair for pair, times in counted.items() if times > 1]

    def missing(self, acknowledged: Iterable[tuple[PlayerId, CommandId]]) -> list[tuple[PlayerId, CommandId]]:
        """Commands acknowledged to a player that the log does not hold."""
        held = {(one.commit.actor, one.commit.command) for one in self.commits}
        return [pair for pair in acknowledged if pair not in held]


async def catch_up(history: History, reader: CommitReader) -> None:
    """Read what was written since. Fails as `History.add` does."""
    tail = await reader.tail(history.table)
    if tail is not None:
        read_to = history.commits[-1].seq if history.commits else 0
        async for batch in reader.commits(history.table, read_to + 1, tail.seq):
            for one in batch:
                history.add(one)


async def read_histories(client: Client, tables: Sequence[TableId]) -> dict[TableId, History]:
    """The whole log of these tables. Fails as `History.add` does."""
    reader = CommitReader(JetStreamApi(client, timeout_s=LONG_S))
    histories = {table: History(table) for table in tables}
    for history in histories.values():
        await catch_up(history, reader)
    return histories


def require_nothing_lost(
    histories: dict[TableId, History],
    acknowledged: Iterable[tuple[TableId, PlayerId, CommandId]],
) -> None:
    """Each acknowledged command stands in the log exactly once, and nothing at all stands there twice."""
    repeated = {table: history.repeated() for table, history in histories.items()}
    twice = {table: pairs for table, pairs in repeated.items() if pairs}
    assert not twice, f"in the log more than once: {twice}"
    by_table: dict[TableId, list[tuple[PlayerId, CommandId]]] = {}
    for table, player, command in acknowledged:
        by_table.setdefault(table, []).append((player, command))
    missing = {table: histories[table].missing(pairs) for table, pairs in by_table.items()}
    lost = {table: pairs for table, pairs in missing.items() if pairs}
    assert not lost, f"acknowledged, and not in the log: {lost}"
