"""Where sealed segments of transfers' marks stand, beside the snapshots; they may be lost without loss.

Each stands under the versions that it covers: two processes that seal at the same time, each at another
version, do not put theirs in the other's place.
"""

from eventsourcing.persistence import AggregateRecorder, StoredEvent

from services.club.ledger.transfer_index import Segment


class SegmentShelf:
    """One message a segment."""

    def __init__(self, recorder: AggregateRecorder) -> None:
        self._recorder = recorder

    def put(self, club: str, after: int, up_to: int, segment: Segment) -> None:
        """Shelve a segment. Raises the library's `OperationalError`."""
        self._recorder.insert_events([StoredEvent(_name(club, after, up_to), 1, "segment", bytes(segment))])

    def get(self, club: str, after: int, up_to: int) -> Segment | None:
        """A segment; None if it is lost."""
        found = self._recorder.select_events(_name(club, after, up_to), desc=True, limit=1)
        if not found:
            return None
        try:
            return Segment.read(found[0].state)
        except ValueError:
            return None


def _name(club: str, after: int, up_to: int) -> str:
    return f"{club}-{after}-{up_to}"
