"""A club's ledger: both legs or none, each transfer once, nobody below the limit, corrections by two."""

import msgspec
import pytest

from services.club.ledger import accounts, adjusting, refusals, settling
from services.club.ledger.accounts import at_table, member, pending
from services.club.ledger.ledger_events import Reason
from services.club.ledger.moving import Move, take_back
from services.club.ledger.settling import Agency
from services.club.ledger.transfer_index import Segment, TransferIndex, mark_of
from tests.support.ledger_house import NOW, LedgerHouse


def transfer(
    id_: str, source: str, target: str, amount: int, reason: Reason = "buy_in", **more: object
) -> Move:
    return msgspec.structs.replace(Move(id_, source, target, amount, reason, "ann"), **more)


def test_a_grant_makes_chips_and_owes_them_to_the_mint() -> None:
    house = LedgerHouse()
    house.grant("ann", 500)
    assert house.books.balance(member("ann")) == 500
    assert house.books.balance(accounts.MINT) == -500
    assert house.books.total() == 0


def test_a_buy_in_travels_from_the_member_over_pending_to_the_table() -> None:
    house = LedgerHouse()
    house.grant("ann", 500)
    house.move(transfer("s0-t.b1", member("ann"), pending("s0-t"), 300))
    house.move(transfer("s0-t.b1.seated", pending("s0-t"), at_table("s0-t"), 300, "seated"))
    balances = [house.books.balance(name) for name in (member("ann"), pending("s0-t"), at_table("s0-t"))]
    assert balances == [200, 0, 300]


def test_a_transfer_asked_for_twice_is_made_once() -> None:
    house = LedgerHouse()
    house.grant("ann", 500)
    buy_in = transfer("s0-t.b1", member("ann"), pending("s0-t"), 300)
    assert house.move(buy_in) is not None
    assert house.move(buy_in) is None
    assert house.books.balance(member("ann")) == 200


def test_a_transfer_repeated_when_the_chips_are_gone_is_still_the_one_that_was_made() -> None:
    house = LedgerHouse()
    house.grant("ann", 300)
    buy_in = transfer("s0-t.b1", member("ann"), pending("s0-t"), 300)
    house.move(buy_in)
    assert house.move(buy_in) is None


def test_an_id_belongs_to_one_transfer() -> None:
    house = LedgerHouse()
    house.grant("ann", 500, "g1")
    with pytest.raises(refusals.TransferIdReused):
        house.grant("bob", 500, "g1")
    with pytest.raises(refusals.TransferIdReused):
        house.grant("ann", 501, "g1")


def test_nobody_pays_more_than_he_has() -> None:
    house = LedgerHouse()
    house.grant("ann", 299)
    with pytest.raises(refusals.NotEnoughChips) as refused:
        house.move(transfer("b1", member("ann"), pending("s0-t"), 300))
    assert refused.value.details == {"balance": 299, "limit": 0}


def test_credit_lets_a_member_go_below_zero_so_far_and_no_further() -> None:
    house = LedgerHouse()
    granted = adjusting.set_credit(house.books, "ann", -100, "own", "good for it", NOW)
    house.take([granted])
    house.move(transfer("b1", member("ann"), pending("s0-t"), 100))
    with pytest.raises(refusals.NotEnoughChips):
        house.move(transfer("b2", member("ann"), pending("s0-t"), 1))
    with pytest.raises(refusals.CreditBelowBalance):
        adjusting.set_credit(house.books, "ann", -99, "own", "no more", NOW)


def test_nobody_gives_himself_credit() -> None:
    with pytest.raises(refusals.SecondPersonNeeded):
        adjusting.set_credit(LedgerHouse().books, "ann", -100, "ann", "good for it", NOW)


@pytest.mark.parametrize("amount", [0, -5])
def test_a_transfer_moves_at_least_one_chip(amount: int) -> None:
    with pytest.raises(refusals.NoAmount):
        LedgerHouse().move(transfer("b1", accounts.MINT, member("ann"), amount))


@pytest.mark.parametrize("name", ["", "member:", "purse:ann", "member"])
def test_there_are_no_other_accounts(name: str) -> None:
    with pytest.raises(refusals.UnknownAccount):
        LedgerHouse().move(transfer("b1", accounts.MINT, name, 5))


def test_chips_are_granted_in_play_clubs_only_and_with_a_reason() -> None:
    with pytest.raises(refusals.OnlyInPlayClubs):
        LedgerHouse("real").grant("ann", 5)
    with pytest.raises(refusals.ReasonMissing):
        take_back(LedgerHouse().books, "t1", "ann", 5, "own", " ")


def test_the_insurance_pool_pays_what_a_table_has_paid_even_below_zero() -> None:
    house = LedgerHouse()
    house.move(transfer("i1", accounts.INSURANCE, at_table("s0-t"), 70, "insurance_payout"))
    assert house.books.balance(accounts.INSURANCE) == -70


def test_who_is_let_in_anew_has_no_credit_of_before() -> None:
    house = LedgerHouse()
    house.take([adjusting.set_credit(house.books, "ann", -100, "own", "good for it", NOW)])
    house.take([adjusting.end_credit(house.books, "ann", "max", NOW)])
    with pytest.raises(refusals.NotEnoughChips):
        house.move(transfer("b1", member("ann"), pending("s0-t"), 1))
    assert adjusting.end_credit(house.books, "ann", "max", NOW) is None


def test_who_is_let_in_anew_and_owes_still_owes() -> None:
    house = LedgerHouse()
    house.take([adjusting.set_credit(house.books, "ann", -100, "own", "good for it", NOW)])
    house.move(transfer("b1", member("ann"), pending("s0-t"), 40))
    house.take([adjusting.end_credit(house.books, "ann", "max", NOW)])
    held = house.books.holding(member("ann"))
    assert (held.balance, held.limit) == (-40, -40)


# -- two persons


def propose(house: LedgerHouse, by: str = "ann", amount: int = 50) -> None:
    event = adjusting.propose(
        house.books,
        "adj1",
        accounts.MINT,
        member("bob"),
        amount,
        by,
        "a lost hand",
        house.earlier("adj1"),
        NOW,
    )
    house.take([] if event is None else [event])


def test_a_correction_is_made_by_two_persons() -> None:
    house = LedgerHouse("real")
    propose(house)
    with pytest.raises(refusals.SecondPersonNeeded):
        adjusting.approve(house.books, "adj1", "ann", None, NOW)
    house.take([adjusting.approve(house.books, "adj1", "bob", None, NOW)])
    assert house.books.balance(member("bob")) == 50
    assert house.events[-1].note == "a lost hand (proposed by ann)"
    assert house.books.adjustments == {}


def test_a_correction_approved_twice_is_made_once() -> None:
    house = LedgerHouse()
    propose(house)
    house.take([adjusting.approve(house.books, "adj1", "bob", None, NOW)])
    assert adjusting.approve(house.books, "adj1", "cid", house.earlier("adj1"), NOW) is None


def test_a_correction_asked_for_again_after_it_was_made_is_no_other_one() -> None:
    house = LedgerHouse()
    propose(house)
    house.take([adjusting.approve(house.books, "adj1", "bob", None, NOW)])
    propose(house)
    assert house.books.adjustments == {}
    assert house.books.balance(member("bob")) == 50
    with pytest.raises(refusals.TransferIdReused):
        propose(house, amount=51)


def test_a_correction_given_up_cannot_be_approved() -> None:
    house = LedgerHouse()
    propose(house)
    propose(house)
    house.take([adjusting.drop(house.books, "adj1", "ann", NOW)])
    with pytest.raises(refusals.UnknownAdjustment):
        adjusting.approve(house.books, "adj1", "bob", None, NOW)


def test_a_correction_given_up_comes_not_back_as_another_under_its_id() -> None:
    # Its proposer dropped what his second person had read, and had a million approved in its place.
    house = LedgerHouse()
    propose(house, amount=10)
    house.take([adjusting.drop(house.books, "adj1", "ann", NOW)])
    with pytest.raises(refusals.TransferIdReused):
        propose(house, amount=1_000_000)
    with pytest.raises(refusals.TransferIdReused):
        propose(house, amount=10)


def test_a_correction_that_an_older_release_let_come_back_can_still_be_given_up() -> None:
    house = LedgerHouse()
    propose(house)
    asked = house.events[-1]
    house.take([adjusting.drop(house.books, "adj1", "ann", NOW)])
    house.take([asked])
    house.take([adjusting.drop(house.books, "adj1", "ann", NOW)])
    assert house.books.adjustments == {}


def test_a_correction_given_up_twice_is_given_up_once() -> None:
    house = LedgerHouse()
    propose(house)
    house.take([adjusting.drop(house.books, "adj1", "ann", NOW)])
    assert adjusting.drop(house.books, "adj1", "ann", NOW) is None


def test_another_correction_needs_another_id() -> None:
    house = LedgerHouse()
    propose(house)
    with pytest.raises(refusals.TransferIdReused):
        propose(house, amount=51)


# -- settling a period


def played(house: LedgerHouse, hand: int, **rake: int) -> None:
    parts = tuple(rake.items())
    table = at_table("s0-t")
    house.move(transfer(f"r{hand}", table, accounts.REVENUE, sum(rake.values()), "rake", parts=parts))


def settle(house: LedgerHouse, period: str, **agencies: Agency) -> None:
    house.take(settling.settle(house.books, period, agencies, "own", NOW + 1))


def test_a_period_shows_each_members_sums_and_pays_agents_their_share() -> None:
    house = LedgerHouse()
    house.grant("ann", 1_000)
    house.move(transfer("b1", member("ann"), pending("s0-t"), 1_000))
    house.move(transfer("b1.seated", pending("s0-t"), at_table("s0-t"), 1_000, "seated"))
    played(house, 1, ann=30, bob=15)
    played(house, 2, ann=3)
    settle(house, "2026-11", ann=Agency("gus", 3_333), bob=Agency("gus", 5_000))
    (closed, share) = house.events[-2:]
    assert [(line.player, line.bought, line.rake, line.rakeback) for line in closed.lines] == [
        ("ann", 1_000, 33, 10),
        ("bob", 0, 15, 7),
    ]
    assert share.amount == 17
    assert house.books.balance(accounts.agent("gus")) == 17
    assert house.books.balance(accounts.REVENUE) == 31
    assert house.books.total() == 0


def test_the_next_period_begins_where_the_last_one_ended() -> None:
    house = LedgerHouse()
    house.move(transfer("i1", accounts.INSURANCE, at_table("s0-t"), 100, "insurance_payout"))
    played(house, 1, ann=30)
    settle(house, "1")
    played(house, 2, ann=4)
    settle(house, "2")
    assert [line.rake for line in house.events[-1].lines] == [4]
    assert house.events[-1].from_ms == NOW + 1


def test_a_period_is_closed_once_and_pays_agents_once() -> None:
    house = LedgerHouse()
    house.move(transfer("i1", accounts.INSURANCE, at_table("s0-t"), 100, "insurance_payout"))
    played(house, 1, ann=30)
    settle(house, "1", ann=Agency("gus", 5_000))
    before = len(house.events)
    played(house, 2, ann=4)
    settle(house, "1", ann=Agency("gus", 5_000))
    assert len(house.events) == before + 1
    assert house.books.balance(accounts.agent("gus")) == 15


def test_several_agents_are_paid_from_what_the_one_before_left() -> None:
    house = LedgerHouse()
    house.move(transfer("i1", accounts.INSURANCE, at_table("s0-t"), 100, "insurance_payout"))
    played(house, 1, ann=30, bob=20)
    settle(house, "1", ann=Agency("gus", 5_000), bob=Agency("hal", 5_000))
    assert [house.books.balance(accounts.agent(who)) for who in ("gus", "hal")] == [15, 10]
    assert house.books.balance(accounts.REVENUE) == 25
    first, second = house.events[-2:]
    assert second.source_entry == first.source_entry + 2
    assert house.events[second.source_entry - 1] == first


def test_a_large_club_is_settled_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "LINES_IN_A_PART", 2)
    house = LedgerHouse()
    house.move(transfer("i1", accounts.INSURANCE, at_table("s0-t"), 100, "insurance_payout"))
    played(house, 1, ann=1, bob=2, cid=3)
    settle(house, "1")
    assert [(one.part, one.parts, len(one.lines)) for one in house.events[-2:]] == [(1, 2, 2), (2, 2, 1)]
    closed = house.books.periods["1"]
    assert house.events[closed.version - 1] == house.events[-2]


# -- remembering transfers


def test_a_statement_can_be_read_backwards_from_entry_to_entry() -> None:
    house = LedgerHouse()
    for i in range(5):
        house.grant("ann" if i % 2 == 0 else "bob", 10 + i)
    entry = house.books.holding(member("ann")).entry
    amounts = []
    while entry:
        event = house.events[entry - 1]
        amounts.append((event.amount, event.target_balance))
        entry = event.target_entry
    assert amounts == [(14, 36), (12, 22), (10, 10)]


def test_sealed_transfers_are_found_as_recent_ones_are() -> None:
    index = TransferIndex()
    for i in range(100):
        index.add(f"t{i}", i + 1)
        if i in {39, 79}:
            index.seal(i + 1)
    kept = TransferIndex(index.recent(), index.sealed)
    assert index.segments is not None
    kept.segments = [Segment.read(bytes(segment)) for segment in index.segments]
    for known in (index, kept):
        assert [known.find(f"t{i}") for i in (0, 39, 40, 79, 80, 99, 100)] == [1, 40, 41, 80, 81, 100, None]


def test_a_mark_is_the_same_for_ever() -> None:
    assert mark_of("s0-kq3v9x2m.c-1") == 0x5419B767E2F17C48


def test_what_is_no_segment_is_refused() -> None:
    for data in (b"x", b"12345678"):
        with pytest.raises(ValueError, match="not a segment"):
            Segment.read(data)
