"""Which bot goes to which table: spread evenly, with seats left to people; missing tables are opened."""

import asyncio
from typing import Protocol

import structlog

from riverrun.client import Refused
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import LobbyEntry
from riverrun.kernel.identifiers import TableId, root_of

log = structlog.get_logger(__name__)

ENOUGH_OPENED = "too_many_open_tables"
BOTS_TABLE = TableConfig(name="Bots and people", seats=9)


class NoSeat(Exception):
    """No table has a seat for a bot at the moment."""


class Lobby(Protocol):
    """What placing needs of the client."""

    async def tables(self) -> list[LobbyEntry]: ...

    async def create_table(self, config: TableConfig | None = None) -> TableId: ...


class Placement:
    """Shared by all bots of a process. `wanted`: the tables' ids, or how many tables, or nothing: all."""

    def __init__(self, wanted: tuple[str, ...], free_seats: int) -> None:
        self._ids = () if _is_number(wanted) else wanted
        self._count = int(wanted[0]) if _is_number(wanted) else None
        self._free_seats = free_seats
        self._places: dict[str, TableId] = {}
        self._opened: dict[TableId, LobbyEntry] = {}
        self._one_at_a_time = asyncio.Lock()

    async def table_for(self, bot: str, lobby: Lobby) -> TableId:
        """The table where the bot plays: the last one as long as it was not left. Raises `NoSeat`."""
        async with self._one_at_a_time:
            if bot not in self._places:
                self._places[bot] = self._choose(await self._tables(lobby))
            return self._places[bot]

    def sits_at(self, bot: str, table: TableId) -> None:
        """The bot has a seat there from before."""
        self._places[bot] = table

    def left(self, bot: str) -> None:
        """The bot lost its seat, or found none: it is placed anew."""
        self._places.pop(bot, None)

    async def _tables(self, lobby: Lobby) -> list[LobbyEntry]:
        listed = {entry.table: entry for entry in await lobby.tables()}
        if self._ids:
            # A table that has rolled since is listed under its next id.
            wanted = {root_of(table) for table in self._ids}
            return [entry for entry in listed.values() if root_of(entry.table) in wanted]
        # A table opened a moment ago may not be listed yet.
        self._opened = {table: entry for table, entry in self._opened.items() if table not in listed}
        listed |= self._opened
        while len(listed) < (1 if self._count is None else self._count):
            try:
                entry = await self._open_table(lobby)
            except Refused as refused:
                if refused.code != ENOUGH_OPENED or not listed:
                    raise
                # This bot opened as many as one player may; the next one opens the rest.
                break
            listed[entry.table] = entry
        return [listed[table] for table in sorted(listed)][: self._count]

    async def _open_table(self, lobby: Lobby) -> LobbyEntry:
        table = await lobby.create_table(BOTS_TABLE)
        log.info("table_opened", table=table)
        entry = self._opened[table] = _entry(table, BOTS_TABLE)
        return entry

    def _choose(self, tables: list[LobbyEntry]) -> TableId:
        ours = [root_of(table) for table in self._places.values()]
        # The lobby lags behind; bots on their way are not in it yet.
        taken = {entry.table: max(entry.seated, ours.count(root_of(entry.table))) for entry in tables}
        roomy = [entry for entry in tables if taken[entry.table] < entry.seats - self._free_seats]
        if not roomy:
            raise NoSeat
        return min(roomy, key=lambda entry: taken[entry.table]).table


def _is_number(wanted: tuple[str, ...]) -> bool:
    return len(wanted) == 1 and wanted[0].isdecimal()


def _entry(table: TableId, config: TableConfig) -> LobbyEntry:
    """A table just opened, which the lobby may not show yet."""
    return LobbyEntry(
        table,
        config.name,
        config.kind,
        config.currency,
        config.seats,
        0,
        config.small_blind,
        config.big_blind,
        config.min_buy_in,
        config.max_buy_in,
        0,
        0,
    )
