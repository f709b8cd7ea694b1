"""What an agent has earned is his, also when he is none any more before the period is closed."""

from typing import Any

import msgspec
import pytest

from services.club.counter.telling import told_period
from services.club.ledger import accounts, settling
from services.club.ledger.codec import codec
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.ledger_events import EarnedLine, PeriodSettled, SharesEarned
from services.club.ledger.moving import Move
from services.club.ledger.settling import Agency
from tests.support.ledger_house import NOW, LedgerHouse

TABLE = accounts.at_table("s0-rhine")
GUS, HAL = Agency("gus", 5_000), Agency("hal", 1_000)


@pytest.fixture
def house() -> LedgerHouse:
    """A club whose table has chips to rake."""
    house = LedgerHouse()
    house.move(Move("i1", accounts.INSURANCE, TABLE, 1_000, "insurance_payout", "table"))
    return house


def rake(house: LedgerHouse, **parts: int) -> None:
    transfer, amount = f"r{len(house.events)}", sum(parts.values())
    paid = tuple(parts.items())
    house.move(Move(transfer, TABLE, accounts.REVENUE, amount, "rake", "table", parts=paid))


def ceases(house: LedgerHouse, agency: Agency, *members: str) -> None:
    house.take(settling.earn(house.books, agency, members, "own", NOW))


def settle(house: LedgerHouse, period: str, **agencies: Agency) -> list[tuple[Any, ...]]:
    """Whose line it is, its rake, the agent of now with his share, and those of earlier ones."""
    house.take(settling.settle(house.books, period, agencies, "own", NOW + 1))
    closed = next(event for event in reversed(house.events) if isinstance(event, PeriodSettled))
    return [(one.player, one.rake, one.agent, one.rakeback, one.earlier) for one in closed.lines]


def earned(house: LedgerHouse, agent: str) -> int:
    return house.books.balance(accounts.agent(agent))


def finding(events: list[Any]) -> str:
    audit = LedgerAudit()
    found = (audit.follow(version, event) for version, event in enumerate(events, 1))
    return next((one.check for one in found if one is not None), "")


def test_who_is_no_agent_any_more_is_paid_what_he_earned_while_he_was(house: LedgerHouse) -> None:
    rake(house, ann=30, bob=7)
    ceases(house, GUS, "ann", "bob")
    rake(house, ann=10)

    assert settle(house, "1") == [("ann", 40, "", 0, (("gus", 15),)), ("bob", 7, "", 0, (("gus", 3),))]
    assert earned(house, "gus") == 18
    assert house.books.balance(accounts.REVENUE) == 47 - 18
    assert finding(house.events) == ""


def test_his_successor_has_a_share_of_the_rest(house: LedgerHouse) -> None:
    rake(house, ann=30)
    ceases(house, GUS, "ann")
    rake(house, ann=10)

    assert settle(house, "1", ann=HAL) == [("ann", 40, "hal", 1, (("gus", 15),))]
    assert (earned(house, "gus"), earned(house, "hal")) == (15, 1)
    assert finding(house.events) == ""


def test_who_is_an_agent_again_is_paid_for_both_times_at_once(house: LedgerHouse) -> None:
    rake(house, ann=30)
    ceases(house, GUS, "ann")
    rake(house, ann=10)
    ceases(house, HAL, "ann")
    rake(house, ann=8)

    assert settle(house, "1", ann=GUS) == [("ann", 48, "gus", 4, (("gus", 15), ("hal", 1)))]
    assert (earned(house, "gus"), earned(house, "hal")) == (19, 1)
    assert finding(house.events) == ""


def test_an_agent_sees_his_members_lines_and_his_own_shares_of_those_who_were_his(house: LedgerHouse) -> None:
    rake(house, ann=30, bob=10)
    ceases(house, GUS, "ann")
    settle(house, "1", ann=HAL, bob=GUS)
    parts = [event for event in house.events if isinstance(event, PeriodSettled)]

    def seen(agent: str) -> list[tuple[Any, ...]]:
        lines = told_period(parts, agent).lines
        return [(one.player, one.rake, one.agent, one.rakeback, dict(one.earlier)) for one in lines]

    assert seen("") == [("ann", 30, "hal", 0, {"gus": 15}), ("bob", 10, "gus", 5, {})]
    assert seen("hal") == [("ann", 30, "hal", 0, {})]
    assert seen("gus") == [("ann", 0, "", 0, {"gus": 15}), ("bob", 10, "gus", 5, {})]
    assert seen("ann") == []


def test_what_is_noted_twice_is_earned_once(house: LedgerHouse) -> None:
    rake(house, ann=30)
    ceases(house, GUS, "ann")
    before = len(house.events)
    ceases(house, GUS, "ann")

    assert len(house.events) == before
    assert settle(house, "1", ann=GUS) == [("ann", 30, "gus", 0, (("gus", 15),))]


def test_who_has_earned_nothing_leaves_all_to_his_successor(house: LedgerHouse) -> None:
    rake(house, ann=1)
    ceases(house, GUS, "ann", "bob")
    assert not any(isinstance(event, SharesEarned) for event in house.events)

    rake(house, ann=19)
    assert settle(house, "1", ann=HAL) == [("ann", 20, "hal", 2, ())]


def test_the_next_period_knows_nothing_of_it(house: LedgerHouse) -> None:
    rake(house, ann=30)
    ceases(house, GUS, "ann")
    settle(house, "1")
    rake(house, ann=10)

    assert settle(house, "2", ann=HAL) == [("ann", 10, "hal", 1, ())]
    assert earned(house, "gus") == 15
    assert finding(house.events) == ""


def test_a_large_number_of_members_is_noted_in_parts(
    house: LedgerHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "LINES_IN_A_PART", 2)
    rake(house, ann=10, bob=10, cid=10)
    ceases(house, GUS, "ann", "bob", "cid")

    assert [len(one.lines) for one in house.events if isinstance(one, SharesEarned)] == [2, 1]
    settle(house, "1")
    assert earned(house, "gus") == 15
    assert finding(house.events) == ""


def test_books_are_the_same_from_their_events_and_from_a_snapshot(house: LedgerHouse) -> None:
    rake(house, ann=30)
    ceases(house, GUS, "ann")
    rake(house, ann=10)

    shelved = codec.decode(codec.encode(house.state.shelved()))

    assert house.replayed().books == house.books == shelved.books
    assert house.books.earned["ann"].shares == {"gus": 15}


def test_periods_of_older_releases_are_read_and_audited_as_they_were(house: LedgerHouse) -> None:
    rake(house, ann=30)
    settle(house, "1", ann=GUS)
    rake(house, ann=10)
    settle(house, "2", ann=GUS)

    as_stored_then = [_without_earlier(event) for event in house.events]

    assert as_stored_then == house.events
    assert finding(as_stored_then) == ""
    house.events = as_stored_then
    assert house.replayed().books == house.books


def _without_earlier(event: Any) -> Any:
    """A period whose lines have nothing behind the agent's share, as they had not."""
    stored = codec.encode(event)
    if not isinstance(event, PeriodSettled):
        return codec.decode(stored)
    fields = msgspec.msgpack.decode(stored.state)
    fields[-1] = [line[:9] for line in fields[-1]]
    return codec.decode_state(stored.topic, msgspec.msgpack.encode(fields))


@pytest.mark.parametrize(
    ("line", "check"),
    [
        (EarnedLine("ann", 31, 15), "rake of ann is shared once"),
        (EarnedLine("ann", 30, 31), "an agent gets a share of the rake of ann"),
        (EarnedLine("ann", 30, 14), "a period tells what was earned by ann"),
    ],
)
def test_the_audit_finds_a_share_that_was_not_earned(
    house: LedgerHouse, line: EarnedLine, check: str
) -> None:
    rake(house, ann=30)
    ceases(house, GUS, "ann")
    settle(house, "1")
    at = next(i for i, event in enumerate(house.events) if isinstance(event, SharesEarned))
    house.events[at] = msgspec.structs.replace(house.events[at], lines=(line,))

    assert finding(house.events) == check


def test_the_audit_finds_a_share_of_what_another_has_his_share_of(house: LedgerHouse) -> None:
    rake(house, ann=30)
    ceases(house, GUS, "ann")
    settle(house, "1", ann=HAL)
    at = next(i for i, event in enumerate(house.events) if isinstance(event, PeriodSettled))
    (told,) = house.events[at].lines
    forged = msgspec.structs.replace(told, rakeback=1)
    house.events[at] = msgspec.structs.replace(house.events[at], lines=(forged,))

    assert finding(house.events) == "an agent gets a share of the rake of ann"
