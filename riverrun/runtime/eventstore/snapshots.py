"""Snapshots: a table's state at a commit, so that not all must be replayed. Losing one loses nothing."""

import asyncio

import msgspec
import nats.errors
import structlog
from nats.aio.client import Client

from riverrun.contracts.subjects import SNAPSHOTS_STREAM, snapshot_of
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore import metrics
from riverrun.runtime.nats.answers import ApiRefused, decode_publish_answer
from riverrun.runtime.nats.jetstream_api import JetStreamApi

log = structlog.get_logger(__name__)

SNAPSHOT_FORMAT = 1


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """The state of a table after its commit at stream sequence `seq`, and by which fold it was made."""

    format: int
    table: TableId
    version: int
    seq: int
    fold: str
    state: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Snapshot).decode


class SnapshotStore:
    """Reads and writes the newest snapshot of each table."""

    def __init__(self, client: Client, api: JetStreamApi) -> None:
        self._client = client
        self._api = api
        self._writing: set[asyncio.Task[bool]] = set()

    async def newest(self, table: TableId) -> Snapshot | None:
        """The newest snapshot that can be found and read; None is always an allowed answer."""
        try:
            message = await self._api.message(SNAPSHOTS_STREAM, {"last_by_subj": snapshot_of(table)})
            snapshot = None if message is None else _decode(message.data)
        except (nats.errors.Error, OSError, ApiRefused, msgspec.DecodeError) as error:
            metrics.SNAPSHOTS_UNUSABLE.labels("unreadable").inc()
            log.warning("snapshot_unreadable", table=table, error=repr(error))
            return None
        if snapshot is None or snapshot.format != SNAPSHOT_FORMAT or snapshot.table != table:
            return None
        return snapshot

    async def write(self, snapshot: Snapshot) -> bool:
        """Store a snapshot; False, and a line in the log, if that fails."""
        try:
            reply = await self._client.request(snapshot_of(snapshot.table), _encode(snapshot), timeout=5)
            refusal = decode_publish_answer(reply.data).error
            failure = None if refusal is None else refusal.description
        except (nats.errors.Error, OSError, msgspec.DecodeError) as error:
            failure = repr(error)
        if failure is not None:
            metrics.SNAPSHOTS_FAILED.inc()
            log.warning("snapshot_not_written", table=snapshot.table, error=failure)
        return failure is None

    def write_soon(self, snapshot: Snapshot) -> None:
        """Store a snapshot without making anyone wait for it."""
        task = asyncio.create_task(self.write(snapshot), name=f"snapshot of {snapshot.table}")
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def written(self) -> None:
        """Wait, on closing, for what is still being written."""
        if self._writing:
            await asyncio.wait(self._writing, timeout=5)
