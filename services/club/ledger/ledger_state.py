"""A ledger in memory, made from a snapshot and events; the library's projector for it."""

from collections.abc import Iterable
from typing import Any

from riverrun.runtime.eventstore.mapper import Recorded
from services.club.ledger.books import Books, apply, opened
from services.club.ledger.ledger_events import ChipsMoved, LedgerOpened
from services.club.ledger.shelved import SHELF_FORMAT, ShelvedBooks
from services.club.ledger.transfer_index import TransferIndex


class OtherShelf(ValueError):
    """A snapshot of another release, whose books may hold something else."""


class LedgerState:
    """Books and index, kept together."""

    def __init__(self, books: Books, index: TransferIndex) -> None:
        self.books = books
        self.index = index

    @property
    def version(self) -> int:
        """The version of the last event."""
        return self.books.version

    def take(self, event: Any) -> None:
        """Take the ledger's next event."""
        apply(self.books, event)
        if type(event) is ChipsMoved:
            self.index.add(event.transfer, self.books.version)

    def shelved(self) -> ShelvedBooks:
        """The snapshot of it."""
        sealed = tuple(self.index.sealed)
        return ShelvedBooks(SHELF_FORMAT, self.books, self.index.recent(), sealed)


def project(found: Any, events: Iterable[Any]) -> Any:
    """The library's projector: a ledger from its snapshot, if any, and the events after it."""
    state: LedgerState | None = found
    for one in events:
        assert isinstance(one, Recorded)
        event = one.event
        if isinstance(event, ShelvedBooks):
            if event.format != SHELF_FORMAT:
                raise OtherShelf(event.format)
            state = LedgerState(event.books, TransferIndex(event.recent, event.sealed))
        elif isinstance(event, LedgerOpened):
            state = LedgerState(opened(event), TransferIndex())
        else:
            assert state is not None, "a ledger begins by being opened"
            state.take(event)
            assert state.version == one.originator_version, "versions run without gaps"
    return state
