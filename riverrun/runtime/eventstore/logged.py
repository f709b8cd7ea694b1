"""A commit at its place in the log, and the chain that commits of one table must form."""

from dataclasses import dataclass

from riverrun.contracts.commits import Commit, decode_commit
from riverrun.runtime.nats.answers import StoredMessage


class BrokenChain(RuntimeError):
    """The commits of a table do not follow each other: what was read is not the table's history."""


@dataclass(frozen=True, slots=True)
class LoggedCommit:
    """A commit, its stream sequence, and the very bytes that are stored."""

    seq: int
    commit: Commit
    data: bytes


def logged(message: StoredMessage) -> LoggedCommit:
    """Open a stored message. Raises as `decode_commit`."""
    return LoggedCommit(message.seq, decode_commit(message.data), message.data)


def require_chained(version: int, commit: Commit) -> None:
    """Check that `commit` follows the table's `version`. Raises `BrokenChain`."""
    if commit.first_version != version + 1 or not commit.events:
        raise BrokenChain(
            f"table {commit.table}: version {version} is followed by {len(commit.events)} events "
            f"from version {commit.first_version}"
        )
