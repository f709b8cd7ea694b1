"""Reading an account backwards, entry by entry, and only what is new since the last time."""

from collections.abc import Callable
from typing import Any

from services.club.bouncer.accounts_read import REACH_MS, AccountsRead
from services.club.ledger.accounts import MINT, Account, at_table, member, pending
from services.club.ledger.books import Books, apply
from services.club.ledger.ledger_events import ChipsMoved, Reason
from services.club.ledger.moving import Move, move

ANN = member("ann")
NOW_MS = 1_794_398_400_000


class OneLedger:
    """Stands for a club's ledger, for all ledgers, and for the directory; counts what is read."""

    def __init__(self) -> None:
        self.books = Books("c1", "play", 0, 1)
        self.events: dict[int, ChipsMoved] = {}
        self.read_entries = 0
        self.at_entry: dict[int, Callable[[], object]] = {}

    def moved(self, source: Account, target: Account, amount: int, reason: Reason, at_ms: int) -> None:
        wanted = Move(f"t{self.books.version}", source, target, amount, reason, "table")
        event = move(self.books, wanted, None, at_ms)
        assert event is not None
        apply(self.books, event)
        self.events[self.books.version] = event

    def of(self, _club: str) -> "OneLedger":
        return self

    def clubs_ever_of(self, _player: str) -> list[str]:
        return ["c1"]

    def read(self, look: Callable[[Books], Any]) -> Any:
        return look(self.books)

    def entry(self, version: int) -> ChipsMoved:
        self.read_entries += 1
        self.at_entry.pop(self.read_entries, lambda: None)()
        return self.events[version]


def test_chips_brought_and_taken_home_are_told_the_oldest_first_and_read_once() -> None:
    house: Any = OneLedger()
    accounts = AccountsRead(house, house, lambda: NOW_MS)
    house.moved(MINT, ANN, 5_000, "grant", NOW_MS)
    house.moved(ANN, pending("s0-a"), 500, "buy_in", NOW_MS)
    house.moved(pending("s0-a"), at_table("s0-a"), 500, "seated", NOW_MS)

    def told() -> list[tuple[str, int, bool]]:
        return [(one.table, one.amount, one.ends) for one in accounts.brought("ann")["play"]]

    assert told() == [("s0-a", 500, False)]
    house.moved(at_table("s0-a"), ANN, 300, "cash_out", NOW_MS)
    read = house.read_entries
    assert told() == [("s0-a", 500, False), ("s0-a", -300, True)]
    assert told() == [("s0-a", 500, False), ("s0-a", -300, True)]
    assert house.read_entries == read + 1


def test_what_is_older_than_any_limit_reaches_is_left_out() -> None:
    house: Any = OneLedger()
    house.moved(MINT, ANN, 5_000, "grant", NOW_MS - 2 * REACH_MS)
    house.moved(ANN, pending("s0-a"), 500, "buy_in", NOW_MS - REACH_MS - 1)
    house.moved(ANN, pending("s0-b"), 400, "buy_in", NOW_MS - REACH_MS)

    found = AccountsRead(house, house, lambda: NOW_MS).brought("ann")

    assert [one.table for one in found["play"]] == ["s0-b"]


def test_chips_count_once_though_two_threads_read_the_account_at_the_same_time() -> None:
    house: Any = OneLedger()
    accounts = AccountsRead(house, house, lambda: NOW_MS)
    house.moved(MINT, ANN, 5_000, "grant", NOW_MS)
    for table in ("s0-a", "s0-b", "s0-c"):
        house.moved(ANN, pending(table), 500, "buy_in", NOW_MS)
    told_meanwhile: list[list[str]] = []

    def tables() -> list[str]:
        return [one.table for one in accounts.brought("ann")["play"]]

    # The door reads it all while the round that looks at everybody has only the newest entry in hand.
    house.at_entry[1] = lambda: told_meanwhile.append(tables())

    assert tables() == ["s0-a", "s0-b", "s0-c"]
    assert told_meanwhile == [["s0-a", "s0-b", "s0-c"]]
    assert tables() == ["s0-a", "s0-b", "s0-c"]


def test_what_was_read_by_a_thread_that_looked_earlier_is_no_step_back() -> None:
    house: Any = OneLedger()
    accounts = AccountsRead(house, house, lambda: NOW_MS)
    house.moved(MINT, ANN, 5_000, "grant", NOW_MS)
    house.moved(ANN, pending("s0-a"), 500, "buy_in", NOW_MS)

    def another_buy_in_is_paid_and_read() -> None:
        house.moved(ANN, pending("s0-b"), 500, "buy_in", NOW_MS)
        assert [one.table for one in accounts.brought("ann")["play"]] == ["s0-a", "s0-b"]

    house.at_entry[1] = another_buy_in_is_paid_and_read

    assert [one.table for one in accounts.brought("ann")["play"]] == ["s0-a"]
    assert [one.table for one in accounts.brought("ann")["play"]] == ["s0-a", "s0-b"]
