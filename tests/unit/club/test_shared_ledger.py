"""A ledger that two processes write: what one paid the other knows before it refuses or passes over."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from riverrun.contracts.table_events import BuyInConfirmed, BuyInRefused, PlayerStoodUp
from riverrun.kernel.chips import MAX_CHIPS
from services.club.clubs.refusals import BannedFromClub
from services.club.counter.paying import BuyIn
from services.club.ledger import adjusting, moving, refusals
from services.club.ledger.accounts import INSURANCE, at_table, member, pending
from services.club.ledger.asked import LedgerAway
from services.club.ledger.exposure import HoldAsked, ReleaseAsked, hold
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.ledger_events import ExposureReleased
from services.club.ledger.ledgers import Ledgers
from services.club.ledger.moving import Move
from services.club.tables.followed_table import FollowedTable
from services.club.tables.following import TableFollower
from services.club.tables.money import TableMoney
from tests.support.shared_log import SharedLog

CLUB, TABLE = "c1", "s0-rhine"
BUY_IN = moving.buy_in("s0-rhine.b1", "ann", TABLE, 500)


class Replicas:
    """A and B on one log; B has looked at the books when they were empty."""

    def __init__(self) -> None:
        self.log = SharedLog()
        self.a, self.b = self.log.process(), self.log.process()
        self.a.open(CLUB, "play", 0)
        assert self.balance(self.b, member("ann")) == 0

    def granted(self, amount: int, transfer: str = "g1") -> None:
        books = self.log.ledger(CLUB).books
        self.a.move(CLUB, moving.grant(books, transfer, "ann", amount, "own", "welcome"), 0)

    def balance(self, ledgers: Ledgers, account: str) -> int:
        return ledgers.of(CLUB).read(lambda books: books.balance(account))

    def follow_on_b(self, *events: Any) -> None:
        follower = object.__new__(TableFollower)
        follower._ledgers, follower._now_ms = self.b, lambda: 0
        table, money = FollowedTable(TABLE, CLUB), TableMoney(TABLE)
        for version, event in enumerate(events, 1):
            moved = money.take(version, event)
            assert moved is not None
            follower._move(table, moved)

    def pay_on_b(self, amount: int, within_s: float = 60, *, banned: bool = False) -> Any:
        """A buy-in at an open house, asked of B."""
        club = SimpleNamespace(
            id=CLUB,
            owner="own",
            tables={TABLE: None},
            limits=SimpleNamespace(open_house=True),
            members={} if banned else {"ann": SimpleNamespace(player="ann")},
            banned={"ann": "Ann"} if banned else {},
        )
        desk: Any = SimpleNamespace(
            clubs=SimpleNamespace(show=lambda _club: club, welcome=lambda *_: club),
            belonging=SimpleNamespace(require_room_to_join=lambda _player: None),
            ledgers=self.b,
            ledger=lambda _club: self.b.of(CLUB),
            clock=SimpleNamespace(now_ms=lambda: 0),
        )
        return BuyIn(CLUB, TABLE, BUY_IN.transfer, "ann", amount).pay(desk, within_s)

    def hold(
        self, ledgers: Ledgers, table: str, covers: int, limit: int = 1_000, board: int = 3
    ) -> int | None:
        """How much a table may sell in its first hand; None: without a limit (0)."""
        asked = HoldAsked(table, 1, board, limit, 0, covers)
        granted: int | None = 0

        def decide(books: Any, _earlier: Any) -> list[Any]:
            nonlocal granted
            granted, events = hold(asked, books.balance(INSURANCE), books.exposures, 0)
            return list(events)

        ledgers.of(CLUB).decide(decide)
        return granted

    def audited(self) -> None:
        audit = LedgerAudit()
        for version, event in enumerate(self.log.events, 1):
            assert audit.follow(version, event) is None


@pytest.fixture
def replicas() -> Iterator[Replicas]:
    made = Replicas()
    yield made
    made.log.loop.stop()


def test_what_one_process_was_granted_the_other_reads_at_once(replicas: Replicas) -> None:
    replicas.granted(1_000)
    assert replicas.balance(replicas.b, member("ann")) == 1_000


def test_a_process_spends_what_another_granted(replicas: Replicas) -> None:
    replicas.granted(500)
    assert not replicas.b.move(CLUB, BUY_IN, 0).repeated
    assert replicas.balance(replicas.a, pending(TABLE)) == 500


def test_a_buy_in_paid_by_one_process_and_resent_to_the_other_is_repeated(replicas: Replicas) -> None:
    replicas.granted(500)
    paid = replicas.a.move(CLUB, BUY_IN, 0)
    again = replicas.b.move(CLUB, BUY_IN, 0)
    assert again.repeated
    assert again.moved == paid.moved
    assert replicas.b.of(CLUB).transfer(BUY_IN.transfer) == paid.moved


def test_what_is_not_in_the_log_is_refused_still(replicas: Replicas) -> None:
    replicas.granted(499)
    with pytest.raises(refusals.NotEnoughChips) as refused:
        replicas.b.move(CLUB, BUY_IN, 0)
    assert refused.value.details["balance"] == 499
    assert replicas.b.of(CLUB).transfer(BUY_IN.transfer) is None


def test_a_correction_that_one_proposed_the_other_may_have_approved_elsewhere(replicas: Replicas) -> None:
    def propose(books: Any, earlier: Any) -> list[Any]:
        wanted = adjusting.propose(books, "adj.1", "mint", member("ann"), 5, "own", "lost at sea", earlier, 0)
        return [] if wanted is None else [wanted]

    replicas.a.of(CLUB).decide(propose, "adj.1")
    done = replicas.b.of(CLUB).decide(
        lambda books, earlier: [adjusting.approve(books, "adj.1", "eve", earlier, 0)], "adj.1"
    )
    assert done.moved is not None
    assert replicas.balance(replicas.a, member("ann")) == 5


def test_a_follower_brings_home_the_stack_that_another_process_was_paid_for(replicas: Replicas) -> None:
    replicas.granted(500)
    replicas.a.move(CLUB, BUY_IN, 0)
    replicas.follow_on_b(BuyInConfirmed(BUY_IN.transfer, 1, 500), PlayerStoodUp(1, "ann", "s0-rhine.u1", 500))
    books = replicas.log.ledger(CLUB).books
    assert [books.balance(one) for one in (member("ann"), pending(TABLE), at_table(TABLE))] == [500, 0, 0]
    replicas.audited()


def test_a_follower_gives_back_what_another_process_was_paid_for_a_refused_buy_in(replicas: Replicas) -> None:
    replicas.granted(500)
    replicas.a.move(CLUB, BUY_IN, 0)
    replicas.follow_on_b(BuyInRefused(BUY_IN.transfer, 1, "seat_taken"))
    assert replicas.balance(replicas.a, member("ann")) == 500
    assert replicas.balance(replicas.a, pending(TABLE)) == 0


def test_a_stack_larger_than_any_buy_in_goes_home_but_nobody_may_wish_for_so_much(replicas: Replicas) -> None:
    for i in range(2):
        replicas.granted(MAX_CHIPS, f"g{i}")
        transfer = f"s0-rhine.b{i}"
        replicas.a.move(CLUB, moving.buy_in(transfer, "ann", TABLE, MAX_CHIPS), 0)
        replicas.follow_on_b(BuyInConfirmed(transfer, 1, MAX_CHIPS))
    replicas.follow_on_b(PlayerStoodUp(1, "ann", "s0-rhine.u1", 2 * MAX_CHIPS))
    assert replicas.balance(replicas.a, member("ann")) == 2 * MAX_CHIPS
    with pytest.raises(refusals.AmountTooLarge):
        replicas.a.move(CLUB, moving.buy_in("s0-rhine.b9", "ann", TABLE, MAX_CHIPS + 1), 0)
    replicas.audited()


def test_an_open_house_gives_what_is_lacking_and_takes_the_buy_in_together(replicas: Replicas) -> None:
    replicas.granted(200)
    told = replicas.pay_on_b(500)
    grant, buy_in = replicas.log.events[-2:]
    assert (grant.reason, grant.amount, buy_in.reason, buy_in.amount) == ("grant", 300, "buy_in", 500)
    assert replicas.pay_on_b(500) == told
    assert replicas.balance(replicas.a, member("ann")) == 0
    replicas.audited()


def test_who_is_banned_from_an_open_house_is_told_so(replicas: Replicas) -> None:
    with pytest.raises(BannedFromClub):
        replicas.pay_on_b(500, banned=True)
    assert replicas.balance(replicas.a, pending(TABLE)) == 0


def test_an_open_house_asked_again_gives_what_is_lacking_by_then(replicas: Replicas) -> None:
    # Given the grant of an older release, and the chips spent elsewhere before the buy-in was paid
    replicas.a.move(CLUB, Move("s0-rhine.b1.welcome", "mint", member("ann"), 500, "grant", "own", "x"), 0)
    replicas.a.move(CLUB, moving.buy_in("s0-elbe.b1", "ann", "s0-elbe", 400), 0)
    replicas.pay_on_b(500)
    assert replicas.balance(replicas.a, pending(TABLE)) == 500
    assert replicas.balance(replicas.a, member("ann")) == 0
    replicas.audited()


def test_a_buy_in_the_table_waits_for_no_longer_is_not_paid_but_known_if_it_was(
    replicas: Replicas,
) -> None:
    with pytest.raises(LedgerAway):
        replicas.pay_on_b(500, within_s=-1)
    assert replicas.balance(replicas.a, pending(TABLE)) == 0
    told = replicas.pay_on_b(500)
    assert replicas.pay_on_b(500, within_s=-1) == told


def test_two_processes_hold_room_below_one_limit(replicas: Replicas) -> None:
    assert replicas.hold(replicas.a, TABLE, 700) == 700
    assert replicas.hold(replicas.b, "s0-elbe", 700) == 300
    assert replicas.hold(replicas.b, TABLE, 700) == 700
    replicas.audited()


def test_room_that_is_asked_for_too_late_is_not_held_by_a_process_with_old_books(replicas: Replicas) -> None:
    replicas.hold(replicas.a, "s0-elbe", 10)
    replicas.b.release(CLUB, ReleaseAsked(TABLE, 1, doubtful=True), 0)
    with pytest.raises(refusals.ExposureOver):
        replicas.hold(replicas.a, TABLE, 700)
    replicas.audited()


def test_no_limit_is_not_said_by_a_process_with_old_books(replicas: Replicas) -> None:
    replicas.hold(replicas.b, "s0-elbe", 10)
    replicas.hold(replicas.a, TABLE, 700)
    assert replicas.hold(replicas.b, TABLE, 900, limit=0) == 700
    assert replicas.hold(replicas.b, TABLE, 900, limit=0, board=4) is None
    assert replicas.hold(replicas.a, "s0-oder", 1_000) == 990
    replicas.audited()


def test_whoever_follows_lets_go_what_another_holds_and_once(replicas: Replicas) -> None:
    replicas.hold(replicas.a, TABLE, 700)
    for ledgers in (replicas.b, replicas.a):
        ledgers.release(CLUB, ReleaseAsked(TABLE, 1), 0)
    assert replicas.hold(replicas.b, "s0-elbe", 1_000) == 1_000
    assert sum(isinstance(event, ExposureReleased) for event in replicas.log.events) == 1
    replicas.audited()


def test_what_is_recorded_needs_no_question_first(replicas: Replicas) -> None:
    replicas.granted(1_000)
    asked = replicas.log.asked
    replicas.a.move(CLUB, BUY_IN, 0)
    assert replicas.log.asked == asked
