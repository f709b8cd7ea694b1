"""The folder in which one Riverrun lives: its log, keys, log files, and the lock of whoever runs it."""

import contextlib
import fcntl
import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from riverrun.runtime.nats.passwords import passwords_in
from riverrun.runtime.sealing.ring_file import create_ring

DEFAULT = Path(".riverrun")


class FolderInUse(RuntimeError):
    """Someone else runs on the folder."""


class NoTables(RuntimeError):
    """The folder holds no log."""


class DataFolder:
    """Paths, and what must lie there before services start."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().absolute()
        self.nats = self.path / "nats"
        self.logs = self.path / "logs"
        self.keys = self.path / "keys"
        self.live_keys = self.keys / "live.json"
        self.history_keys = self.keys / "history.json"
        self.people_keys = self.keys / "people.json"
        self.name_keys = self.keys / "names.json"
        self.signing_keys = self.keys / "signing.json"
        self.audit_keys = self.keys / "audit.json"
        self.archive_key = self.keys / "archive.pem"
        self.archive_public_key = self.keys / "archive.pub.pem"
        self.token_key = self.keys / "token.key"
        self.bot_roster = self.keys / "bots.json"
        self.clickhouse = self.path / "clickhouse"
        self.clickhouse_passwords_file = self.keys / "clickhouse-passwords.json"
        self.run_file = self.path / "run.json"
        self._passwords = self.keys / "nats-passwords.json"
        self._lock = self.path / "lock"

    @property
    def has_log(self) -> bool:
        """Whether a nats-server ever stored anything here."""
        return (self.nats / "jetstream").is_dir() and self._passwords.exists()

    def prepare(self) -> None:
        """Make folders and keys that are missing; what is there stays."""
        for folder in (self.path, self.nats, self.logs, self.keys):
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
        rings = {
            "live": self.live_keys,
            "history": self.history_keys,
            "people": self.people_keys,
            "names": self.name_keys,
            "signing": self.signing_keys,
            "audit": self.audit_keys,
        }
        for prefix, ring in rings.items():
            with contextlib.suppress(FileExistsError):
                create_ring(ring, prefix)
        with contextlib.suppress(FileExistsError):
            _write_secret(self.token_key, secrets.token_hex(32))

    def passwords(self) -> dict[str, str]:
        """The NATS users' passwords by variable; drawn on first use."""
        return passwords_in(self._passwords)

    def clickhouse_passwords(self) -> dict[str, str]:
        """The embedded ClickHouse's passwords by user; drawn on first use."""
        with contextlib.suppress(FileExistsError):
            drawn = {user: secrets.token_hex(24) for user in ("riverrun", "analyst")}
            _write_secret(self.clickhouse_passwords_file, msgspec.json.encode(drawn).decode())
        return msgspec.json.decode(self.clickhouse_passwords_file.read_bytes(), type=dict[str, str])

    @contextlib.contextmanager
    def lock(self, wait_s: float = 0.0) -> Iterator[int]:
        """Hold the folder alone, and yield the lock's descriptor. Raises `FolderInUse`.

        A child that inherits the descriptor keeps the folder held until it has ended, too.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if not _locked(descriptor, time.monotonic() + wait_s):
                raise FolderInUse(str(self.path))
            yield descriptor
        finally:
            os.close(descriptor)


def _locked(descriptor: int, deadline: float) -> bool:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.1)
        else:
            return True


def _write_secret(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as out:
        out.write(text)
