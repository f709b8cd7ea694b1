"""Where sealed segments of transfers' marks stand, beside the snapshots; they may be lost without loss."""

from eventsourcing.persistence import AggregateRecorder, StoredEvent

from services.club.ledger.transfer_index import Segment


class SegmentShelf:
    """One message a segment."""

    def __init__(self, recorder: AggregateRecorder) -> None:
        self._recorder = recorder

    def put(self, club: str, number: int, segment: Segment) -> None:
        """Shelve a segment. Raises the library's `OperationalError`."""
        self._recorder.insert_events([StoredEvent(f"{club}-{number}", 1, "segment", bytes(segment))])

    def get(self, club: str, number: int) -> Segment | None:
        """A segment; None if it is lost."""
        found = self._recorder.select_events(f"{club}-{number}", desc=True, limit=1)
        if not found:
            return None
        try:
            return Segment.read(found[0].state)
        except ValueError:
            return None
