"""Where seatings are kept between two lives, slot by slot: if they are lost, they are read from the log."""

from collections.abc import Iterable

import msgspec
import structlog
from eventsourcing.persistence import AggregateRecorder, StoredEvent

from riverrun.kernel.identifiers import SLOTS_PER_SHARD
from services.club.bouncer.seatings import SlotSeatings

log = structlog.get_logger(__name__)

SEATS_ROOT = "club_snapshots.seats"
FORMAT = "seats.1"
"""Another one is not read."""


class SeatShelf:
    """One message a slot. Blocks; raises the library's persistence errors."""

    def __init__(self, recorder: AggregateRecorder) -> None:
        self._recorder = recorder

    def put(self, slots: Iterable[SlotSeatings]) -> None:
        """Keep those of all slots, in place of what was kept before: also an idle one is up to its place."""
        for slot, seatings in enumerate(slots):
            data = msgspec.msgpack.encode(seatings)
            self._recorder.insert_events([StoredEvent(f"slot-{slot}", 1, FORMAT, data)])

    def all(self) -> list[SlotSeatings]:
        """Those of all slots; empty where none are kept."""
        return [self._one(slot) for slot in range(SLOTS_PER_SHARD)]

    def _one(self, slot: int) -> SlotSeatings:
        found = self._recorder.select_events(f"slot-{slot}", desc=True, limit=1)
        if not found or found[0].topic != FORMAT:
            return SlotSeatings()
        try:
            return msgspec.msgpack.decode(found[0].state, type=SlotSeatings)
        except msgspec.DecodeError as error:
            log.warning("seats_unusable", slot=slot, reason=repr(error))
            return SlotSeatings()
