"""A ledger's snapshot: its books, and which transfers it has made since the last sealed segment."""

import msgspec

from services.club.ledger.books import Books

SHELF_FORMAT = 5
"""To be counted up when books come to hold something else, or events come to change them otherwise."""


class ShelvedBooks(msgspec.Struct, frozen=True, array_like=True):
    """May be lost without loss: the ledger is then read from its first event."""

    format: int
    books: Books
    recent: bytes
    sealed: tuple[int, ...]
