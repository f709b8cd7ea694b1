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

    def held(self, entries: dict[str, Lease]) -> dict[str, Lease]:
        """The same entries; one that nobody has renewed for too long is nobody's, as if given back."""
        seen = {}
        for key, entry in entries.items():
            seq, reads = self._seen.get(key, (entry.seq, 0))
            seen[key] = entry.seq, reads + 1 if seq == entry.seq else 1
        self._seen = seen
        return {
            key: entry if seen[key][1] <= UNRENEWED_READS else Lease("", entry.seq)
            for key, entry in entries.items()
        }
