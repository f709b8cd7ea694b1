"""One id's commits in a file: compressed, each as the log has it, with its place there."""

import gzip
import hashlib
import struct
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from riverrun.runtime.eventstore.logged import LoggedCommit

_HEAD = struct.Struct(">QI")
"""The stream sequence of a commit, and how many bytes of it follow."""
READ_AT_ONCE = 1 << 20


class CutShort(ValueError):
    """The file ends in the middle of a commit."""


async def write_commits(path: Path, commits: AsyncIterator[Sequence[LoggedCommit]]) -> tuple[int, str]:
    """Write the file whole or not at all; how many commits it holds, and the digest of its content."""
    digest, count = hashlib.sha256(), 0
    beside = path.with_suffix(".part")
    with beside.open("wb") as raw:
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
            async for batch in commits:
                for one in batch:
                    record = _HEAD.pack(one.seq, len(one.data)) + one.data
                    digest.update(record)
                    file.write(record)
                    count += 1
        raw.flush()
    beside.replace(path)
    return count, digest.hexdigest()


def digest_of(path: Path) -> str:
    """The digest of a file's content. Raises `OSError`, `EOFError`, `zlib.error`: it is damaged."""
    digest = hashlib.sha256()
    with gzip.open(path, "rb") as file:
        while part := file.read(READ_AT_ONCE):
            digest.update(part)
    return digest.hexdigest()


def read_commits(path: Path) -> Iterator[tuple[int, bytes]]:
    """Each commit's place in the stream and its bytes, to be read by whoever needs them again."""
    with gzip.open(path, "rb") as file:
        while head := file.read(_HEAD.size):
            seq, length = _HEAD.unpack(_whole(head, _HEAD.size))
            yield seq, _whole(file.read(length), length)


def _whole(part: bytes, length: int) -> bytes:
    if len(part) != length:
        raise CutShort(f"{len(part)} bytes of {length}")
    return part
