"""A book, and processes that share its slots; none of them may crash."""

from collections.abc import Callable, Iterator

import pytest

from tests.support.clock import FakeClock
from tests.unit.ownership.fake_book import FakeBook
from tests.unit.ownership.fake_process import FakeProcess


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def book(clock: FakeClock) -> FakeBook:
    return FakeBook(clock)


@pytest.fixture
def start(book: FakeBook) -> Iterator[Callable[[str], FakeProcess]]:
    processes = []

    def begin(name: str) -> FakeProcess:
        processes.append(FakeProcess(name, book))
        return processes[-1]

    yield begin
    for process in processes:
        assert process.crashed() == []
        process.kill()
