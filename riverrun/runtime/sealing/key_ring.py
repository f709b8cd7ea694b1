"""A key ring: the current key seals, every key on the ring opens; one taken off opens nothing ever again."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_SIZE: Final = 32
NONCE_SIZE: Final = 12

_FRAME = b"riverrun/box/1"


class CannotOpen(Exception):
    """A box stays shut."""


class UnknownKey(CannotOpen):
    """The box was sealed under a key that this ring does not hold, or holds no more."""

    def __init__(self, key_id: str) -> None:
        super().__init__(f"no key {key_id!r} on the ring")
        self.key_id = key_id


class BoxTampered(CannotOpen):
    """The box was changed, or was bound to something other than what it is opened with."""


class NotAKeyRing(ValueError):
    """Keys that make no ring: an id twice, a key of another length, a current key that is not there."""


class DrawNonce(Protocol):
    """Where a box's 12 bytes come from that must never be the same twice under one key."""

    def __call__(self) -> bytes: ...


def fresh_nonce() -> bytes:
    """A random nonce: even something sealed again after a failed append never shares one."""
    return os.urandom(NONCE_SIZE)


@dataclass(frozen=True, slots=True)
class Key:
    """A named 256-bit key; its repr keeps the secret."""

    id: str
    secret: bytes = field(repr=False)


class KeyRing:
    """Seals under its current key and opens under any of its keys. Raises `NotAKeyRing`.

    Nonces are random, so a key may seal 2^32 boxes at most: add a new one long before (docs/fairness.md).
    """

    def __init__(self, keys: Iterable[Key], current: str, draw_nonce: DrawNonce = fresh_nonce) -> None:
        self.keys = tuple(keys)
        self.current = current
        self._draw_nonce = draw_nonce
        self._ciphers = {key.id: AESGCM(_checked(key).secret) for key in self.keys}
        if len(self._ciphers) != len(self.keys):
            raise NotAKeyRing("a key id stands twice on the ring")
        if current not in self._ciphers:
            raise NotAKeyRing(f"the current key {current!r} is not on the ring")

    def seal(self, content: bytes, *bound_to: bytes) -> bytes:
        """A box under the current key: nonce, then ciphertext; it opens only with the same `bound_to`."""
        nonce = self._draw_nonce()
        cipher = self._ciphers[self.current]
        return nonce + cipher.encrypt(nonce, content, _associated_data(self.current, bound_to))

    def open(self, key_id: str, box: bytes, *bound_to: bytes) -> bytes:
        """What `seal` was given. Raises `UnknownKey`, `BoxTampered`."""
        cipher = self._ciphers.get(key_id)
        if cipher is None:
            raise UnknownKey(key_id)
        try:
            return cipher.decrypt(box[:NONCE_SIZE], box[NONCE_SIZE:], _associated_data(key_id, bound_to))
        except (InvalidTag, ValueError):
            raise BoxTampered(f"a box under key {key_id!r} is not what was sealed, or not where") from None


def _associated_data(key_id: str, bound_to: Iterable[bytes]) -> bytes:
    """Each part behind its length in two bytes, so that no two lists of parts read the same."""
    parts = (key_id.encode(), *bound_to)
    return _FRAME + b"".join(len(part).to_bytes(2, "big") + part for part in parts)


def _checked(key: Key) -> Key:
    if len(key.secret) != KEY_SIZE:
        raise NotAKeyRing(f"key {key.id!r} has {len(key.secret)} bytes instead of {KEY_SIZE}")
    return key
