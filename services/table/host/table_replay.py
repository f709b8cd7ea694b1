"""How a table's record is rebuilt from the log: by which fold, and which code a snapshot must come from."""

from riverrun.holdem import evolve
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.replay import Replay
from riverrun.runtime.eventstore.snapshots import SnapshotStore, fingerprint
from services.table.codec import codec
from services.table.host import record
from services.table.host.record import Record


def table_replay(reader: CommitReader, snapshots: SnapshotStore) -> Replay[Record]:
    """The replay of records."""
    code = fingerprint(*evolve.MODULES, evolve, record)
    return Replay[Record](reader, snapshots, codec, record.fold, Record, code)
