"""The audit of a ledger believes no balance, and pairs each transfer with the table's event behind it."""

from typing import Any

import msgspec
import pytest

from services.club.ledger import accounts, adjusting
from services.club.ledger.accounts import at_table, member, pending
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.moving import Move, buy_in
from services.club.ledger.pairing import TableSide, pair, unknown_to
from services.club.tables.money import seated
from tests.support.ledger_house import NOW, LedgerHouse

TABLE = "s0-rhine"


def lived() -> LedgerHouse:
    """Ann is granted chips, buys in for some, pays rake and is given a correction."""
    house = LedgerHouse()
    house.grant("ann", 1_000)
    house.move(buy_in(f"{TABLE}.b1", "ann", TABLE, 600))
    house.move(seated(TABLE, f"{TABLE}.b1", 600))
    house.move(Move(f"{TABLE}.rake.1", at_table(TABLE), accounts.REVENUE, 30, "rake", "table"))
    house.take([adjusting.propose(house.books, "a", accounts.MINT, member("ann"), 5, "x", "y", None, NOW)])
    house.take([adjusting.approve(house.books, "a", "z", None, NOW)])
    return house


def audited(events: list[Any]) -> tuple[LedgerAudit, str]:
    audit = LedgerAudit()
    for version, event in enumerate(events, 1):
        finding = audit.follow(version, event)
        if finding is not None:
            return audit, finding.check
    return audit, ""


def test_an_honest_ledger_is_clean() -> None:
    audit, check = audited(lived().events)
    assert check == ""
    assert audit.balances[member("ann")] == 405


@pytest.mark.parametrize(
    ("at", "changes", "check"),
    [
        (2, {"target_balance": 1_001}, "member:ann holds what its entries say"),
        (2, {"target_entry": 1}, "member:ann's entries follow each other"),
        (3, {"transfer": "grant.1"}, "a transfer is made once"),
        (3, {"amount": 1_200, "source_balance": -200}, "member:ann stays at its limit"),
        (3, {"amount": 0}, "chips go from one account to another"),
        (7, {"by": "x"}, "a correction is made by two persons"),
        (7, {"amount": 6}, "a correction is what was proposed"),
    ],
)
def test_a_forged_event_is_found(at: int, changes: dict[str, Any], check: str) -> None:
    events = lived().events
    events[at - 1] = msgspec.structs.replace(events[at - 1], **changes)
    assert audited(events)[1] == check


def test_a_left_out_event_is_found() -> None:
    events = lived().events
    del events[3]
    assert audited(events)[1] == "table:s0-rhine holds what its entries say"


def side() -> TableSide:
    """What the table's own events say about the same."""
    moves = [
        (7, seated(TABLE, f"{TABLE}.b1", 600)),
        (9, Move(f"{TABLE}.rake.1", at_table(TABLE), accounts.REVENUE, 30, "rake", "table")),
    ]
    told = {move.transfer: (seq, move) for seq, move in moves}
    return TableSide(TABLE, {f"{TABLE}.b1": ("ann", 600)}, {f"{TABLE}.b1": 3}, told)


def test_a_table_and_its_ledger_agree() -> None:
    audit, _ = audited(lived().events)
    paired = pair(audit, side(), 9)
    assert (paired.finding, paired.on_the_way) == (None, 0)
    assert unknown_to(side(), audit.transfers.values()) == []


def test_what_was_not_brought_over_yet_is_on_the_way_and_what_should_be_there_is_missed() -> None:
    audit, _ = audited(lived().events[:4])
    assert pair(audit, side(), 8).on_the_way == 1
    finding = pair(audit, side(), 9).finding
    assert finding is not None
    assert (finding.event, finding.check) == (f"{TABLE}.rake.1", "the ledger holds what the table did")


def test_a_confirmed_buy_in_that_nobody_paid_is_found() -> None:
    audit, _ = audited(lived().events[:2])
    finding = pair(audit, side(), 0).finding
    assert finding is not None
    assert finding.check == "a confirmed buy-in was paid"


def test_another_amount_than_the_tables_is_found() -> None:
    audit, _ = audited(lived().events)
    told = side()
    told.moves[f"{TABLE}.rake.1"] = (9, msgspec.structs.replace(told.moves[f"{TABLE}.rake.1"][1], amount=31))
    assert pair(audit, told, 9).finding is not None


def test_another_winner_of_a_raked_pot_than_the_tables_is_found() -> None:
    # Whose agent gets a share of the rake hangs on it, and the ledger could name anybody.
    audit, _ = audited(lived().events)
    told = side()
    rake = msgspec.structs.replace(told.moves[f"{TABLE}.rake.1"][1], parts=(("bob", 30),))
    told.moves[f"{TABLE}.rake.1"] = (9, rake)
    assert pair(audit, told, 9).finding is not None


def test_a_transfer_that_no_event_of_the_table_stands_behind_is_found() -> None:
    audit, _ = audited(lived().events)
    told = side()
    del told.moves[f"{TABLE}.rake.1"]
    told.reserved = {}
    found = [one.transfer for one in unknown_to(told, audit.transfers.values())]
    assert found == [f"{TABLE}.b1", f"{TABLE}.rake.1"]


def test_chips_on_the_way_are_of_the_table() -> None:
    assert accounts.table_of(pending(TABLE)) == accounts.table_of(at_table(TABLE)) == TABLE
    assert accounts.table_of(member("ann")) == accounts.table_of("mint") == ""
