"""A ledger in a real log: two processes write it, it starts from a snapshot, and nothing is made twice."""

import asyncio
import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent

from riverrun.runtime.eventstore.aggregates import writing
from riverrun.runtime.nats.users import CLUB
from services.club.ledger import bookkeeper, refusals, transfer_index
from services.club.ledger.accounts import MINT, member
from services.club.ledger.application import LedgerApplication, environment
from services.club.ledger.asked import LedgerAway
from services.club.ledger.ledgers import Ledgers
from services.club.ledger.moving import Move
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S


class Houses:
    """As many processes' ledgers as a test asks for, on one log."""

    def __init__(self, servers: NatsServers) -> None:
        self._servers = servers
        self._open: list[LedgerApplication] = []
        self.club = f"c-{secrets.token_hex(4)}"

    def another(self) -> Ledgers:
        password = self._servers.passwords[CLUB.password_variable]
        application = LedgerApplication(environment(CLUB, password, self._servers.urls))
        self._open.append(application)
        return Ledgers(application)

    def opened(self) -> Ledgers:
        ledgers = self.another()
        ledgers.open(self.club, "play", 1)
        return ledgers

    def application(self) -> LedgerApplication:
        return self._open[-1]

    def close(self) -> None:
        for application in self._open:
            application.close()


@pytest.fixture
def houses(servers: NatsServers) -> Iterator[Houses]:
    made = Houses(servers)
    yield made
    made.close()


@pytest.fixture
def one_house(one_server: NatsServers) -> Iterator[Houses]:
    made = Houses(one_server)
    yield made
    made.close()


def grant(transfer: str, player: str = "ann", amount: int = 5) -> Move:
    return Move(transfer, MINT, member(player), amount, "grant", "own", "welcome")


def grant_back(transfer: str, amount: int) -> Move:
    return Move(transfer, member("ann"), MINT, amount, "take_back", "own", "enough")


def test_a_ledger_is_opened_once_and_known_to_all(houses: Houses) -> None:
    ledgers = houses.opened()
    ledgers.open(houses.club, "play", 2)
    with pytest.raises(refusals.LedgerExists):
        ledgers.open(houses.club, "real", 2)
    done = ledgers.move(houses.club, grant("g1"), 3)
    again = houses.another().move(houses.club, grant("g1"), 4)
    assert (done.version, done.repeated) == (2, False)
    assert (again.version, again.repeated) == (2, True)
    assert again.moved == done.moved
    with pytest.raises(refusals.UnknownLedger):
        ledgers.move("c-nowhere", grant("g1"), 3)


def test_two_processes_share_a_ledger_and_make_each_transfer_once(houses: Houses) -> None:
    both = [houses.opened(), houses.another()]
    failed: list[BaseException] = []

    def work(ledgers: Ledgers) -> None:
        try:
            for i in range(25):
                ledgers.move(houses.club, grant(f"g{i}"), i)
        except BaseException as error:  # noqa: BLE001  told below
            failed.append(error)

    threads = [threading.Thread(target=work, args=(ledgers,)) for ledgers in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_S)
    assert failed == []
    fresh = houses.another().of(houses.club)
    assert fresh.read(lambda books: (books.balance(member("ann")), books.total())) == (125, 0)
    assert fresh.read(lambda books: books.version) == 26


def test_what_one_process_wrote_the_other_knows_before_it_refuses_and_both_write_on(houses: Houses) -> None:
    first, second = houses.opened(), houses.another()
    for i in range(3):
        # Each has looked at the books, and each writes behind the other.
        for writer, reader in ((first, second), (second, first)):
            held = reader.of(houses.club).read(lambda books: books.balance(member("ann")))
            writer.move(houses.club, grant(f"g{i}.{held}", amount=5), i)
            assert reader.of(houses.club).read(lambda books: books.balance(member("ann"))) == held + 5
            paid = Move(f"b{i}.{held}", member("ann"), member("bob"), held + 5, "agent_paid", "own")
            back = Move(f"r{i}.{held}", member("bob"), member("ann"), held + 5, "agent_paid", "own")
            assert not writer.move(houses.club, paid, i).repeated
            assert reader.move(houses.club, paid, i).repeated
            with pytest.raises(refusals.NotEnoughChips):
                reader.move(houses.club, grant_back("x", 1), i)
            assert not reader.move(houses.club, back, i).repeated


def test_it_starts_from_its_snapshot_and_still_knows_every_transfer(
    one_house: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookkeeper, "SNAPSHOT_EVERY", 10)
    monkeypatch.setattr(transfer_index, "SEGMENT", 20)
    ledgers = one_house.opened()
    for i in range(75):
        ledgers.move(one_house.club, grant(f"g{i}", f"p{i % 3}"), i)

    fresh = one_house.another()
    state = one_house.application().ledger(one_house.club)
    assert len(state.index.sealed) == 3
    assert state.books.balance(member("p0")) == 125
    for i in (0, 19, 20, 60, 74):
        assert fresh.move(one_house.club, grant(f"g{i}", f"p{i % 3}"), 99).repeated
    assert not fresh.move(one_house.club, grant("g75", "p0"), 99).repeated


def test_a_balance_after_a_start_reads_what_is_behind_the_snapshot_and_not_the_log(
    one_house: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledgers, entries, asking = one_house.opened(), 3_200, 16

    def work(first: int) -> None:
        for i in range(first, entries, asking):
            ledgers.move(one_house.club, grant(f"g{i}"), i)

    with ThreadPoolExecutor(asking) as pool:
        list(pool.map(work, range(asking)))

    fresh = one_house.another()
    read = Counter[str]()
    mapper = one_house.application().mapper
    opened = mapper.to_domain_event

    def counted(stored: StoredEvent) -> Any:
        read[stored.topic] += 1
        return opened(stored)

    monkeypatch.setattr(mapper, "to_domain_event", counted)
    balance = fresh.of(one_house.club).read(lambda books: books.balance(member("ann")))

    assert balance == entries * 5
    assert read.pop("ledger.shelved") == 1
    assert read.total() <= bookkeeper.SNAPSHOT_EVERY


def test_two_processes_that_seal_at_the_same_time_lose_no_transfer(
    one_house: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookkeeper, "SNAPSHOT_EVERY", 4)
    monkeypatch.setattr(transfer_index, "SEGMENT", 10)
    both = [one_house.opened(), one_house.another()]
    for i in range(60):
        both[i % 3 % 2].move(one_house.club, grant(f"g{i}"), i)
    everybody = [*both, one_house.another()]
    assert len(one_house.application().ledger(one_house.club).index.sealed) > 1
    for i in range(0, 60, 7):
        assert all(ledgers.move(one_house.club, grant(f"g{i}"), 99).repeated for ledgers in everybody)


def test_a_lost_segment_is_made_again_from_the_log(
    one_house: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookkeeper, "SNAPSHOT_EVERY", 10)
    monkeypatch.setattr(transfer_index, "SEGMENT", 10)
    ledgers = one_house.opened()
    for i in range(35):
        ledgers.move(one_house.club, grant(f"g{i}"), i)
    fresh = one_house.another()
    monkeypatch.setattr(one_house.application().segments, "get", lambda _club, _after, _up_to: None)
    assert all(fresh.move(one_house.club, grant(f"g{i}"), 99).repeated for i in (0, 9, 10, 25, 34))


@pytest.mark.parametrize("shelf", [b"\xc1", msgspec.msgpack.encode([99, ["c", "play", 1], b"", []])])
def test_a_snapshot_of_another_release_is_passed_over(one_house: Houses, shelf: bytes) -> None:
    ledgers = one_house.opened()
    for i in range(5):
        ledgers.move(one_house.club, grant(f"g{i}"), i)
    shelves = one_house.application().factory.aggregate_recorder("snapshots")
    shelves.insert_events([StoredEvent(one_house.club, 3, "ledger.shelved", shelf)])
    fresh = one_house.another()
    assert fresh.of(one_house.club).read(lambda books: books.balance(member("ann"))) == 25
    assert fresh.move(one_house.club, grant("g1"), 9).repeated


def test_a_log_that_is_away_leaves_a_transfer_open_and_its_id_settles_it(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "SETTLES_WITHIN_S", 1.5)
    servers = NatsServers(tmp_path_factory.mktemp("nats"), 1)
    houses = Houses(servers)
    try:
        servers.start()
        asyncio.run(servers.found())
        ledgers = houses.opened()
        ledgers.move(houses.club, grant("g1"), 3)
        servers.servers[0].kill()
        with pytest.raises(LedgerAway):
            ledgers.move(houses.club, grant("g2"), 4)
        servers.servers[0].start()
        servers.servers[0].wait_until_ready()
        deadline = time.monotonic() + LONG_S
        while True:
            try:
                ledgers.move(houses.club, grant("g2"), 5)
                break
            except LedgerAway:
                assert time.monotonic() < deadline
        assert ledgers.of(houses.club).read(lambda books: books.balance(member("ann"))) == 10
    finally:
        houses.close()
        servers.stop()
