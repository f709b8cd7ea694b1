"""A person's accounts in all clubs' ledgers, read backwards as far as his limits reach, and remembered."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

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


class _Read(NamedTuple):
    """What was read of one account: up to an entry, the oldest first."""

    entry: int = 0
    moves: tuple[Brought, ...] = ()


_NOTHING = _Read()


class AccountsRead:
    """Blocks; raises `LedgerAway` and the library's persistence errors.

    Several threads may read an account at once: each stands on what was known when it began, and what any of
    them leaves is whole.
    """

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
            known = self._known.get((club, player), _NOTHING)
            read = self._known[club, player] = self._read_on(ledger, player, known, newest)
            found.setdefault(kind, []).extend(read.moves)
        return {kind: sorted(moves, key=lambda one: one.at_ms) for kind, moves in found.items()}

    def _read_on(self, ledger: Ledger, player: PlayerId, known: _Read, newest: int) -> _Read:
        if newest < known.entry:
            # Another thread has looked later: what it read is not as the account stood when we looked.
            known = _NOTHING
        oldest_ms = self._now_ms() - REACH_MS
        new: list[Brought] = []
        entry = newest
        while entry > known.entry:
            moved = ledger.entry(entry)
            if not isinstance(moved, ChipsMoved) or moved.at_ms < oldest_ms:
                break
            move = brought(player, moved)
            if move is not None:
                new.append(move)
            entry = moved.source_entry if moved.source == member(player) else moved.target_entry
        kept = [one for one in known.moves if one.at_ms >= oldest_ms]
        return _Read(newest, (*kept, *reversed(new)))
