"""The audit of closed periods: lines are counted anew, and agents get what their period tells."""

from typing import Any

import msgspec
import pytest

from services.club.ledger import accounts, adjusting
from services.club.ledger.accounts import at_table, member
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.ledger_events import ChipsMoved, CreditSet, PeriodSettled, SettledLine
from services.club.ledger.moving import Move, buy_in
from services.club.ledger.settling import Agency, settle
from services.club.tables.money import seated
from tests.support.ledger_house import NOW, LedgerHouse

TABLE = "s0-rhine"
AGENCIES = {"ann": Agency("mia", 5_000), "bob": Agency("mia", 5_000)}


def play(house: LedgerHouse, number: int) -> None:
    """Ann and Bob bring chips and pay rake."""
    for player in ("ann", "bob"):
        bought = f"{TABLE}.b{number}-{player}"
        house.grant(player, 500)
        house.move(buy_in(bought, player, TABLE, 500))
        house.move(seated(TABLE, bought, 500))
    parts = (("ann", 20), ("bob", 11))
    rake = Move(f"{TABLE}.rake.{number}", at_table(TABLE), accounts.REVENUE, 31, "rake", "table", parts=parts)
    house.move(rake)


def lived() -> LedgerHouse:
    """Two periods, of which the second has Bob's grant alone beside."""
    house = LedgerHouse()
    play(house, 1)
    house.take(settle(house.books, "one", AGENCIES, "own", NOW + 1))
    play(house, 2)
    house.grant("bob", 7)
    house.take(settle(house.books, "two", AGENCIES, "own", NOW + 2))
    return house


def found(events: list[Any]) -> str:
    audit = LedgerAudit()
    for version, event in enumerate(events, 1):
        finding = audit.follow(version, event)
        if finding is not None:
            return finding.check
    return ""


def forged(kind: type[Any], number: int, **changes: Any) -> list[Any]:
    events = lived().events
    places = [at for at, event in enumerate(events) if isinstance(event, kind)]
    at = places[number]
    events[at] = msgspec.structs.replace(events[at], **changes)
    return events


def lines_of(number: int, *lines: SettledLine) -> list[Any]:
    return forged(PeriodSettled, number, lines=lines)


def test_honest_periods_are_clean() -> None:
    assert found(lived().events) == ""
    assert lived().books.balance(accounts.agent("mia")) == 30


ANN = SettledLine("ann", 500, 0, 500, 0, 20, 0, "mia", 10)
BOB = SettledLine("bob", 500, 0, 500, 0, 11, 0, "mia", 5)


@pytest.mark.parametrize(
    ("lines", "check"),
    [
        ((ANN, msgspec.structs.replace(BOB, bought=400)), "a period tells what bob moved"),
        ((ANN, msgspec.structs.replace(BOB, rakeback=12)), "an agent gets a share of the rake of bob"),
        ((ANN, msgspec.structs.replace(BOB, rakeback=6)), "an agent gets what his period tells"),
        ((ANN, msgspec.structs.replace(BOB, agent="eve")), "an agent gets what his period tells"),
        ((ANN, BOB, BOB), "a period has one line for each"),
        ((ANN,), "a period leaves nobody out"),
    ],
)
def test_a_forged_line_is_found(lines: tuple[SettledLine, ...], check: str) -> None:
    # An audit was content with any lines, and with any share of the revenue for anybody.
    assert found(lines_of(0, *lines)) == check


@pytest.mark.parametrize(
    ("changes", "check"),
    [
        ({"period": "one"}, "a period is closed once"),
        ({"from_ms": NOW}, "a period begins where the last one ended"),
        ({"part": 2, "parts": 2}, "the parts of a period follow each other"),
    ],
)
def test_a_period_that_cannot_follow_is_found(changes: dict[str, Any], check: str) -> None:
    assert found(forged(PeriodSettled, 1, **changes)) == check


def test_a_share_that_was_not_paid_is_found() -> None:
    house = LedgerHouse()
    play(house, 1)
    closed, share = settle(house.books, "one", AGENCIES, "own", NOW + 1)
    assert isinstance(share, ChipsMoved)
    house.take([closed])
    house.grant("ann", 1)
    assert found(house.events) == "agents are paid with their period"


def test_a_period_in_several_parts_is_clean() -> None:
    house = LedgerHouse()
    for number in range(1_200):
        house.grant(f"p{number}", 1)
    parts = settle(house.books, "one", {}, "own", NOW)
    house.take(parts)
    assert len(parts) > 1
    assert found(house.events) == ""


@pytest.mark.parametrize(
    ("account", "limit", "check"),
    [
        (member("own"), -50, "nobody gives himself credit"),
        (at_table(TABLE), -50, "credit lets a member's account go below zero"),
        (member("ann"), 50, "credit lets a member's account go below zero"),
    ],
)
def test_credit_that_nobody_may_give_is_found(account: str, limit: int, check: str) -> None:
    house = LedgerHouse()
    house.take([adjusting.set_credit(house.books, "ann", -100, "own", "good for it", NOW)])
    assert found(house.events) == ""
    assert found([*house.events, CreditSet(account, limit, "own", NOW)]) == check
