"""How an append can end other than in the log."""

from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.logged import LoggedCommit


class Fenced(RuntimeError):
    """Another writer's commit stands where ours should: ours is not in the log and never will be."""

    def __init__(self, table: TableId, tail: LoggedCommit | None) -> None:
        super().__init__(f"table {table} was written by another; its tail is {tail.seq if tail else 0}")
        self.table = table
        self.tail = tail


class Unsettled(RuntimeError):
    """The store or its connection was closed before the log answered: the commit may be in the log or not."""


class CommitTooLarge(ValueError):
    """A commit that no server would take; it was not sent."""
