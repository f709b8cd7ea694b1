"""Which transfers a ledger has made, so that none is made twice: by a 64-bit mark of the id, for ever.

The newest stand in a dictionary; every ten thousand are sealed into a segment, sorted by mark and shelved
apart from the books, so that a ledger of a million transfers still starts at once. A mark only says where to
look: the transfer at that version is read and compared by its whole id.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from riverrun.kernel.identifiers import TransferId

SEGMENT = 10_000
MARK_BYTES = 8


@lru_cache(maxsize=256)
def mark_of(transfer: TransferId) -> int:
    """An id's mark, asked for twice: when it is looked for, and once the transfer is made.

    Two of a million ids share one once in ten million ledgers.
    """
    return int.from_bytes(blake2b(transfer.encode(), digest_size=MARK_BYTES).digest(), "big")


class Segment:
    """Sealed marks in their order, and the version of each."""

    def __init__(self, marks: "array[int]", versions: "array[int]") -> None:
        self._marks = marks
        self._versions = versions

    @classmethod
    def of(cls, found: Iterable[tuple[int, int]]) -> "Segment":
        """From marks and versions in any order."""
        pairs = sorted(found)
        return cls(array("Q", [mark for mark, _ in pairs]), array("Q", [version for _, version in pairs]))

    @classmethod
    def read(cls, data: bytes) -> "Segment":
        """From what `bytes` gave. Raises `ValueError` for anything else."""
        half, odd = divmod(len(data), 2)
        if odd or half % MARK_BYTES:
            raise ValueError("not a segment")
        return cls(_numbers(data[:half]), _numbers(data[half:]))

    def __bytes__(self) -> bytes:
        return _bytes(self._marks) + _bytes(self._versions)

    def find(self, mark: int) -> int | None:
        """The version of a mark."""
        i = bisect_left(self._marks, mark)
        if i < len(self._marks) and self._marks[i] == mark:
            return self._versions[i]
        return None


class TransferIndex:
    """Marks of all transfers of one ledger; `sealed` are the last versions of its segments."""

    def __init__(self, recent: bytes = b"", sealed: Iterable[int] = ()) -> None:
        numbers = _numbers(recent)
        self._recent = dict(zip(numbers[::2], numbers[1::2], strict=True))
        self.sealed = list(sealed)
        self.segments: list[Segment] | None = None if self.sealed else []

    def add(self, transfer: TransferId, version: int) -> None:
        """A transfer was made."""
        self._recent[mark_of(transfer)] = version

    def find(self, transfer: TransferId) -> int | None:
        """Where to look for a transfer. Its segments must have been brought before."""
        assert self.segments is not None, "segments are not brought yet"
        mark = mark_of(transfer)
        version = self._recent.get(mark)
        if version is not None:
            return version
        found = (segment.find(mark) for segment in reversed(self.segments))
        return next((version for version in found if version is not None), None)

    @property
    def full(self) -> bool:
        """Whether it is time to seal."""
        return len(self._recent) >= SEGMENT

    def seal(self, version: int) -> Segment:
        """Make a segment of what is recent; `version` is the ledger's."""
        assert self.segments is not None, "segments are not brought yet"
        segment = Segment.of(self._recent.items())
        self.segments.append(segment)
        self.sealed.append(version)
        self._recent = {}
        return segment

    def recent(self) -> bytes:
        """What is not sealed yet."""
        return _bytes(array("Q", [number for pair in self._recent.items() for number in pair]))


def _numbers(data: bytes) -> "array[int]":
    numbers = array("Q")
    numbers.frombytes(data)
    return numbers


def _bytes(numbers: "array[int]") -> bytes:
    return numbers.tobytes()
