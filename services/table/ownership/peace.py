"""When a free lease that was another's may be taken: not as long as all of us may have been cut off."""

from services.table.ownership.tenure import LEASE_S

UNBROKEN_S = LEASE_S + 1.0
LONGEST_GAP_S = 1.5
AFTER_OUTAGE_S = 8.0
"""Servers that start come back one after the other, and so do those who asked them."""


class Peace:
    """Times are steady seconds.

    After an outage of the log every lease has run out, and the holders, still warm, shall be first. So a
    foreign lease is taken only by a process that was answered all it asked for longer than a lease lives, and
    that was not asleep itself meanwhile: a pause of the whole machine ends all leases as well. Until every
    lease was seen held again after an outage that ended them, it waits longer.
    """

    def __init__(self) -> None:
        self._since: float | None = None
        self._last: float | None = None
        self._answered: float | None = None
        self._needed_s = UNBROKEN_S

    def round_begins(self, began_s: float) -> None:
        """Something is about to be asked."""
        if self._last is not None and began_s - self._last > LONGEST_GAP_S:
            self._since = None
        self._last = began_s

    def answered(self, began_s: float) -> None:
        """All that the round asked was answered."""
        if self._since is None:
            self._since = began_s
        self._answered = began_s

    def broken(self) -> bool:
        """Something was not answered. Returns whether all was well before."""
        was_whole = self._since is not None
        self._since = None
        if self._answered is not None and self._last is not None and self._last - self._answered >= LEASE_S:
            self._needed_s = AFTER_OUTAGE_S
        return was_whole

    def all_are_back(self) -> None:
        """Every lease is held."""
        self._needed_s = UNBROKEN_S

    def unbroken(self, now_s: float) -> bool:
        """Whether everything was answered for long enough."""
        return self._since is not None and now_s - self._since >= self._needed_s
