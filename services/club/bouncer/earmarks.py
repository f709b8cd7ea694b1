"""Chips that a buy-in is bringing to a table just now, noted by person before any ledger pays.

A person's limits hold over all his clubs, whose ledgers are written by different processes. Each buy-in is
judged by the ledgers and by what is noted, and noted behind a fence: of two at once the second is judged
anew, with the first.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from riverrun.contracts.subjects import earmarked_for
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, TableId, TransferId
from services.club.bouncer.losses import Brought
from services.club.bouncer.rules import Played
from services.club.identity.journal import Journal, WrittenByAnother
from services.club.ledger.ledger_events import LedgerKind

COUNTS_MS = 90_000
"""Longer than a table waits for a buy-in (`paying.LONGEST_S`) and the log is asked to store it."""
FORMAT = 1


class Earmark(msgspec.Struct, frozen=True, array_like=True):
    """A buy-in that may be paid until a time; behind that it is in a ledger, or never will be."""

    transfer: TransferId
    table: TableId
    kind: LedgerKind
    amount: Chips
    until_ms: int


class _Note(msgspec.Struct, frozen=True, array_like=True):
    """All that counts for a person; the newest note alone does."""

    format: int
    earmarks: tuple[Earmark, ...]


class Earmarked(msgspec.Struct, frozen=True):
    """What counts for a person by the note at a place of his subject; 0: there is none."""

    seq: int
    earmarks: tuple[Earmark, ...] = ()

    def has(self, transfer: TransferId) -> bool:
        """Whether a buy-in is noted."""
        return any(one.transfer == transfer for one in self.earmarks)


def with_earmarks(played: Played, earmarked: Earmarked, paid: Collection[TransferId], now_ms: int) -> Played:
    """His play as if all that is on its way had been paid."""
    brought = {kind: list(moves) for kind, moves in played.brought.items()}
    for one in earmarked.earmarks:
        if one.transfer not in paid:
            brought.setdefault(one.kind, []).append(Brought(one.transfer, one.table, one.amount, now_ms))
    return replace(played, brought=brought)


class Earmarks:
    """Each raises `LogAway`."""

    def __init__(self, journal: Journal, now_ms: Callable[[], int]) -> None:
        self._journal = journal
        self._now_ms = now_ms

    async def of(self, player: PlayerId) -> Earmarked:
        """What counts for a person now, by the log's leader."""
        last = await self._journal.last(earmarked_for(player))
        if last is None:
            return Earmarked(0)
        note, now_ms = _decode(last.data), self._now_ms()
        assert note.format == FORMAT, "no release writes another format"
        return Earmarked(last.seq, tuple([one for one in note.earmarks if now_ms < one.until_ms]))

    async def note(
        self, player: PlayerId, known: Earmarked, new: Earmark, paid: Collection[TransferId]
    ) -> Earmarked:
        """Add one to what is known, less what ledgers are known to have paid. Raises `WrittenByAnother`."""
        gone = {*paid, new.transfer}
        return await self._write(
            player, known.seq, [*(one for one in known.earmarks if one.transfer not in gone), new]
        )

    async def clear(self, player: PlayerId, noted: Earmarked, transfer: TransferId) -> None:
        """A buy-in was refused: it counts no more, unless others have noted since."""
        with suppress(WrittenByAnother):
            left = [one for one in noted.earmarks if one.transfer != transfer]
            await self._write(player, noted.seq, left)

    async def _write(self, player: PlayerId, seq: int, earmarks: Sequence[Earmark]) -> Earmarked:
        data = _encode(_Note(FORMAT, tuple(earmarks)))
        return Earmarked(await self._journal.append(earmarked_for(player), data, seq), tuple(earmarks))


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Note).decode
