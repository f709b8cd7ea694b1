"""Finding the entry behind a version of an aggregate, in a stream that others write too."""

from collections.abc import Awaitable, Callable

from riverrun.runtime.eventstore.aggregates.entry import Placed

NextFrom = Callable[[int], Awaitable[Placed | None]]
"""The aggregate's first entry at or after a place."""


async def first_after(next_from: NextFrom, version: int, tail: Placed) -> Placed:
    """The first entry with a version above another; `tail`, the newest, has one.

    Places are guessed as if all entries held as many events and stood as far apart: where several are packed
    into one, that takes a few looks for a million. Every other look halves what is left: nothing takes more
    than twice as many as halving alone.
    """
    if _begins(tail) <= version + 1:
        return tail
    # Between them it stands: what is at `high` or later begins above it.
    low, high, least, most = 1, tail.seq, 0, _begins(tail)
    # Right at once where nobody else wrote and nothing is packed.
    middle = tail.seq - (tail.entry.version - version) + 1
    halves = False
    while low < high:
        if not low <= middle < high:
            middle = max(low, low + (high - low) * (version - least) // (most - least))
        found = await next_from(middle)
        assert found is not None, f"an entry stands at {tail.seq}"
        if found.entry.version <= version:
            low, least = found.seq + 1, found.entry.version
        elif _begins(found) <= version + 1:
            return found
        else:
            high, most = middle, _begins(found)
        middle = (low + high) // 2 if halves else -1
        halves = not halves
    found = await next_from(low)
    assert found is not None, f"an entry stands at {tail.seq}"
    return found


def _begins(one: Placed) -> int:
    """The version of its first event."""
    return one.entry.events()[0].originator_version
