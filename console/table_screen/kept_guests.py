"""Who a person was at a server last time: under the same name he finds his seat and chips again."""

import os
from contextlib import suppress
from pathlib import Path

import msgspec


class KeptGuests:
    """Tokens by server and name, in a file that only its owner may read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def token(self, url: str, name: str) -> str:
        """The token of that name there; empty where none is known."""
        return self._read().get(url, {}).get(name, "")

    def keep(self, url: str, name: str, token: str) -> None:
        """Remember it, where the file can be written."""
        guests = self._read()
        guests.setdefault(url, {})[name] = token
        # Not kept, the guest is merely new again next time.
        with suppress(OSError):
            self._write(guests)

    def forget(self, url: str, name: str) -> None:
        """Be somebody new there."""
        self.keep(url, name, "")

    def _write(self, guests: dict[str, dict[str, str]]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        written = self._path.with_suffix(".new")
        with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(guests))
        written.replace(self._path)

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, dict[str, str]])
        except (OSError, msgspec.MsgspecError):
            # Nothing kept, or nothing that can be read: then everybody is new.
            return {}
