"""Facts that are asked again and again: what was asked later counts, whichever answer comes first."""

from collections.abc import Iterator
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Newest(Generic[K, V]):
    """One value a key, with when it was asked for."""

    def __init__(self) -> None:
        self._known: dict[K, tuple[float, V]] = {}

    def get(self, key: K, otherwise: V) -> V:
        """As far as it is known."""
        found = self._known.get(key)
        return otherwise if found is None else found[1]

    def __contains__(self, key: K) -> bool:
        return key in self._known

    def __iter__(self) -> Iterator[K]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def put(self, key: K, value: V, asked_s: float) -> bool:
        """Whether the answer to what was asked then is news."""
        before = self._known.get(key)
        if before is not None and before[0] > asked_s:
            return False
        self._known[key] = (asked_s, value)
        return before is None or before[1] != value

    def forget(self, key: K) -> None:
        """It matters no more."""
        self._known.pop(key, None)

    def clear(self) -> None:
        """Forget all."""
        self._known.clear()
