"""An archive in which nothing is closed yet: a signed one, from which an audit may start."""

from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from console.archiving.archive import Archive, verified


class NothingClosed:
    """Stands for an audit of a log in which no table has come to its end."""

    async def cut(self) -> dict[str, Any]:
        return {}


async def test_an_archive_of_nothing_is_signed_like_any_other(tmp_path: Path) -> None:
    # The first month's audit ended with "manifest.json cannot be read".
    key, nothing = Ed25519PrivateKey.generate(), NothingClosed()
    audit: Any = nothing
    reader: Any = nothing

    assert await Archive(tmp_path, key).add_closed(reader, audit, place=0) == []

    assert verified(tmp_path, key.public_key()) == {}
