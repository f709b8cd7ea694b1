"""The audit of a ledger finds chips from nothing, buy-ins that never went back, and tables nobody has."""

from typing import Any

import msgspec
import pytest

from riverrun.holdem.audit import Finding
from services.club.ledger import accounts
from services.club.ledger.accounts import INSURANCE, MINT, REVENUE, at_table, member, pending
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.ledger.ledger_events import ChipsMoved, LedgerKind, Reason
from services.club.ledger.missing import BEGINS_MS, no_table, unfounded, unpaid, unplaced
from services.club.ledger.moving import Move, buy_in
from services.club.ledger.pairing import TableSide, at_the_cut, pair, unknown_to
from services.club.ledger.ways import WAYS, goes
from services.club.tables.money import returned, seated
from tests.support.ledger_house import LedgerHouse

TABLE = "s0-rhine"
BOUGHT = f"{TABLE}.b1"


def house(kind: LedgerKind = "play", *moves: Move) -> LedgerHouse:
    """Ann and Bob are granted chips in a club that plays for them; then `moves`, lawful or not."""
    found = LedgerHouse(kind)
    if kind == "play":
        found.grant("ann", 1_000)
        found.grant("bob", 1_000)
    for move in moves:
        found.move(move)
    return found


def audited(found: LedgerHouse) -> tuple[LedgerAudit, Finding | None]:
    audit = LedgerAudit()
    for version, event in enumerate(found.events, 1):
        finding = audit.follow(version, event)
        if finding is not None:
            return audit, finding
    return audit, None


def refused(seq: int = 5) -> TableSide:
    """Ann's buy-in was reserved, and then refused at `seq`."""
    return TableSide(TABLE, {BOUGHT: ("ann", 500)}, refused={BOUGHT: seq})


def ledger_of(*moves: Move) -> LedgerAudit:
    audit, finding = audited(house("play", *moves))
    assert finding is None, finding
    return audit


PAID = buy_in(BOUGHT, "ann", TABLE, 500)


def test_a_buy_in_that_was_paid_and_refused_goes_back() -> None:
    back = returned(TABLE, BOUGHT, "ann", 500)
    ledger = ledger_of(PAID, back)
    assert pair(ledger, refused(), 9).finding is None
    assert unknown_to(refused(), ledger.by_table[TABLE]) == []


def test_a_refused_buy_in_that_never_went_back_is_found() -> None:
    finding = pair(ledger_of(PAID), refused(5), 5).finding
    assert finding is not None
    assert finding.event == f"{BOUGHT}.returned"
    assert finding.check == "a buy-in that was paid and refused goes back"


def test_a_refused_buy_in_may_still_be_on_its_way_back_and_one_never_paid_owes_nothing() -> None:
    paired = pair(ledger_of(PAID), refused(6), 5)
    assert (paired.finding, paired.on_the_way) == (None, 1)
    paired = pair(ledger_of(), refused(5), 5)
    assert (paired.finding, paired.on_the_way) == (None, 0)


@pytest.mark.parametrize(("player", "amount"), [("bob", 500), ("ann", 100)])
def test_a_buy_in_that_goes_back_to_another_or_in_part_is_found(player: str, amount: int) -> None:
    ledger = ledger_of(PAID, returned(TABLE, BOUGHT, player, amount))
    (unknown,) = unknown_to(refused(), ledger.by_table[TABLE])
    assert BOUGHT in unfounded(ledger, unknown).got


def test_a_buy_in_goes_back_only_if_the_table_refused_it() -> None:
    ledger = ledger_of(PAID, returned(TABLE, BOUGHT, "ann", 500))
    side = refused()
    side.refused.clear()
    assert [one.transfer for one in unknown_to(side, ledger.by_table[TABLE])] == [f"{BOUGHT}.returned"]


def test_what_goes_back_was_paid() -> None:
    other = buy_in(f"{TABLE}.b2", "bob", TABLE, 500)
    finding = pair(ledger_of(other, returned(TABLE, BOUGHT, "ann", 500)), refused(), 9).finding
    assert finding is not None
    assert (finding.event, finding.check) == (BOUGHT, "what goes back was paid")


@pytest.mark.parametrize("kind", ["play", "real"])
@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        (MINT, member("eve"), "cash_out"),
        (MINT, at_table(TABLE), "seated"),
        (INSURANCE, member("eve"), "insurance_payout"),
        (MINT, REVENUE, "rake"),
    ],
)
def test_chips_from_nothing_are_found(kind: LedgerKind, source: str, target: str, reason: Reason) -> None:
    _, finding = audited(house(kind, Move("x", source, target, 9, reason, "eve")))
    assert finding is not None
    assert finding.event == "ledger.chips_moved"


def test_a_club_for_real_money_makes_no_chips_by_one_persons_word() -> None:
    _, finding = audited(house("real", Move("x", MINT, member("eve"), 9, "grant", "eve")))
    assert finding is not None
    assert finding.check == "only a play club's owner makes chips"


def test_every_kind_of_transfer_has_its_way_and_no_account_is_made_up() -> None:
    kinds = set(msgspec.json.schema(ChipsMoved)["$defs"]["ChipsMoved"]["prefixItems"][4]["enum"])
    assert {*WAYS, "adjustment"} == kinds
    assert goes("adjustment", MINT, member("ann"))
    assert not goes("adjustment", MINT, "member:")
    assert not goes("seated", pending("s0-a"), at_table("s0-b"))
    assert not goes("agent_paid", accounts.agent("ann"), member("bob"))


def test_a_table_that_the_club_does_not_have_is_named_with_its_first_transfer() -> None:
    ghost = Move("x", INSURANCE, at_table("ghost"), 9, "insurance_payout", "table")
    ledger = ledger_of(PAID, ghost, Move("y", at_table("ghost"), member("eve"), 9, "cash_out", "table"))
    finding = no_table(ledger, ledger.by_table["ghost"][0], "ghost")
    assert (finding.version, finding.check) == (5, "a table that the ledger names is a table of the club")
    assert finding.got.startswith("none that is ghost: x,")


def test_a_payout_to_a_table_that_knows_nothing_of_it_is_found() -> None:
    ledger = ledger_of(Move("x", INSURANCE, at_table(TABLE), 9, "insurance_payout", "table"))
    assert [one.transfer for one in unknown_to(refused(), ledger.by_table[TABLE])] == ["x"]


def test_a_confirmed_buy_in_in_a_club_without_a_ledger_is_found() -> None:
    side = TableSide(TABLE, {BOUGHT: ("ann", 500)}, {BOUGHT: 4})
    finding = unpaid(side)
    assert finding is not None
    assert (finding.version, finding.got) == (4, f"none that paid {BOUGHT}")
    assert unpaid(refused()) is None


def later(ledger: LedgerAudit, by_ms: int) -> LedgerAudit:
    """The same, its last transfer having been made so much later."""
    last = list(ledger.transfers)[-1]
    one = ledger.transfers[last]
    ledger.transfers[last] = msgspec.structs.replace(one, at_ms=one.at_ms + by_ms)
    return ledger


def test_a_ledger_that_tables_wrote_in_without_a_stored_place_is_found() -> None:
    moves = (PAID, seated(TABLE, BOUGHT, 500), buy_in(f"{TABLE}.b2", "bob", TABLE, 5))
    finding = unplaced(later(ledger_of(*moves), BEGINS_MS))
    assert finding is not None
    assert f"{BOUGHT}.seated" in finding.got
    assert unplaced(later(ledger_of(*moves), BEGINS_MS - 1)) is None
    assert unplaced(later(ledger_of(PAID), BEGINS_MS)) is None


def in_play(chips: int, **changes: Any) -> TableSide:
    """Ann has 500 at the table, of which 30 are in the pots' rake or gone as such."""
    moves = {f"{BOUGHT}.seated": (5, seated(TABLE, BOUGHT, 500))}
    side = TableSide(TABLE, {BOUGHT: ("ann", 500)}, {BOUGHT: 3}, moves, in_play=chips)
    for name, value in changes.items():
        setattr(side, name, value)
    return side


RAKE = Move(f"{TABLE}.rake.1", at_table(TABLE), REVENUE, 30, "rake", "table")


def test_a_ledger_holds_for_a_table_what_is_in_play_there() -> None:
    ledger = ledger_of(PAID, seated(TABLE, BOUGHT, 500))
    assert at_the_cut(ledger, in_play(500)) is None
    assert at_the_cut(ledger, in_play(470, rake_held=30)) is None
    finding = at_the_cut(ledger, in_play(470))
    assert finding is not None
    assert (finding.expected, finding.got) == (f"470 in table:{TABLE}", "500")


def test_what_is_on_the_way_between_table_and_ledger_is_counted() -> None:
    assert at_the_cut(ledger_of(PAID), in_play(500)) is None
    gone_on = ledger_of(PAID, seated(TABLE, BOUGHT, 500), RAKE)
    assert at_the_cut(gone_on, in_play(500)) is None


def test_a_correction_that_takes_chips_in_play_is_named() -> None:
    ledger = ledger_of(PAID, seated(TABLE, BOUGHT, 500))
    asked = Move("fix", at_table(TABLE), member("ann"), 100, "adjustment", "own")
    event = msgspec.structs.replace(
        ledger.by_table[TABLE][-1], transfer="fix", source=asked.source, target=asked.target, amount=100
    )
    event = msgspec.structs.replace(event, reason="adjustment")
    ledger.by_table[TABLE].append(event)
    ledger.balances[at_table(TABLE)] -= 100
    finding = at_the_cut(ledger, in_play(500))
    assert finding is not None
    assert finding.event == "fix"
