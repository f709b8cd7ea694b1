"""What stood in the tables' log where it was followed up to, to know in another life that it still does."""

import msgspec
import structlog
from eventsourcing.persistence import AggregateRecorder, StoredEvent

from services.club.tables.tables_log import Mark

log = structlog.get_logger(__name__)

LANDMARKS_ROOT = "club_snapshots.followed"
NAME = "tables"
FORMAT = "landmarks.1"
"""Another one is not read."""


class Landmark(msgspec.Struct, frozen=True, array_like=True):
    """When that message was the last one followed, all up to `place` was in the ledgers."""

    mark: Mark
    place: int
    at_ms: int


def thinned(newest_first: list[Landmark], now_ms: int) -> list[Landmark]:
    """The newest, and the oldest of each doubling of age: some thirty for a year, close where a loss ends."""
    kept = {_doublings(now_ms - one.at_ms): one for one in newest_first}
    return [newest_first[0], *(one for one in kept.values() if one is not newest_first[0])]


def _doublings(age_ms: int) -> int:
    return (max(age_ms, 0) // 1_000).bit_length()


class Landmarks:
    """Blocks; raises the library's persistence errors. They may be lost, but then a loss is found later."""

    def __init__(self, recorder: AggregateRecorder) -> None:
        self._recorder = recorder

    def put(self, newest_first: list[Landmark]) -> None:
        """Keep these in place of those before."""
        data = msgspec.msgpack.encode(newest_first)
        self._recorder.insert_events([StoredEvent(NAME, 1, FORMAT, data)])

    def all(self) -> list[Landmark]:
        """The newest first; none where none are kept."""
        found = self._recorder.select_events(NAME, desc=True, limit=1)
        if not found or found[0].topic != FORMAT:
            return []
        try:
            return msgspec.msgpack.decode(found[0].state, type=list[Landmark])
        except msgspec.DecodeError as error:
            log.warning("landmarks_unusable", reason=repr(error))
            return []
