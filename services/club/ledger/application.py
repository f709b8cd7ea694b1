"""The ledgers of all clubs as an application of the event-sourcing library; it blocks."""

from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from eventsourcing.application import AggregateNotFoundError, Application, Repository
from eventsourcing.persistence import ApplicationRecorder, EventStore, Mapper

from riverrun.contracts.subjects import CLUB_SNAPSHOTS_STREAM, LEDGER_STREAM
from riverrun.runtime.eventstore.aggregates.persistence import AggregatesFactory
from riverrun.runtime.eventstore.mapper import CodecMapper, Recorded
from riverrun.runtime.nats.users import User
from services.club.ledger import refusals
from services.club.ledger.codec import codec
from services.club.ledger.ledger_state import LedgerState, OtherShelf, project
from services.club.ledger.segment_shelf import SegmentShelf

log = structlog.get_logger(__name__)

LEDGER_ROOT = "ledger"
SNAPSHOT_ROOT = "club_snapshots.ledger"
SEGMENT_ROOT = "club_snapshots.ledger_ids"


def environment(user: User, password: str, servers: tuple[str, ...]) -> dict[str, str]:
    """What the library's environment says about where ledgers live."""
    return {
        "PERSISTENCE_MODULE": "riverrun.runtime.eventstore.aggregates.persistence",
        "NATS_URL": ",".join(servers),
        "NATS_USER": user.name,
        user.password_variable: password,
        "EVENT_STREAM": LEDGER_STREAM,
        "EVENT_ROOT": LEDGER_ROOT,
        "SNAPSHOT_STREAM": CLUB_SNAPSHOTS_STREAM,
        "SNAPSHOT_ROOT": SNAPSHOT_ROOT,
    }


class LedgerApplication(Application[str]):
    """Stores and rebuilds ledgers. Raises the library's persistence errors."""

    name = "ledger"
    is_snapshotting_enabled = True

    def __init__(self, env: Mapping[str, str]) -> None:
        super().__init__(dict(env))
        assert isinstance(self.factory, AggregatesFactory)
        self.loop = self.factory.loop
        self.segments = SegmentShelf(self.factory.newest_only(CLUB_SNAPSHOTS_STREAM, SEGMENT_ROOT))

    def construct_mapper(self) -> Mapper[str]:
        """Our codec's mapper, with the library's compressor and cipher where asked for."""
        return CodecMapper(codec, None, self.factory.compressor(), self.factory.cipher())

    def construct_recorder(self) -> ApplicationRecorder:
        """One that packs: several transfers that were asked for together are one message."""
        assert isinstance(self.factory, AggregatesFactory)
        self._packing = self.factory.packing_recorder()
        return self._packing

    def ledger(self, club: str) -> LedgerState:
        """A club's ledger as it stands. Raises `UnknownLedger`."""
        try:
            return self._rebuilt(self.repository, club)
        except (msgspec.DecodeError, OtherShelf) as unusable:
            # Only a snapshot may be lost: an event that cannot be read fails again below.
            log.warning("snapshot_unusable", club=club, reason=repr(unusable))
            return self._rebuilt(Repository(self.events), club)

    def _rebuilt(self, repository: Repository[str], club: str) -> LedgerState:
        projector: Any = project
        try:
            found: Any = repository.get(club, projector_func=projector)
        except AggregateNotFoundError:
            raise refusals.UnknownLedger(club=club) from None
        assert isinstance(found, LedgerState)
        return found

    async def record(self, club: str, version: int, events: list[Any]) -> None:
        """Store events behind a version, all or none; in the loop.

        The library's `save` blocks, looks for aggregates that changed in memory and tells followers in this
        process. Here are none, and it takes longer than deciding.
        """
        recorded = [Recorded(club, version + i, event) for i, event in enumerate(events, 1)]
        await self._packing.append([self.mapper.to_stored_event(one) for one in recorded])

    async def newer(self, club: str, version: int, up_to: int | None = None) -> list[Any]:
        """The events after a version, none missing, as the log's leader knows them; in the loop."""
        found = []
        for number, stored in enumerate(await self._packing.read(club, gt=version, lte=up_to), version + 1):
            assert stored.originator_version == number, "versions run without gaps"
            one = self.mapper.to_domain_event(stored)
            assert isinstance(one, Recorded)
            found.append(one.event)
        return found

    async def event(self, club: str, version: int) -> Any:
        """The event of a version; in the loop."""
        (found,) = await self.newer(club, version - 1, version)
        return found

    def shelve(self, state: LedgerState) -> None:
        """Write a snapshot."""
        shelf: EventStore[str] | None = self.snapshots
        assert shelf is not None
        shelf.put([Recorded(state.books.club, state.version, state.shelved())])
