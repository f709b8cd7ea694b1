"""The key that signs archives, and the one that tells whether it did: Ed25519, in PEM files."""

import contextlib
import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class NotASigningKey(Exception):
    """The file holds no Ed25519 key of that kind."""


def public_path(key: Path) -> Path:
    """Where the public half of a key lies: for whoever verifies, and no secret."""
    return key.with_suffix(".pub.pem")


def create_key(key: Path) -> None:
    """Draw a key, unless there is one, and lay its public half beside it."""
    drawn = Ed25519PrivateKey.generate()
    secret = drawn.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    key.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        descriptor = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            out.write(secret)
    public_path(key).write_bytes(_public_pem(load_key(key).public_key()))


def load_key(path: Path) -> Ed25519PrivateKey:
    """Raises `NotASigningKey`, `OSError`."""
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except (ValueError, TypeError) as error:
        raise NotASigningKey(str(path)) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise NotASigningKey(str(path))
    return key


def load_public_key(path: Path) -> Ed25519PublicKey:
    """Raises `NotASigningKey`, `OSError`."""
    try:
        key = serialization.load_pem_public_key(path.read_bytes())
    except ValueError as error:
        raise NotASigningKey(str(path)) from error
    if not isinstance(key, Ed25519PublicKey):
        raise NotASigningKey(str(path))
    return key


def is_signed(key: Ed25519PublicKey, signature: bytes, content: bytes) -> bool:
    """Whether the key's owner signed exactly this."""
    try:
        key.verify(signature, content)
    except InvalidSignature:
        return False
    return True


def _public_pem(key: Ed25519PublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
