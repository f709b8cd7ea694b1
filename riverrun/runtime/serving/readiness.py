"""Whether a process should be given work."""


class Readiness:
    """Ready when nothing is waited for; a process begins by waiting for its own start."""

    def __init__(self) -> None:
        self._missing = {"start"}

    @property
    def ready(self) -> bool:
        return not self._missing

    @property
    def missing(self) -> tuple[str, ...]:
        """What is waited for, by name."""
        return tuple(sorted(self._missing))

    def wait_for(self, name: str) -> None:
        """Not ready until `has(name)`: something this process needs is away, or it drains."""
        self._missing.add(name)

    def has(self, name: str) -> None:
        self._missing.discard(name)
