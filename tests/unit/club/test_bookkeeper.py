"""A ledger's books in the loop thread: faults stay with whoever asked, and nobody waits for ever."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from riverrun.runtime.eventstore.loop_thread import LoopThread
from services.club.ledger.accounts import MINT, member
from services.club.ledger.asked import Asked, Decide, LedgerAway
from services.club.ledger.bookkeeper import Bookkeeper
from services.club.ledger.moving import Move, decided
from tests.support.patience import PATIENCE
from tests.support.shared_log import SharedLog

CLUB = "c1"


class CountedLog(SharedLog):
    """Counts saves; while it is `stuck` none ends."""

    def __init__(self) -> None:
        super().__init__()
        self.saves: list[int] = []
        self.stuck = False
        self.asked_to_save = threading.Event()

    async def record(self, club: str, version: int, events: list[Any]) -> None:
        self.asked_to_save.set()
        if self.stuck:
            await asyncio.Event().wait()
        self.saves.append(len(events))
        await super().record(club, version, events)


@pytest.fixture
def log() -> Iterator[CountedLog]:
    made = CountedLog()
    made.process().open(CLUB, "play", 0)
    yield made
    made.loop.stop()


def grant(number: int) -> Decide:
    asked = Move(f"g{number}", MINT, member("ann"), 5, "grant", "own", "welcome")
    return lambda books, earlier: decided(asked, 0, books, earlier)


def broken(_books: object, _earlier: object) -> NoReturn:
    raise ZeroDivisionError


def ask_together(log: CountedLog, *decisions: Decide) -> list[Asked]:
    """All before the loop turns to the first."""
    bookkeeper: Any = Bookkeeper(CLUB, log)  # type: ignore[arg-type]
    wanted = [Asked(decide, None) for decide in decisions]
    log.loop.soon(lambda: [bookkeeper.ask(asked) for asked in wanted])  # type: ignore[arg-type]
    return wanted


def test_what_is_asked_together_is_recorded_together(log: CountedLog) -> None:
    wanted = ask_together(log, *[grant(number) for number in range(30)])
    assert [asked.answer().version for asked in wanted] == list(range(2, 32))
    assert log.saves == [1, 30]


def test_a_fault_in_one_decision_is_raised_to_whoever_asked_for_it_alone(log: CountedLog) -> None:
    first, fault, last = ask_together(log, grant(1), broken, grant(2))
    with pytest.raises(ZeroDivisionError):
        fault.answer()
    assert (first.answer().version, last.answer().version) == (2, 3)


def test_who_waits_when_all_is_closed_is_told_that_the_log_is_away(log: CountedLog) -> None:
    log.asked_to_save.clear()
    log.stuck = True
    first, second = ask_together(log, grant(1), grant(2))
    assert log.asked_to_save.wait(PATIENCE)
    log.loop.stop()
    for asked in (first, second):
        with pytest.raises(LedgerAway):
            asked.answer()
    log.loop = LoopThread()  # for the fixture to end
