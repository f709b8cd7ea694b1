"""A clock that is wrong by as much as a test wants: how a machine looks whose clock was set."""

from riverrun.runtime.clock import SteadyClock


class WrongClock(SteadyClock):
    """Steady, and off by so many milliseconds."""

    def __init__(self, off_ms: int) -> None:
        super().__init__()
        self._off_ms = off_ms

    def now_ms(self) -> int:
        """Wall time as this clock has it."""
        return super().now_ms() + self._off_ms
