"""Whatever tables ask, pay and tell, in whatever order: a club's insurance account stays within its limit.

Where the limit changes meanwhile the audit, which knows the one that each hold stood on, agrees all the same.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from riverrun.contracts.refusals import Refusal
from services.club.ledger.accounts import INSURANCE, at_table
from services.club.ledger.ledger_audit import LedgerAudit
from services.club.tables.money import insurance
from tests.support.insuring_club import RHINE, RHONE, InsuringClub

LIMIT = 500
TABLES = (RHINE, RHONE, "s0-rhein")

Act: TypeAlias = tuple[str, str, int, int]
"""At a table: `hold` for so much, `gone` without an answer, `pay` a part of it, `premium`, `over`."""

acts = st.tuples(
    st.sampled_from(["hold", "hold", "gone", "pay", "premium", "over"]),
    st.sampled_from(TABLES),
    st.integers(3, 4),
    st.integers(1, 700),
)


class Tables:
    """Each plays its hands one after the other and pays no more than it was granted."""

    def __init__(self) -> None:
        self.club = InsuringClub(LIMIT)
        self.hands = dict.fromkeys(TABLES, 1)
        self.count = 0

    def act(self, kind: str, table: str, board: int, amount: int) -> None:
        hand = self.hands[table]
        self.count += 1
        match kind:
            case "hold":
                self.club.hold(table, hand, board, covers=amount)
            case "gone":
                self.club.release(table, hand, doubtful=True)
                self.hands[table] += 1
            case "pay":
                self.pay(table, amount)
            case "premium":
                self.premium(table, amount)
            case _:
                self.club.release(table, hand)
                self.hands[table] += 1

    def pay(self, table: str, amount: int) -> None:
        held = self.club.books.exposures.get(table)
        if held is not None and held.amount:
            self.club.move(insurance(table, self.count, -min(amount, held.amount)))

    def premium(self, table: str, amount: int) -> None:
        held = self.club.books.balance(at_table(table))
        if held > 0:
            self.club.move(insurance(table, self.count, min(amount, held)))


def audits_clean(tables: Tables) -> bool:
    """Once all hands are over nothing is held, and neither audit nor replay finds anything."""
    club = tables.club
    for table in TABLES:
        club.release(table, tables.hands[table])
    audit = LedgerAudit()
    findings = [audit.follow(version, event) for version, event in enumerate(club.events, 1)]
    same = club.replayed().books.exposures == club.books.exposures
    return same and not any(findings) and club.exposed == audit.exposure.exposed == 0


@settings(max_examples=200, deadline=None)
@given(st.lists(acts, max_size=40))
def test_an_insuring_club_stays_within_its_limit(happens: Sequence[Act]) -> None:
    tables = Tables()
    club = tables.club
    for act in happens:
        with suppress(Refusal):
            tables.act(*act)
        assert club.books.balance(INSURANCE) - club.exposed >= -LIMIT
    assert audits_clean(tables)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([0, 100, LIMIT, 5_000]), acts), max_size=40))
def test_a_limit_that_changes_binds_whatever_is_asked_from_then_on(
    happens: Sequence[tuple[int, Act]],
) -> None:
    tables = Tables()
    club = tables.club
    for limit, act in happens:
        club.limit = limit
        with suppress(Refusal):
            before = len(club.events)
            tables.act(*act)
            if limit and act[0] == "hold" and len(club.events) > before:
                assert club.books.balance(INSURANCE) - club.exposed >= -limit
    assert audits_clean(tables)
