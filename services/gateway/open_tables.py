"""How many tables of his own a player has open, whichever gateway he came through."""

import msgspec

from riverrun.contracts.refusals import UnknownTable
from riverrun.kernel.identifiers import TableId, root_of
from riverrun.runtime.clock import Clock
from services.gateway.caller import Caller
from services.gateway.door_book import RETRY_MS, DoorBook
from services.gateway.refusals import RefusedByTable, TableUnavailable, TooManyOpenTables
from services.gateway.seat_count import ATTEMPTS, GRACE_MS, Taken, decode_taken
from services.gateway.seated import SeatedAt


class OpenTables:
    """Counts by the book, and strikes out what the tables themselves say is closed.

    A club's tables do not count: clubs have bounds of their own.
    """

    def __init__(self, book: DoorBook, seated: SeatedAt, clock: Clock, most: int) -> None:
        self._book = book
        self._seated = seated
        self._clock = clock
        self._most = most

    async def take(self, caller: Caller, table: TableId) -> None:
        """Count one more table. Raises `TooManyOpenTables`, `TableUnavailable`."""
        key = f"opened.{caller.player}"
        for _ in range(ATTEMPTS):
            data, seq = await self._book.read(key)
            opened = [one for one in decode_taken(data) if root_of(one.table) != root_of(table)]
            if len(opened) >= self._most:
                opened = [one for one in opened if await self._is_open(caller, one)]
            if len(opened) >= self._most:
                raise TooManyOpenTables(most=self._most)
            opened.append(Taken(table, self._clock.now_ms()))
            if await self._book.write(key, msgspec.json.encode(opened), seq):
                return
        raise TableUnavailable(retry_ms=RETRY_MS)

    async def _is_open(self, caller: Caller, one: Taken) -> bool:
        if self._clock.now_ms() - one.at_ms < GRACE_MS:
            # It may just be about to open.
            return True
        try:
            return not (await self._seated(one.table, caller)).closed
        except UnknownTable:
            return False
        except RefusedByTable as refusal:
            return refusal.code != UnknownTable.code
        except TableUnavailable:
            return True
