"""How a table's record is rebuilt from the log: by which fold, and by which fold a snapshot must be made."""

from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.eventstore.replay import Replay
from riverrun.runtime.eventstore.snapshots import SnapshotStore
from services.table.codec import codec
from services.table.host.record import FOLD, Record, fold

FOLD_NAME = f"fold-{FOLD}"
"""What a snapshot says of how it was made."""


def table_replay(reader: CommitReader, snapshots: SnapshotStore) -> Replay[Record]:
    """The replay of records."""
    return Replay[Record](reader, snapshots, codec, fold, Record, FOLD_NAME)
