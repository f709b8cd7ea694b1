"""Where cases come from: a JSON array, or one case a line, plain or gzipped."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from console.cases.case_shapes import Header

ENDINGS = (".json", ".jsonl", ".json.gz", ".jsonl.gz")
"""What is read of a folder; a file may be named as it likes."""


class NotACaseFile(Exception):
    """A file that cannot be read, or holds no cases."""


class StoredCase(NamedTuple):
    """A case as stored; what its type asks for is decoded when it is played."""

    header: Header
    data: bytes
    file: str


def stored_cases(paths: list[Path]) -> list[StoredCase]:
    """All cases of all files and folders, in their order. Raises `NotACaseFile`."""
    return [case for path in paths for file in _files_in(path) for case in _cases_of(file)]


def _files_in(path: Path) -> list[Path]:
    """A folder's files of cases, those in folders below it too."""
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.rglob("*") if file.name.endswith(ENDINGS))
    if not found:
        raise NotACaseFile(f"{path}: holds no files of cases ({', '.join(ENDINGS)})")
    return found


def _cases_of(path: Path) -> Iterator[StoredCase]:
    found = _split(path)
    if not found:
        raise NotACaseFile(f"{path}: holds no cases")
    for place, data in enumerate(found, start=1):
        try:
            header = msgspec.json.decode(data, type=Header)
        except msgspec.DecodeError as error:
            raise NotACaseFile(f"{path}: case {place} is no case: {error}") from error
        yield StoredCase(header, data, path.name)


def _split(path: Path) -> list[bytes]:
    text = _read(path)
    try:
        if text.lstrip()[:1] == b"[":
            return [bytes(raw) for raw in msgspec.json.decode(text, type=list[msgspec.Raw])]
        return [line for line in text.splitlines() if line.strip()]
    except msgspec.DecodeError as error:
        raise NotACaseFile(f"{path}: no JSON array of cases: {error}") from error


def _read(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (OSError, EOFError, zlib.error) as error:
        raise NotACaseFile(f"{path}: {getattr(error, 'strerror', None) or error}") from error
