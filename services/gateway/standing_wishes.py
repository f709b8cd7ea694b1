"""Wishes for chips that are to come: taken back where somebody holds himself off (R13.4)."""

import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from msgspec import Raw

from riverrun.contracts.refusals import UnknownTable
from riverrun.contracts.table_commands import AutoTopUp, TopUp
from riverrun.kernel.identifiers import CommandId, TableId
from services.gateway.caller import Caller
from services.gateway.refusals import RefusedByTable
from services.gateway.taken_tables import TakenTables

Ask: TypeAlias = Callable[[TableId, Caller, CommandId, AutoTopUp | TopUp], Awaitable[Raw]]
"""Asks a table. Raises `RefusedByTable`, `TableUnavailable`."""


class StandingWishes:
    """A player's top-ups that are to come, at all tables where the book at the door has him."""

    def __init__(self, seats: TakenTables, ask: Ask) -> None:
        self._seats = seats
        self._ask = ask

    async def take_back(self, caller: Caller) -> None:
        """No table adds chips that were wished before. Raises `TableUnavailable`, to be asked again."""
        for table in await self._seats.tables(caller.player):
            for nothing in (AutoTopUp(), TopUp(0)):
                # Who sits there no more, or waits for no chips, has no wish there.
                with suppress(RefusedByTable, UnknownTable):
                    await self._ask(table, caller, f"off-{secrets.token_hex(8)}", nothing)
