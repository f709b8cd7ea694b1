"""At how many tables a player sits, whichever gateway he came through (R8.8)."""

import msgspec
from msgspec import Struct

from riverrun.contracts.refusals import UnknownTable
from riverrun.kernel.identifiers import PlayerId, TableId, root_of
from riverrun.runtime.clock import Clock
from services.gateway.caller import Caller
from services.gateway.door_book import RETRY_MS, DoorBook
from services.gateway.refusals import RefusedByTable, TableUnavailable, TooManySeats
from services.gateway.seated import SeatedAt

GRACE_MS = 30_000
"""So long somebody who was let in may take to sit down."""
ATTEMPTS = 8


class Taken(Struct, frozen=True, array_like=True):
    """A table, and when it was written into the book."""

    table: TableId
    at_ms: int


_decode = msgspec.json.Decoder(list[Taken]).decode


def decode_taken(data: bytes) -> list[Taken]:
    """An entry of the book; nothing where there is none."""
    return _decode(data) if data else []


class SeatCount:
    """Counts by the book, and strikes out what the tables themselves do not confirm."""

    def __init__(self, book: DoorBook, seated: SeatedAt, clock: Clock, most: int) -> None:
        self._book = book
        self._seated = seated
        self._clock = clock
        self._most = most

    async def take(self, caller: Caller, table: TableId) -> None:
        """Count one more seat. Raises `TooManySeats`, `TableUnavailable`."""
        key = f"player.{caller.player}"
        for _ in range(ATTEMPTS):
            data, seq = await self._book.read(key)
            taken = [one for one in decode_taken(data) if root_of(one.table) != root_of(table)]
            if len(taken) >= self._most:
                taken = [one for one in taken if await self._holds(caller, one)]
            if len(taken) >= self._most:
                raise TooManySeats(most=self._most)
            taken.append(Taken(table, self._clock.now_ms()))
            if await self._book.write(key, msgspec.json.encode(taken), seq):
                return
        raise TableUnavailable(retry_ms=RETRY_MS)

    async def tables(self, player: PlayerId) -> list[TableId]:
        """Where he sat down last, as the book has it. Raises `TableUnavailable`."""
        data, _ = await self._book.read(f"player.{player}")
        return [one.table for one in decode_taken(data)]

    async def _holds(self, caller: Caller, one: Taken) -> bool:
        if self._clock.now_ms() - one.at_ms < GRACE_MS:
            return True
        try:
            return caller.player in (await self._seated(one.table, caller)).players
        except UnknownTable:
            return False
        except RefusedByTable as refusal:
            return refusal.code != UnknownTable.code
        except TableUnavailable:
            # A table that is silent may still have him.
            return True
