"""The list of tables as it is, whenever it changes."""

import asyncio
from collections.abc import AsyncIterator

from riverrun.contracts.server_messages import LobbyChangedMessage, LobbyMessage
from riverrun.contracts.views import LobbyEntry
from riverrun.kernel.identifiers import TableId


class WatchedLobby:
    """Fed by the session, over however many connections; ends with it."""

    def __init__(self) -> None:
        self._tables: dict[TableId, LobbyEntry] = {}
        self._changed = asyncio.Event()
        self._ended = False
        self._error: Exception | None = None

    async def __aiter__(self) -> AsyncIterator[list[LobbyEntry]]:
        """All tables by name: when they are known, then at each change; what one misses is in the next."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._error is not None:
                raise self._error
            if self._ended:
                return
            yield sorted(self._tables.values(), key=lambda one: (one.name, one.table))

    def hear(self, message: LobbyMessage | LobbyChangedMessage) -> None:
        """The server said so."""
        if isinstance(message, LobbyMessage):
            self._tables.clear()
        else:
            for table in message.gone:
                self._tables.pop(table, None)
        self._tables |= {one.table: one for one in message.tables}
        self._changed.set()

    def end(self, error: Exception | None = None) -> None:
        """Nothing more will be heard."""
        self._ended, self._error = True, error
        self._changed.set()
