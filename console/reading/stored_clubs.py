"""Clubs and their books as the log tells them, read from their first event on."""

from collections.abc import AsyncIterator

from riverrun.contracts.subjects import CLUBS_STREAM, LEDGER_STREAM
from riverrun.runtime.eventstore.aggregates.reading import EntryReader
from riverrun.runtime.eventstore.aggregates.room import Room
from riverrun.runtime.eventstore.codec import EventCodec
from riverrun.runtime.eventstore.mapper import Recorded
from riverrun.runtime.nats.answers import NO_STREAM_FOUND, ApiRefused
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.club.clubs.club import Club, evolve
from services.club.clubs.codec import codec as clubs_codec
from services.club.ledger.books import Books
from services.club.ledger.codec import codec as ledger_codec
from services.club.ledger.ledger_events import ChipsMoved
from services.club.ledger.ledger_state import LedgerState, project

CLUBS = Room(CLUBS_STREAM, "clubs")
LEDGER = Room(LEDGER_STREAM, "ledger")
AT_ONCE = 5_000


class NoSuchClub(LookupError):
    """The log holds no such club."""


class StoredClubs:
    """Reads as the auditor."""

    def __init__(self, api: JetStreamApi) -> None:
        self._api = api
        self._clubs = EntryReader(api, CLUBS)
        self._ledger = EntryReader(api, LEDGER)

    async def names(self) -> list[str]:
        """Every club's id; none in a log from before there were clubs."""
        try:
            state = await self._api.state(CLUBS_STREAM, CLUBS.all_events)
        except ApiRefused as refused:
            if refused.err_code == NO_STREAM_FOUND:
                return []
            raise
        return sorted(subject.rsplit(".", 1)[1] for subject in state.subjects)

    async def club(self, name: str) -> Club:
        """A club as it stands. Raises `NoSuchClub`."""
        club: Club | None = None
        async for one in _events(self._clubs, clubs_codec, name):
            club = evolve(club, one.event)
        if club is None:
            raise NoSuchClub(name)
        return club

    async def books(self, club: Club) -> Books:
        """The club's books as they stand; empty ones where they were not opened yet."""
        state: LedgerState | None = None
        async for one in _events(self._ledger, ledger_codec, club.id):
            state = project(state, [one])
        return Books(club.id, club.kind, 0) if state is None else state.books

    async def entries(self, club: str, account: str, newest: int, limit: int) -> list[tuple[int, ChipsMoved]]:
        """An account's entries, newest first, from one on."""
        found: list[tuple[int, ChipsMoved]] = []
        version = newest
        while version and len(found) < limit:
            (stored,) = await self._ledger.versions(club, version - 1, version)
            moved = ledger_codec.decode_state(stored.topic, stored.state)
            assert isinstance(moved, ChipsMoved), "an account's entries are transfers"
            found.append((version, moved))
            version = moved.source_entry if moved.source == account else moved.target_entry
        return found


async def _events(reader: EntryReader, codec: EventCodec, aggregate: str) -> AsyncIterator[Recorded]:
    version = 0
    while found := await reader.versions(aggregate, version, version + AT_ONCE):
        for one in found:
            yield Recorded(aggregate, one.originator_version, codec.decode_state(one.topic, one.state))
        version = found[-1].originator_version
