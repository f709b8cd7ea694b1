"""Compressed bodies, both ways: what ClickHouse's clients send and what they say they accept."""

import gzip

import lz4.frame

LARGEST = 256 * 1024 * 1024
"""Bytes that a body may have, compressed or not."""
WORTH_IT = 4096
"""Bytes from which on an answer is compressed."""


class CannotDecompress(ValueError):
    """A body that is not what its header says."""


def decompressed(body: bytes, encoding: str | None) -> bytes:
    """The body as it was before. Raises `CannotDecompress`.

    What HTTP knows by itself (gzip, zstd) the server has undone already.
    """
    if encoding != "lz4":
        return body
    try:
        return _frames(body)
    except RuntimeError as error:
        raise CannotDecompress(str(error)) from None


def _frames(body: bytes) -> bytes:
    """clickhouse-connect sends one frame a block, and several frames in a body."""
    parts, left = list[bytes](), LARGEST
    while body:
        frame = lz4.frame.LZ4FrameDecompressor()
        parts.append(frame.decompress(body, max_length=left + 1))
        left -= len(parts[-1])
        if left < 0:
            raise CannotDecompress(f"more than {LARGEST} bytes")
        if not frame.eof:
            raise CannotDecompress("the last frame is cut short")
        body = frame.unused_data or b""
    return b"".join(parts)


def compressed(body: bytes, accepted: str) -> tuple[bytes, str | None]:
    """The body as it goes out, and the encoding's name; None where it goes as it is."""
    if len(body) < WORTH_IT:
        return body, None
    if "lz4" in accepted:
        return lz4.frame.compress(body), "lz4"
    if "gzip" in accepted:
        return gzip.compress(body, 1), "gzip"
    return body, None
