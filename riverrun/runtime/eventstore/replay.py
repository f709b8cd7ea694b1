"""Rebuilding a state from the log: the newest usable snapshot and the commits after it, or all commits."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

import msgspec
import structlog

from riverrun.contracts.commits import Commit
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore import metrics
from riverrun.runtime.eventstore.codec import EventCodec
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.logged import BrokenChain, LoggedCommit, require_chained
from riverrun.runtime.eventstore.snapshots import SNAPSHOT_FORMAT, Snapshot, SnapshotStore

log = structlog.get_logger(__name__)

S = TypeVar("S")


class Fold(Protocol[S]):
    """How a commit changes a state; None is the state before the first."""

    def __call__(self, state: S | None, commit: Commit, events: tuple[Any, ...], /) -> S:
        """The state after the commit."""


def event_by_event(evolve: Callable[[S | None, Any], S]) -> Fold[S]:
    """The fold that applies each event of a commit in turn and looks at nothing else of it."""

    def fold(state: S | None, _commit: Commit, events: tuple[Any, ...]) -> S:
        for event in events:
            state = evolve(state, event)
        assert state is not None, "a commit without events"
        return state

    return fold


class Rebuilt(msgspec.Struct, Generic[S], frozen=True):
    """A state and where in the log it stands; `seq` is the fence for the next append."""

    state: S | None
    version: int
    seq: int
    from_snapshot: bool = False


class Replay(Generic[S]):
    """Rebuilds states of one type. A fold that makes other states of the same commits has another `name`."""

    def __init__(
        self,
        reader: CommitReader,
        snapshots: SnapshotStore,
        codec: EventCodec,
        fold: Fold[S],
        state_type: type[S],
        name: str,
    ) -> None:
        self._reader = reader
        self._snapshots = snapshots
        self._codec = codec
        self._fold = fold
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(state_type).decode
        self._name = name

    async def load(self, table: TableId) -> Rebuilt[S]:
        """The table's state at the log's tail, the quick way. Raises `BrokenChain` and nats-py's errors."""
        tail = await self._reader.tail(table)
        if tail is None:
            return Rebuilt(None, 0, 0)
        start = self._usable(await self._snapshots.newest(table), tail)
        if start is not None:
            try:
                return await self._continue(table, start, tail)
            except BrokenChain as error:
                _report(table, "broken_chain", error)
        return await self._continue(table, Rebuilt(None, 0, 0), tail)

    def opened(self, snapshot: Snapshot) -> Rebuilt[S] | None:
        """Where a snapshot stands; None for one by another fold, or one that cannot be read."""
        if snapshot.fold != self._name:
            _report(snapshot.table, "other_fold")
            return None
        try:
            state = self._decode(snapshot.state)
        except msgspec.DecodeError as error:
            _report(snapshot.table, "unreadable", error)
            return None
        return Rebuilt(state, snapshot.version, snapshot.seq, from_snapshot=True)

    def step(self, at: Rebuilt[S], one: LoggedCommit) -> Rebuilt[S]:
        """What was rebuilt, after one more commit. Raises `BrokenChain`, and as the codec and the fold."""
        require_chained(at.version, one.commit)
        state = self._fold(at.state, one.commit, self._codec.decode_all(one.commit))
        return Rebuilt(state, one.commit.last_version, one.seq, at.from_snapshot)

    async def load_in_full(self, table: TableId) -> Rebuilt[S]:
        """The table's state at the log's tail from all its commits, without any snapshot."""
        tail = await self._reader.tail(table)
        if tail is None:
            return Rebuilt(None, 0, 0)
        return await self._continue(table, Rebuilt(None, 0, 0), tail)

    def snapshot(self, table: TableId, state: S, version: int, seq: int) -> Snapshot:
        """A snapshot of a state that stands at `seq`."""
        return Snapshot(SNAPSHOT_FORMAT, table, version, seq, self._name, self._encode(state))

    async def _continue(self, table: TableId, start: Rebuilt[S], tail: LoggedCommit) -> Rebuilt[S]:
        at = start
        async for batch in self._reader.commits(table, start.seq + 1, tail.seq):
            for one in batch:
                at = self.step(at, one)
        if (at.version, at.seq) != (tail.commit.last_version, tail.seq):
            raise BrokenChain(f"table {table} was read to version {at.version}, its tail is {tail.seq}")
        return at

    def _usable(self, snapshot: Snapshot | None, tail: LoggedCommit) -> Rebuilt[S] | None:
        if snapshot is None:
            return None
        if snapshot.seq > tail.seq:
            _report(snapshot.table, "beyond_the_tail")
            return None
        return self.opened(snapshot)


def _report(table: TableId, reason: str, error: Exception | None = None) -> None:
    metrics.SNAPSHOTS_UNUSABLE.labels(reason).inc()
    # After an update every snapshot may be by another fold: that is no reason to worry anybody.
    say = log.info if reason == "other_fold" else log.warning
    say("snapshot_unusable", table=table, reason=reason, error=repr(error) if error else None)
