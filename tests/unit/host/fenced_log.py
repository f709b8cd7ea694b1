"""A log in memory for several tables and writers, with the fence of the real one; it can be held up."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from riverrun.contracts.commits import Commit
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.outcomes import Fenced
from riverrun.runtime.eventstore.replay import Rebuilt
from services.table.codec import codec
from services.table.host.record import Record, fold


def _nothing(_: Commit) -> None:
    """Nobody comes between."""


@dataclass
class FencedLog:
    """`before_append` may write something first; while `answers` is clear, no append comes back."""

    commits: dict[TableId, list[Commit]] = field(default_factory=lambda: defaultdict(list))
    answers: asyncio.Event = field(default_factory=asyncio.Event)
    before_append: Callable[[Commit], None] = _nothing
    unreadable: set[TableId] = field(default_factory=set)
    loads: int = 0

    def __post_init__(self) -> None:
        self.answers.set()

    async def append(self, commit: Commit, expected_seq: int) -> int:
        self.before_append(commit)
        await self.answers.wait()
        commits = self.commits[commit.table]
        if expected_seq != len(commits):
            raise Fenced(commit.table, None)
        commits.append(commit)
        return len(commits)

    async def last_seq(self, table: TableId) -> int:
        return len(self.commits[table])

    async def load(self, table: TableId) -> Rebuilt[Record]:
        self.loads += 1
        await asyncio.sleep(0)
        assert table not in self.unreadable, "an event that nobody understands"
        record, version = None, 0
        for commit in self.commits[table]:
            record = fold(record, commit, codec.decode_all(commit))
            version = commit.last_version
        return Rebuilt(record, version, len(self.commits[table]))

    def commands(self, table: TableId) -> list[str]:
        return [commit.command for commit in self.commits[table]]
