"""Who of this gateway's players looks at which table, told to the tables where they have seats (R8.5)."""

import asyncio
import secrets
from collections import Counter

import structlog

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_commands import Disconnected, Reconnected
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.runtime.serving.guard import Guard
from services.gateway.caller import Caller
from services.gateway.tables import Tables

log = structlog.get_logger(__name__)

GONE_AFTER_S = 1.0
"""Who is back within this time was never away."""
LAST_WORDS_S = 2.0


class Presence:
    """A player with several connections is gone with the last of them.

    One who is at another gateway as well is there all the same: that one hears him called gone and says so.
    """

    def __init__(self, tables: Tables, gone_after_s: float = GONE_AFTER_S) -> None:
        self._tables = tables
        self._gone_after_s = gone_after_s
        self._here: Counter[tuple[PlayerId, TableId]] = Counter()
        self._leaving: dict[tuple[PlayerId, TableId], Caller] = {}
        self._tasks = Guard(on_crash=lambda: None)
        self._farewells: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()

    def come(self, caller: Caller, table: TableId) -> None:
        """One more connection on which a seated player looks at the table."""
        place = (caller.player, table)
        self._here[place] += 1
        if self._leaving.pop(place, None) is None and self._here[place] == 1:
            self.still_here(caller, table)

    def still_here(self, caller: Caller, table: TableId) -> None:
        """He is connected, whatever the table has been told."""
        _ = self._tasks(self._tell(caller, table, Reconnected()), f"{caller.player} is at {table}")

    def go(self, caller: Caller, table: TableId) -> None:
        """One connection less."""
        place = (caller.player, table)
        self._here[place] -= 1
        if self._here[place] <= 0:
            del self._here[place]
            if place not in self._leaving:
                self._leaving[place] = caller
                farewell = self._tasks(self._leave(caller, table), f"{caller.player} leaves {table}")
                self._farewells.add(farewell)
                farewell.add_done_callback(self._farewells.discard)

    def leave_quietly(self, caller: Caller, table: TableId) -> None:
        """He has no seat there any more: it is nobody's business."""
        place = (caller.player, table)
        self._here[place] -= 1
        if self._here[place] <= 0:
            del self._here[place]

    def places(self) -> list[tuple[PlayerId, TableId]]:
        """Who is here, and at which table."""
        return sorted(self._here)

    async def tell_gone(self, player: PlayerId, table: TableId) -> None:
        """Another gateway died with a player's connection; unless he is here by now."""
        if not self._here[(player, table)]:
            await self._tell(Caller(player, ""), table, Disconnected())

    async def stop(self) -> None:
        """This gateway ends, and all its connections with it: tell of all who left, now."""
        self._stopping.set()
        if self._farewells:
            await asyncio.wait(self._farewells, timeout=LAST_WORDS_S)
        if self._leaving:
            log.warning("players_not_called_gone", count=len(self._leaving))
        await self._tasks.cancel_all()

    async def _leave(self, caller: Caller, table: TableId) -> None:
        place = (caller.player, table)
        try:
            async with asyncio.timeout(self._gone_after_s):
                await self._stopping.wait()
        except TimeoutError:
            pass
        if place in self._leaving:
            await self._tell(caller, table, Disconnected())
            self._leaving.pop(place, None)
            if self._here[place]:
                await self._tell(caller, table, Reconnected())

    async def _tell(self, caller: Caller, table: TableId, word: Disconnected | Reconnected) -> None:
        try:
            await self._tables.command(table, caller, f"here-{secrets.token_hex(8)}", word)
        except Refusal as refusal:
            # No seat there any more, or a table that cannot be reached: nobody waits for this.
            log.info("presence_untold", table=table, player=caller.player, code=refusal.code)
