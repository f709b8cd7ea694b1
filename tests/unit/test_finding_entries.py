"""An entry is found in few looks, whatever else stands in the stream and however events were packed."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from random import Random

import pytest
from eventsourcing.persistence import StoredEvent

from riverrun.runtime.eventstore.aggregates.entry import Placed, entry_of_all
from riverrun.runtime.eventstore.aggregates.finding import first_after


class Stream:
    """An aggregate's entries, each of some events, with others' messages between them; counts looks."""

    def __init__(self, sizes: list[int], gap: Callable[[], int]) -> None:
        self.entries: list[Placed] = []
        self.looks = 0
        seq = version = 0
        for size in sizes:
            seq += 1 + gap()
            events = [StoredEvent("club", version + i, "t", b"") for i in range(1, size + 1)]
            version += size
            self.entries.append(Placed(seq, entry_of_all(events, "save")))

    async def next_from(self, seq: int) -> Placed | None:
        self.looks += 1
        at = bisect_left(self.entries, seq, key=lambda one: one.seq)
        return self.entries[at] if at < len(self.entries) else None

    async def place_after(self, version: int) -> int:
        self.looks = 0
        return (await first_after(self.next_from, version, self.entries[-1])).seq

    def expected(self, version: int) -> int:
        return self.entries[bisect_right(self.entries, version, key=lambda one: one.entry.version)].seq


@pytest.mark.parametrize("seed", range(30))
async def test_every_version_is_found_where_it_stands(seed: int) -> None:
    chance = Random(seed)
    most = chance.choice((1, 1, 7, 90))
    stream = Stream(
        [chance.randint(1, most) for _ in range(chance.randint(1, 40))],
        lambda: chance.choice((0, 0, 0, 5, 60)),
    )
    newest = stream.entries[-1].entry.version
    for version in chance.sample(range(newest), min(newest, 60)):
        assert await stream.place_after(version) == stream.expected(version)
        assert stream.looks <= 2 * 13 + 2


async def test_one_that_nobody_else_wrote_between_is_found_at_once() -> None:
    stream = Stream([1] * 500, lambda: 0)
    assert await stream.place_after(123) == 124
    assert stream.looks == 1


async def test_the_newest_is_known_without_a_look() -> None:
    stream = Stream([3, 4, 5], lambda: 2)
    assert await stream.place_after(9) == stream.entries[-1].seq
    assert stream.looks == 0


async def test_among_packed_ones_a_few_looks_do() -> None:
    chance = Random(1)
    stream = Stream([chance.randint(10, 32) for _ in range(2_000)], lambda: chance.randint(0, 1))
    looks = []
    for _ in range(50):
        version = chance.randrange(stream.entries[-1].entry.version)
        assert await stream.place_after(version) == stream.expected(version)
        looks.append(stream.looks)
    assert sum(looks) / len(looks) < 8
