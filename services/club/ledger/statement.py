"""An account's entries, newest first, a page at a time: each entry names the one before it."""

from dataclasses import dataclass

from services.club.ledger.accounts import Account
from services.club.ledger.ledger import Ledger
from services.club.ledger.ledger_events import ChipsMoved


@dataclass(frozen=True)
class Page:
    """Entries with their versions; `next` is where the following page begins, 0 for none."""

    entries: list[tuple[int, ChipsMoved]]
    next: int


def statement(ledger: Ledger, account: Account, begins: int, size: int) -> Page:
    """A page from an entry on (0: the newest). An entry that is not the account's shows nothing."""
    newest = ledger.read(lambda books: books.holding(account).entry)
    version = begins if 0 < begins <= newest else newest
    entries: list[tuple[int, ChipsMoved]] = []
    while version and len(entries) < size:
        moved = ledger.entry(version)
        if not isinstance(moved, ChipsMoved) or account not in (moved.source, moved.target):
            return Page(entries, 0)
        entries.append((version, moved))
        version = moved.source_entry if moved.source == account else moved.target_entry
    return Page(entries, version)
