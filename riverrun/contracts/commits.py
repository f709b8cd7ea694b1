"""One commit.

The events of one decision, published as one message, so that all of them are in the log or none.
"""

import msgspec

from riverrun.kernel.identifiers import CommandId, TableId

COMMIT_FORMAT = 1


class StoredEvent(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An event as stored: its explicit name and its bytes.

    The library's StoredEvent less what the commit says once.
    """

    topic: str
    state: bytes


class Commit(msgspec.Struct, frozen=True, array_like=True):
    """A decision in the log: who caused it, when, and the 1..n events it made.

    Event `i` has the version `first_version + i`; versions run 1, 2, 3 without gaps.
    `hand` is the number of the hand in progress or last played after this commit (0: none yet), which lets a
    reader find a hand by bisection. `at_ms` is Unix time. `actor` is a player's id or `table`, `operator`.
    """

    format: int
    table: TableId
    first_version: int
    command: CommandId
    actor: str
    at_ms: int
    trace: str
    hand: int
    events: tuple[StoredEvent, ...]

    @property
    def last_version(self) -> int:
        """The version of the last event."""
        return self.first_version + len(self.events) - 1


class UnknownCommitFormat(ValueError):
    """A commit written by a later release than this one."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Commit)


def encode_commit(commit: Commit) -> bytes:
    """The bytes of a commit, as published."""
    return _encoder.encode(commit)


def decode_commit(data: bytes) -> Commit:
    """Read a commit of any format ever stored. Raises `UnknownCommitFormat`, `msgspec.ValidationError`."""
    commit = _decoder.decode(data)
    if commit.format != COMMIT_FORMAT:
        raise UnknownCommitFormat(f"commit format {commit.format}, this release reads {COMMIT_FORMAT}")
    return commit
