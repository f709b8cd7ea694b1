"""Who the bots were: their tokens and tables, in a file, so that a new process takes up their old seats."""

import os
from pathlib import Path

import msgspec
import structlog

from riverrun.kernel.identifiers import TableId

log = structlog.get_logger(__name__)


class Entry(msgspec.Struct, frozen=True):
    """One bot: what proves who it is, and where it last sat."""

    token: str
    table: TableId = ""


class Roster:
    """Kept in memory alone where no file is given. A file that cannot be read counts as empty."""

    def __init__(self, path: str) -> None:
        self._path = Path(path) if path else None
        self._entries = self._read()

    def of(self, bot: str) -> Entry:
        """What is known of the bot; an empty token where nothing is."""
        return self._entries.get(bot, Entry(""))

    def keep(self, bot: str, entry: Entry) -> None:
        """Remember it, for a new process too."""
        if self._entries.get(bot) != entry:
            self._entries[bot] = entry
            self._write()

    def _read(self) -> dict[str, Entry]:
        if self._path is None or not self._path.exists():
            return {}
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Entry])
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("roster_unreadable", path=str(self._path), error=type(error).__name__)
            return {}

    def _write(self) -> None:
        if self._path is None:
            return
        written = self._path.with_suffix(".new")
        descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(self._entries))
        written.replace(self._path)
