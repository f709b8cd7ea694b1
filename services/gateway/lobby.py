"""The list of tables: the lobby bucket followed, and read anew now and then in case something was missed."""

import msgspec
import nats.errors
import structlog

from riverrun.contracts.views import LobbyEntry
from riverrun.kernel.identifiers import TableId
from riverrun.runtime.clock import Clock
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.bucket import Bucket

log = structlog.get_logger(__name__)

REREAD_S = 10.0

_decode = msgspec.json.Decoder(LobbyEntry).decode


class Lobby:
    """`follow`, then `run` as a task."""

    def __init__(self, bucket: Bucket, clock: Clock) -> None:
        self._bucket = bucket
        self._clock = clock
        self._entries: dict[TableId, LobbyEntry] = {}
        self._heard: set[TableId] = set()
        self._changes: set[TableId] = set()
        self._gone: dict[TableId, LobbyEntry] = {}
        self._clubs: frozenset[str] | None = None

    def entries(self) -> list[LobbyEntry]:
        """All tables, in the order of their names."""
        return sorted(self._entries.values(), key=lambda entry: (entry.name, entry.table))

    def clubs(self) -> frozenset[str]:
        """Whose tables these are, beside those that are no club's."""
        if self._clubs is None:
            self._clubs = frozenset(entry.club for entry in self._entries.values() if entry.club)
        return self._clubs

    def take_changes(self) -> tuple[list[LobbyEntry], list[LobbyEntry]]:
        """What changed since the last time: tables as they are now, and as they were those that are gone."""
        changes, self._changes = sorted(self._changes), set()
        gone, self._gone = self._gone, {}
        changed = [self._entries[table] for table in changes if table in self._entries]
        return changed, [gone[table] for table in changes if table not in self._entries]

    async def follow(self) -> None:
        """Hear of every change from here on."""
        _ = await self._bucket.follow(self._changed)

    async def run(self) -> None:
        """Read all entries again and again."""
        while True:
            try:
                await self.read()
            except (nats.errors.Error, ApiRefused, TimeoutError, OSError) as error:
                log.warning("lobby_unread", error=repr(error))
            await self._clock.sleep(REREAD_S)

    async def read(self) -> None:
        """Read all entries. What is heard meanwhile is newer. Raises nats-py's errors, `ApiRefused`."""
        self._heard.clear()
        found = await self._bucket.entries()
        for table in self._entries.keys() - found.keys() - self._heard:
            self._note(table, b"")
        for table, value in found.items():
            if table not in self._heard:
                self._note(table, value)

    async def _changed(self, table: TableId, value: bytes) -> None:
        self._heard.add(table)
        self._note(table, value)

    def _note(self, table: TableId, value: bytes) -> None:
        before = self._entries.get(table)
        try:
            if value:
                self._entries[table] = _decode(value)
            else:
                self._entries.pop(table, None)
        except msgspec.DecodeError as error:
            log.warning("lobby_entry_unreadable", table=table, error=str(error))
        after = self._entries.get(table)
        if after != before:
            self._changes.add(table)
            self._clubs = None
            if before is not None:
                self._gone[table] = before
