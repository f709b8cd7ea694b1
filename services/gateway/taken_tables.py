"""The tables that a player has taken, whichever gateway he came through: at most so many at once."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from riverrun.contracts.refusals import Refusal, UnknownTable
from riverrun.kernel.identifiers import PlayerId, TableId, root_of
from riverrun.runtime.clock import Clock
from services.gateway.caller import Caller
from services.gateway.door_book import RETRY_MS, DoorBook
from services.gateway.refusals import RefusedByTable, TableUnavailable, TooManyOpenTables, TooManySeats
from services.gateway.seated import Seated, SeatedAt

GRACE_MS = 30_000
"""So long a table that was just taken may be silent about it: who was let in is still sitting down."""
ATTEMPTS = 8


class _Taken(Struct, frozen=True, array_like=True):
    """A table, and when it was written into the book."""

    table: TableId
    at_ms: int


_decode = msgspec.json.Decoder(list[_Taken]).decode


def _sits(seated: Seated, player: PlayerId) -> bool:
    return player in seated.players


def _is_open(seated: Seated, _: PlayerId) -> bool:
    return not seated.closed


@dataclass(frozen=True)
class Taking:
    """A way of taking a table: its shelf of the book, the refusal of one too many, what confirms it."""

    shelf: str
    too_many: type[Refusal]
    counts: Callable[[Seated, PlayerId], bool]


SEATS = Taking("player", TooManySeats, _sits)
"""Tables at which he sits (R8.8)."""
OPENED = Taking("opened", TooManyOpenTables, _is_open)
"""Tables of his own that are open. A club's do not count: clubs have bounds of their own."""


class TakenTables:
    """Counts by the book, and strikes out what the tables themselves do not confirm."""

    def __init__(self, book: DoorBook, seated: SeatedAt, clock: Clock, taking: Taking, most: int) -> None:
        self._book = book
        self._seated = seated
        self._clock = clock
        self._taking = taking
        self._most = most

    async def take(self, caller: Caller, table: TableId) -> None:
        """Count one more. Raises the refusal of one too many, `TableUnavailable`."""
        key = self._key(caller.player)
        for _ in range(ATTEMPTS):
            data, seq = await self._book.read(key)
            taken = [one for one in _taken(data) if root_of(one.table) != root_of(table)]
            if len(taken) >= self._most:
                taken = [one for one in taken if await self._still(caller, one)]
            if len(taken) >= self._most:
                raise self._taking.too_many(most=self._most)
            taken.append(_Taken(table, self._clock.now_ms()))
            if await self._book.write(key, msgspec.json.encode(taken), seq):
                return
        raise TableUnavailable(retry_ms=RETRY_MS)

    async def tables(self, player: PlayerId) -> list[TableId]:
        """Which he took last, as the book has it. Raises `TableUnavailable`."""
        data, _ = await self._book.read(self._key(player))
        return [one.table for one in _taken(data)]

    def _key(self, player: PlayerId) -> str:
        return f"{self._taking.shelf}.{player}"

    async def _still(self, caller: Caller, one: _Taken) -> bool:
        if self._clock.now_ms() - one.at_ms < GRACE_MS:
            return True
        try:
            return self._taking.counts(await self._seated(one.table, caller), caller.player)
        except UnknownTable:
            return False
        except RefusedByTable as refusal:
            return refusal.code != UnknownTable.code
        except TableUnavailable:
            # A table that is silent may still have him.
            return True


def _taken(data: bytes) -> list[_Taken]:
    return _decode(data) if data else []
