"""Whether a process should be given work, what it suffers from while it does it, and how it does it."""

from collections.abc import Mapping
from types import MappingProxyType


class Readiness:
    """Ready when nothing is waited for; a process begins by waiting for its own start."""

    def __init__(self) -> None:
        self._missing = {"start"}
        self._troubles: set[str] = set()
        self._about: dict[str, str] = {}

    @property
    def ready(self) -> bool:
        return not self._missing

    @property
    def missing(self) -> tuple[str, ...]:
        """What is waited for, by name."""
        return tuple(sorted(self._missing))

    @property
    def troubles(self) -> tuple[str, ...]:
        """What does not go on though the process may be given work: somebody should look."""
        return tuple(sorted(self._troubles))

    @property
    def about(self) -> Mapping[str, str]:
        """What else somebody should know who looks at its health."""
        return MappingProxyType(self._about)

    def wait_for(self, name: str) -> None:
        """Not ready until `has(name)`: something this process needs is away, or it drains."""
        self._missing.add(name)

    def has(self, name: str) -> None:
        self._missing.discard(name)

    def suffers(self, name: str) -> None:
        """Ready all the same, until `is_well(name)`: but something fails again and again."""
        self._troubles.add(name)

    def is_well(self, name: str) -> None:
        self._troubles.discard(name)

    def tell(self, name: str, value: str) -> None:
        """Say by which of several ways it works, from now on."""
        self._about[name] = value
