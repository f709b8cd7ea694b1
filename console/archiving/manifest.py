"""What an archive holds, id by id, under one signature."""

import os
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from console.archiving.moved_totals import MovedTotal
from console.archiving.signing import is_signed
from console.reading.audited_tables import AuditedTable
from riverrun.kernel.identifiers import TableId

MANIFEST = "manifest.json"
FORMAT = 1


class ArchiveBroken(Exception):
    """The archive is not what was signed; the text says where."""


class ArchivedTable(msgspec.Struct, frozen=True):
    """One closed id: its books as they were audited, what its club's ledger must hold, and its file."""

    audited: AuditedTable
    club: str
    moved: list[MovedTotal]
    first_seq: int
    last_seq: int
    last_version: int
    last_ms: int
    commits: int
    sha256: str
    file: str

    @property
    def table(self) -> TableId:
        """The id."""
        return self.audited.table


class Contents(msgspec.Struct, frozen=True):
    """Everything that one signature stands for."""

    format: int
    tables: list[ArchivedTable] = []


class _Manifest(msgspec.Struct, frozen=True):
    signature: str
    contents: msgspec.Raw


_encode = msgspec.json.Encoder().encode
_manifest_in = msgspec.json.Decoder(_Manifest).decode
_contents_in = msgspec.json.Decoder(Contents).decode


def write_manifest(folder: Path, tables: list[ArchivedTable], key: Ed25519PrivateKey) -> None:
    """Put the archive's contents and their signature in place, both or neither."""
    contents = _encode(Contents(FORMAT, sorted(tables, key=lambda one: one.table)))
    content = _encode(_Manifest(key.sign(contents).hex(), msgspec.Raw(contents)))
    beside = folder / f"{MANIFEST}.part"
    with beside.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(folder / MANIFEST)


def read_manifest(folder: Path, key: Ed25519PublicKey) -> list[ArchivedTable]:
    """What the archive holds, once its signature is checked. Raises `ArchiveBroken`."""
    path = folder / MANIFEST
    try:
        manifest = _manifest_in(path.read_bytes())
        signature = bytes.fromhex(manifest.signature)
    except (OSError, msgspec.DecodeError, ValueError) as error:
        raise ArchiveBroken(f"{path} cannot be read: {error}") from error
    signed = bytes(manifest.contents)
    if not is_signed(key, signature, signed):
        raise ArchiveBroken(f"{path} is not signed by this key, or was changed since")
    contents = _contents_in(signed)
    if contents.format != FORMAT:
        raise ArchiveBroken(f"{path} has format {contents.format}; this release reads {FORMAT}")
    return contents.tables
