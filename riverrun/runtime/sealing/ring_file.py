"""The file of a key ring: JSON for its owner's eyes alone, written whole: no crash leaves half a ring."""

import base64
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from riverrun.runtime.sealing.key_ring import KEY_SIZE, Key, KeyRing, NotAKeyRing

OWNER_ONLY = 0o600


class RingExposed(Exception):
    """Others than its owner may read or write the ring's file, so its keys may be no secret."""


class _StoredKey(msgspec.Struct, frozen=True):
    id: str
    key: str


class _StoredRing(msgspec.Struct, frozen=True):
    keys: list[_StoredKey]
    current: str


def load_ring(path: Path) -> KeyRing:
    """Read a ring. Raises `FileNotFoundError`, `RingExposed`, `NotAKeyRing`."""
    with path.open("rb") as file:
        if os.name == "posix" and _exposed(os.fstat(file.fileno())):
            raise RingExposed(f"{path} must be readable by its owner alone (chmod 600)")
        content = file.read()
    try:
        stored = msgspec.json.decode(content, type=_StoredRing)
        keys = [Key(one.id, base64.b64decode(one.key, validate=True)) for one in stored.keys]
    except ValueError as error:
        raise NotAKeyRing(f"{path} is not a key ring: {error}") from None
    return KeyRing(keys, stored.current)


def create_ring(path: Path, prefix: str) -> KeyRing:
    """Write a new ring with one new key, such as `live-2026-11-3f9a04c1`. Raises `FileExistsError`."""
    key = _new_key(prefix)
    ring = KeyRing([key], key.id)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = _written_beside(path, ring)
    try:
        path.hardlink_to(beside)
    finally:
        beside.unlink()
    _sync_folder(path.parent)
    return ring


def add_key(path: Path, prefix: str) -> KeyRing:
    """Put a new key on the ring, last; it opens at once and seals when it is made the current one.

    Two steps, so that each process holds a key before any of them seals under it.
    """
    ring = load_ring(path)
    return _replace(path, KeyRing([*ring.keys, _new_key(prefix)], ring.current))


def make_current(path: Path, key_id: str) -> KeyRing:
    """Seal under this key of the ring from now on. Raises `NotAKeyRing` for a key that is not on it."""
    return _replace(path, KeyRing(load_ring(path).keys, key_id))


def destroy_key(path: Path, key_id: str) -> KeyRing:
    """Take a key off: nothing sealed under it opens ever again. Raises `NotAKeyRing` for the current key."""
    ring = load_ring(path)
    return _replace(path, KeyRing([key for key in ring.keys if key.id != key_id], ring.current))


def _exposed(status: os.stat_result) -> bool:
    """Kubernetes mounts a secret as root's, readable by the pod's group: there the group may read."""
    return bool(status.st_mode & (0o077 if status.st_uid == os.getuid() else 0o027))


def _new_key(prefix: str) -> Key:
    """The month is for people; the random end keeps a ring made anew from using an old key's name."""
    return Key(f"{prefix}-{datetime.now(UTC):%Y-%m}-{secrets.token_hex(4)}", secrets.token_bytes(KEY_SIZE))


def _replace(path: Path, ring: KeyRing) -> KeyRing:
    _written_beside(path, ring).replace(path)
    _sync_folder(path.parent)
    return ring


def _written_beside(path: Path, ring: KeyRing) -> Path:
    stored = _StoredRing(
        keys=[_StoredKey(key.id, base64.b64encode(key.secret).decode()) for key in ring.keys],
        current=ring.current,
    )
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(stored), indent=2) + b"\n")
        file.flush()
        os.fsync(descriptor)
    return beside


def _sync_folder(folder: Path) -> None:
    """A ring lost in a power cut would leave every running hand sealed for ever."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
