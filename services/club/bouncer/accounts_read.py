"""A person's accounts in all clubs' ledgers, read backwards as far as his limits reach, and remembered."""

from collections.abc import Callable, Mapping, Sequence

from riverrun.kernel.identifiers import PlayerId
from services.club.bouncer.losses import Brought, brought
from services.club.clubs.directory import Directory
from services.club.ledger.accounts import member
from services.club.ledger.ledger import Ledger
from services.club.ledger.ledger_events import ChipsMoved, LedgerKind
from services.club.ledger.ledgers import Ledgers
from services.club.ledger.refusals import UnknownLedger

REACH_MS = 40 * 86_400_000
"""Longer than a month, so that chips taken home in it are mostly known from when they were brought."""


class _Read:
    """What was read of one account: up to an entry, the oldest first."""

    def __init__(self) -> None:
        self.entry = 0
        self.moves: list[Brought] = []


class AccountsRead:
    """Blocks; raises `LedgerAway` and the library's persistence errors."""

    def __init__(self, directory: Directory, ledgers: Ledgers, now_ms: Callable[[], int]) -> None:
        self._directory = directory
        self._ledgers = ledgers
        self._now_ms = now_ms
        self._known: dict[tuple[str, PlayerId], _Read] = {}

    def brought(self, player: PlayerId) -> Mapping[LedgerKind, Sequence[Brought]]:
        """What he brought to tables and took home again, by the kind of chips."""
        found: dict[LedgerKind, list[Brought]] = {}
        account = member(player)
        for club in self._directory.clubs_ever_of(player):
            ledger = self._ledgers.of(club)
            try:
                kind, newest = ledger.read(lambda books: (books.kind, books.holding(account).entry))
            except UnknownLedger:
                continue
            read = self._known.setdefault((club, player), _Read())
            self._read_on(ledger, player, read, newest)
            found.setdefault(kind, []).extend(read.moves)
        return {kind: sorted(moves, key=lambda one: one.at_ms) for kind, moves in found.items()}

    def _read_on(self, ledger: Ledger, player: PlayerId, read: _Read, newest: int) -> None:
        oldest_ms = self._now_ms() - REACH_MS
        new: list[Brought] = []
        entry = newest
        while entry > read.entry:
            moved = ledger.entry(entry)
            if not isinstance(moved, ChipsMoved) or moved.at_ms < oldest_ms:
                break
            move = brought(player, moved)
            if move is not None:
                new.append(move)
            entry = moved.source_entry if moved.source == member(player) else moved.target_entry
        kept = [one for one in read.moves if one.at_ms >= oldest_ms]
        read.moves, read.entry = [*kept, *reversed(new)], newest
