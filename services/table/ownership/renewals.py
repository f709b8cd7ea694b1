"""Which entries of the book are renewed, and which only stand there.

nats-server brings entries back that had long run out, when it is killed some time after an orderly stop, and
never removes them again (2.15). So an entry counts as held only as long as somebody is seen renewing it.
"""

from riverrun.runtime.nats.lease_book import Lease

UNRENEWED_READS = 8
"""In 0.4 s rounds longer than a lease lives; counted in reads, for in an outage nobody can renew."""


class Renewals:
    """Told what was read, round by round."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, int]] = {}
        self._highest = 0

    def held(self, entries: dict[str, Lease]) -> dict[str, Lease]:
        """The same entries; one that nobody renews is nobody's, as if given back."""
        self._seen = {key: (entry.seq, self._reads(key, entry)) for key, entry in entries.items()}
        self._highest = max([self._highest, *(entry.seq for entry in entries.values())])
        return {
            key: entry if self._seen[key][1] <= UNRENEWED_READS else Lease("", entry.seq)
            for key, entry in entries.items()
        }

    def _reads(self, key: str, entry: Lease) -> int:
        """How often the entry was read as it is."""
        seen = self._seen.get(key)
        if seen is None:
            # Not there in the last round, and yet older than what was: brought back from the dead.
            return 1 if entry.seq > self._highest else UNRENEWED_READS + 1
        seq, reads = seen
        return reads + 1 if seq == entry.seq else 1
