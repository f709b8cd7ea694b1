"""Up to where in the tables' log all is in the ledgers; counted anew once the log has lost its end."""

from itertools import count

import structlog
from eventsourcing.persistence import IntegrityError, Tracking, TrackingRecorder

from riverrun.contracts.subjects import TABLES_STREAM

log = structlog.get_logger(__name__)


def name_of(number: int) -> str:
    """Under which name a count is stored: each only grows, and the last one that there is counts."""
    return TABLES_STREAM if number == 1 else f"{TABLES_STREAM}-{number}"


class Places:
    """Blocks; raises the library's persistence errors."""

    def __init__(self, recorder: TrackingRecorder) -> None:
        self._recorder = recorder
        self._number = 1

    def stored(self) -> int:
        """The newest place; 0: none."""
        place = 0
        for number in count(1):
            found = self._recorder.max_tracking_id(name_of(number))
            if found is None:
                return place
            self._number, place = number, found
        raise AssertionError("counts end")

    def store(self, place: int) -> None:
        """All up to there is in the ledgers."""
        try:
            self._recorder.insert_tracking(Tracking(name_of(self._number), place))
        except IntegrityError:
            log.debug("place_stored_by_another", place=place)

    def lost(self, place: int) -> bool:
        """Whether a place that was stored is stored no more, nor any behind it."""
        return (self._recorder.max_tracking_id(name_of(self._number)) or 0) < place

    def count_anew(self, place: int) -> None:
        """What was stored lies beyond what the log holds; only up to here it is so."""
        self._number += 1
        self.store(place)
